//! The status phase (RR 81): eight steps, each from one checkpoint to the next.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::compound::Compound;
use super::tables::{Number, number};
use super::window::{self, Moment};
use super::{cost, scoring, tokens, victory};

#[cfg(test)]
mod tests;

/// Command tokens gained in the status phase (RR 81.5).
pub const TOKENS: i32 = 2;

pub fn run(game: &mut Game, step: StatusStep) -> Flow {
    match step {
        StatusStep::Score => {
            window::must(game, &mut Moment::StatusPhaseStarts {})?;
            window::window(game, &mut Moment::StatusPhaseStarts {})?;
            score(game)?;
        }
        StatusStep::Reveal => reveal(game)?,
        StatusStep::DrawActionCards => draw_action_cards(game)?,
        StatusStep::RemoveTokens => {
            remove_tokens(&mut game.state);
            game.say(|_| "All command tokens leave the board.".into());
        }
        StatusStep::GainTokens => gain_tokens(game)?,
        StatusStep::ReadyCards => {
            ready_cards(&mut game.state);
            game.say(|_| "All exhausted cards are readied.".into());
        }
        StatusStep::Repair => {
            if repair(&mut game.state) {
                game.say(|_| "All damaged units are repaired.".into());
            }
        }
        StatusStep::ReturnStrategyCards => return return_strategy_cards(game),
    }
    game.state.stage = Stage::Status(after(step));
    Ok(())
}

fn after(step: StatusStep) -> StatusStep {
    match step {
        StatusStep::Score => StatusStep::Reveal,
        StatusStep::Reveal => StatusStep::DrawActionCards,
        StatusStep::DrawActionCards => StatusStep::RemoveTokens,
        StatusStep::RemoveTokens => StatusStep::GainTokens,
        StatusStep::GainTokens => StatusStep::ReadyCards,
        StatusStep::ReadyCards => StatusStep::Repair,
        StatusStep::Repair | StatusStep::ReturnStrategyCards => StatusStep::ReturnStrategyCards,
    }
}

/// (RR 81.1) Answers come in whatever order; they count in initiative order, and the first to have
/// enough points wins before the next one scores. A game may ask in initiative order instead.
fn score(game: &mut Game) -> Flow {
    let order = game.state.initiative_order();
    if game.state.options.strict_order {
        for seat in order {
            if let Some(prompt) = score_prompt(&game.state, seat) {
                let answer = game.ask(|_| prompt.clone())?;
                score_answer(game, seat, &answer)?;
            }
        }
        return Ok(());
    }
    let answers = game
        .ask_each(|state| state.seats().filter_map(|seat| score_prompt(state, seat)).collect())?;
    for seat in order {
        if let Some((_, answer)) = answers.iter().find(|(who, _)| *who == seat) {
            score_answer(game, seat, answer)?;
        }
    }
    Ok(())
}

/// Asks whoever could score something as far as the others know: a public objective that is fulfilled,
/// or a secret one that could be in hand, so that silence tells nothing.
fn score_prompt(state: &State, seat: Seat) -> Option<Prompt<Imperium>> {
    let prompt = Prompt::compound(seat, Question::ScoreObjectives);
    if !scoring::scorable_publics(state, seat).is_empty()
        || !scoring::scorable_leaks(state, seat, Phase::Status).is_empty()
    {
        return Some(prompt);
    }
    scoring::may_hold_fulfilled(state, seat, Phase::Status).then(|| prompt.always())
}

fn score_answer(game: &mut Game, seat: Seat, parts: &[Choice]) -> Flow {
    let (publics, secrets) = objectives(parts);
    for card in publics {
        scoring::score_public(game, seat, card, parts)?;
    }
    for card in secrets {
        scoring::score_secret(game, seat, card, parts)?;
    }
    Ok(())
}

fn objectives(parts: &[Choice]) -> (Vec<PublicId>, Vec<SecretId>) {
    let (mut publics, mut secrets) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Choice::Public(card) => publics.push(*card),
            Choice::Secret(card) => secrets.push(*card),
            _ => {}
        }
    }
    (publics, secrets)
}

/// (RR 81.2) The next public objective; when there is none the game ends (RR 61.15).
fn reveal(game: &mut Game) -> Flow {
    let Some(card) = game.state.decks.publics.pop() else { return victory::run_out(game) };
    game.state.objectives.push(PublicOnTable { card, scored: Seats::default() });
    game.reveal("a public objective");
    tell_revealed(game, card);
    Ok(())
}

/// What a public objective that the speaker has just revealed asks for.
pub fn tell_revealed(game: &mut Game, card: PublicId) {
    game.say(|state| {
        let text = super::tables::tables().public(card).map_or("", |rule| rule.text);
        let points = card.get().points;
        let plural = if points == 1 { "" } else { "s" };
        format!("{} reveals **{}** ({points} point{plural}): {text}", state.speaker, card.name())
    });
}

/// (RR 81.3)
fn draw_action_cards(game: &mut Game) -> Flow {
    for seat in game.state.initiative_order() {
        let count = number(&game.state, Number::ActionCardsDrawn { seat }, 1);
        window::draw_action_cards(game, seat, count.clamp(0, 99) as u8)?;
    }
    Ok(())
}

/// (RR 81.4)
fn remove_tokens(state: &mut State) {
    for system in state.systems.values_mut() {
        system.tokens.clear();
    }
}

/// (RR 81.5) All at the same time; fleets that are too large afterwards shrink in initiative order.
fn gain_tokens(game: &mut Game) -> Flow {
    window::must(game, &mut Moment::TokensDue {})?;
    window::window(game, &mut Moment::TokensDue {})?;
    let answers = game.ask_each(|state| {
        let prompt = |seat: Seat| {
            let gained = gained(state, seat);
            let any = gained > 0 || state.player(seat).tokens.total() > 0;
            any.then(|| Prompt::compound(seat, Question::Tokens { gained }))
        };
        state.seats().filter_map(prompt).collect()
    })?;
    for seat in game.state.initiative_order() {
        let answer = answers.iter().find(|(who, _)| *who == seat);
        if let Some([Choice::Pools(pools)]) = answer.map(|(_, answer)| &answer[..]) {
            tokens::arrange(game, seat, *pools)?;
        }
    }
    game.state.end(Until::TokensGained);
    Ok(())
}

/// As many as there should be and reinforcements hold (RR 20.3).
fn gained(state: &State, seat: Seat) -> u8 {
    let count = number(state, Number::TokensGained { seat }, TOKENS).clamp(0, 99) as u8;
    count.min(state.token_reinforcements(seat))
}

/// (RR 81.6)
fn ready_cards(state: &mut State) {
    for planet in state.planets.values_mut().filter(|planet| planet.owner.is_some()) {
        planet.exhausted = false;
    }
    for player in &mut state.players {
        player.exhausted_technologies.clear();
    }
    for law in &mut state.laws {
        law.exhausted = false;
    }
    for slot in &mut state.strategy {
        slot.exhausted = false;
    }
}

/// (RR 81.7) Whether there was anything to repair.
fn repair(state: &mut State) -> bool {
    let mut repaired = false;
    let space = state.systems.values_mut().map(|system| &mut system.space);
    let ground = state.planets.values_mut().map(|planet| &mut planet.forces);
    for forces in space.chain(ground) {
        if forces.iter().any(|stack| stack.damaged) {
            repaired = true;
            for owner in forces.owners() {
                forces.repair(owner);
            }
        }
    }
    repaired
}

/// (RR 81.8) Then the agenda phase, once the custodians are gone, or a new round.
fn return_strategy_cards(game: &mut Game) -> Flow {
    window::must(game, &mut Moment::StatusPhaseEnds {})?;
    window::window(game, &mut Moment::StatusPhaseEnds {})?;
    let mut returned = Moment::StrategyCardsReturned { keeping: Seats::default() };
    window::must(game, &mut returned)?;
    window::window(game, &mut returned)?;
    if let Moment::StrategyCardsReturned { keeping } = returned {
        game.state.keeping = keeping;
    }
    let keeping = game.state.keeping;
    for slot in &mut game.state.strategy {
        slot.exhausted = false;
        if !slot.holder.is_some_and(|holder| keeping.contains(holder)) {
            slot.holder = None;
        }
    }
    game.state.zero = None;
    for player in &mut game.state.players {
        player.passed = player.eliminated;
    }
    game.state.end(Until::StatusPhaseEnds);
    game.state.forget_feats();
    game.state.active = None;
    if game.state.custodians {
        begin_round(game);
        return Ok(());
    }
    game.state.agendas_resolved = 0;
    game.state.stage = Stage::Agenda(AgendaStep::First);
    Ok(())
}

/// The next game round begins with its strategy phase (RR 40).
pub fn begin_round(game: &mut Game) {
    game.state.end(Until::RoundEnds);
    game.state.note_points();
    game.state.round = game.state.round.saturating_add(1);
    game.state.stage = Stage::Strategy;
    game.say(|state| format!("**Round {}** begins; {} picks first.", state.round, state.speaker));
}

// Scoring as one answer

fn declines(parts: &[Choice]) -> bool {
    parts.is_empty() || parts == [Choice::Pass]
}

fn check_score(state: &State, prompt: &Prompt<Imperium>, parts: &[Choice]) -> Result<(), Refusal> {
    if declines(parts) {
        return Ok(());
    }
    let seat = prompt.seat;
    let (publics, secrets) = objectives(parts);
    let leaks = secrets.iter().filter(|card| scoring::is_leaked(state, **card)).count();
    if publics.len() + leaks > 1 || secrets.len() - leaks > 1 {
        return Err(Refusal::new("that is more than one public or one secret objective")
            .rule("61.6")
            .instead("Name at most one of each."));
    }
    if publics.is_empty() && secrets.is_empty() {
        return Err(Refusal::new("no objective is named").instead(open(state, seat)));
    }
    let mut costs = Vec::new();
    for card in publics {
        scoring::can_score_public(state, seat, card)?;
        costs.push(scoring::public_cost(card));
    }
    for card in secrets {
        scoring::can_score_secret(state, seat, card, Phase::Status)?;
        costs.push(scoring::secret_cost(card));
    }
    for part in parts {
        let fits = matches!(part, Choice::Public(_) | Choice::Secret(_))
            || costs.iter().any(|cost| cost::pays(*cost, part));
        if !fits {
            return Err(Refusal::new("that pays for nothing here")
                .instead("Name objectives and just what they cost."));
        }
    }
    costs.into_iter().try_for_each(|cost| cost::check(state, seat, parts, cost))
}

fn open(state: &State, seat: Seat) -> String {
    let publics = scoring::scorable_publics(state, seat).into_iter().map(|card| card.name());
    let secrets = scoring::scorable_secrets(state, seat, Phase::Status).into_iter();
    let names: Vec<&str> = publics.chain(secrets.map(|card| card.name())).collect();
    match names.is_empty() {
        true => "You can score nothing now; pass.".into(),
        false => format!("You can score {}.", names.join(", ")),
    }
}

fn next_score(state: &State, prompt: &Prompt<Imperium>, draft: &[Choice]) -> Vec<Choice> {
    let seat = prompt.seat;
    let (publics, secrets) = objectives(draft);
    let mut parts = Vec::new();
    if draft.contains(&Choice::Pass) {
        return parts;
    }
    let costs = publics.iter().map(|card| scoring::public_cost(*card));
    for cost in costs.chain(secrets.iter().map(|card| scoring::secret_cost(*card))) {
        parts.extend(cost::parts(state, seat, cost, draft));
    }
    let leaks = secrets.iter().filter(|card| scoring::is_leaked(state, **card)).count();
    if publics.is_empty() && leaks == 0 {
        parts.extend(scoring::scorable_publics(state, seat).into_iter().map(Choice::Public));
        let leaks = scoring::scorable_leaks(state, seat, Phase::Status);
        parts.extend(leaks.into_iter().map(Choice::Secret));
    }
    if secrets.len() == leaks {
        let secrets = scoring::scorable_secrets(state, seat, Phase::Status);
        parts.extend(secrets.into_iter().map(Choice::Secret));
    }
    if draft.is_empty() {
        parts.push(Choice::Pass);
    }
    parts
}

/// The most points first: every pair, then single objectives, then nothing.
fn suggest_score(state: &State, prompt: &Prompt<Imperium>) -> Vec<Vec<Choice>> {
    let seat = prompt.seat;
    let mut publics: Vec<Vec<Choice>> = Vec::new();
    let mut cards = scoring::scorable_publics(state, seat);
    cards.sort_by_key(|card| std::cmp::Reverse(card.get().points));
    for card in cards {
        let paid = cost::cheapest(state, seat, scoring::public_cost(card)).unwrap_or_default();
        publics.push(std::iter::once(Choice::Public(card)).chain(paid).collect());
    }
    for card in scoring::scorable_leaks(state, seat, Phase::Status) {
        let paid = cost::cheapest(state, seat, scoring::secret_cost(card)).unwrap_or_default();
        publics.push(std::iter::once(Choice::Secret(card)).chain(paid).collect());
    }
    let mut secrets: Vec<Vec<Choice>> = Vec::new();
    for card in scoring::scorable_secrets(state, seat, Phase::Status) {
        let paid = cost::cheapest(state, seat, scoring::secret_cost(card)).unwrap_or_default();
        secrets.push(std::iter::once(Choice::Secret(card)).chain(paid).collect());
    }
    let mut answers: Vec<Vec<Choice>> = Vec::new();
    for public in &publics {
        answers.extend(secrets.iter().map(|secret| [&public[..], secret].concat()));
    }
    answers.append(&mut publics);
    answers.append(&mut secrets);
    answers.push(vec![Choice::Pass]);
    answers
}

/// `Question::ScoreObjectives`.
pub static SCORE: Compound =
    Compound { check: check_score, next: next_score, suggest: suggest_score };

/// `Question::Tokens`: the pools as they shall be, gained tokens included.
pub static POOLS: Compound = Compound {
    check: |state, prompt, parts| match parts {
        [Choice::Pools(pools)] => tokens::check(state, prompt.seat, *pools, total(state, prompt)),
        _ => Err(Refusal::new("say how many tokens shall lie in each pool")
            .rule("81.5")
            .instead(format!("You have {} in all.", total(state, prompt)))),
    },
    next: |state, prompt, draft| match draft.is_empty() {
        true => {
            let most = tokens::fleet_pool(state, prompt.seat);
            let all = tokens::arrangements(total(state, prompt));
            all.filter(|pools| pools.fleet <= most).map(Choice::Pools).collect()
        }
        false => Vec::new(),
    },
    suggest: |state, prompt| {
        let now = state.player(prompt.seat).tokens;
        let most = tokens::fleet_pool(state, prompt.seat);
        let answers = tokens::suggestions(now, gain_of(prompt)).into_iter();
        let answers = answers.filter(|pools| pools.fleet <= most);
        answers.map(|pools| vec![Choice::Pools(pools)]).collect()
    },
};

fn gain_of(prompt: &Prompt<Imperium>) -> u8 {
    match prompt.question {
        Question::Tokens { gained } => gained,
        _ => 0,
    }
}

fn total(state: &State, prompt: &Prompt<Imperium>) -> u8 {
    state.player(prompt.seat).tokens.total() + gain_of(prompt)
}
