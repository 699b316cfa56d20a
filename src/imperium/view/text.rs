//! Questions and choices in words, and the short keys by which commands and buttons name choices.
//! Seats appear as marks, see `engine::name_seats`.

mod details;
mod questions;

pub use details::detail;
pub use questions::question;
use questions::respond;

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::tables::tables;
use crate::imperium::rules::window::Moment;
use crate::imperium::state::*;

impl HitSource {
    pub fn name(self) -> &'static str {
        match self {
            HitSource::SpaceCannon => "space cannons",
            HitSource::AimedCannon => "space cannons that spare fighters",
            HitSource::Barrage => "an anti-fighter barrage",
            HitSource::SpaceCombat => "space combat",
            HitSource::AimedCombat => "space combat that spares fighters",
            HitSource::Bombardment => "bombardment",
            HitSource::GroundCombat => "ground combat",
            HitSource::Card => "a card",
            HitSource::AimedCard => "an ability that spares fighters",
        }
    }
}

/// "Quann / 205" for space, "Quann" for a planet.
pub fn place_name(state: &State, place: Place) -> String {
    match place {
        Place::Space(system) => state.system_name(system),
        Place::Planet(planet) => planet.name().into(),
    }
}

/// A choice as a button or list entry says it, at most 80 characters.
pub fn choice(state: &State, question: &Question, choice: &Choice) -> String {
    let damaged = |yes: &bool| if *yes { "damaged " } else { "" };
    let text = match choice {
        Choice::Pass => pass(question).into(),
        Choice::Yes => yes(question).into(),
        Choice::Activate(system) => format!("Activate {}", state.system_name(*system)),
        Choice::Strategic(card) => format!("Strategic: {}", card.name()),
        Choice::Play(card) => format!("Play {}", card.name()),
        Choice::PlayNote(note) => format!("Play {}", note_name(*note)),
        Choice::Use(name) => format!("Use {}", name.0),
        Choice::Strategy(card) => strategy(state, *card),
        Choice::System(system) => state.system_name(*system),
        Choice::Planet(planet) => planet_words(state, *planet),
        Choice::Technology(tech) => technology(*tech),
        Choice::Wormhole(kind) => format!("the {} wormhole", kind.symbol()),
        Choice::Commodity => "1 commodity".into(),
        Choice::Card(card) => card.name().into(),
        Choice::Player(seat) => seat.to_string(),
        Choice::Outcome(outcome) => elected(state, *outcome),
        Choice::Agenda(agenda) => agenda.name().into(),
        Choice::Public(card) => format!("{} ({})", card.name(), points(card.get().points)),
        Choice::Secret(card) => card.name().into(),
        Choice::Number(n) => n.to_string(),
        Choice::Token(pool) => format!("1 token to {}", pool.name()),
        Choice::Pools(tokens) => format!(
            "tactic {}, fleet {}, strategy {}",
            tokens.tactic, tokens.fleet, tokens.strategy
        ),
        Choice::Move { kind, damaged: d, count, from, via } => {
            let via = match via.is_empty() {
                true => String::new(),
                false => format!(" via {}", list(via.iter().map(|system| system.to_string()))),
            };
            format!("{}{} from {from}{via}", damaged(d), kind.label(usize::from(*count)))
        }
        Choice::Carry { kind, damaged: d, count, from, ship, .. } => format!(
            "carry {}{} from {} with {}",
            damaged(d),
            kind.label(usize::from(*count)),
            place_name(state, *from),
            ship.name()
        ),
        Choice::Land { kind, damaged: d, count, planet } => {
            format!("{}{} to {}", damaged(d), kind.label(usize::from(*count)), planet.name())
        }
        Choice::Build { kind, count, at } => match at {
            Place::Space(_) => format!("build {}", kind.label(usize::from(*count))),
            Place::Planet(planet) => {
                format!("build {} on {}", kind.label(usize::from(*count)), planet.name())
            }
        },
        Choice::Structure { kind, planet } => format!("{} on {}", kind.name(), planet.name()),
        Choice::Recall { kind, damaged: d, count, from } => {
            let units = kind.label(usize::from(*count));
            format!("take back {}{units} from {}", damaged(d), place_name(state, *from))
        }
        Choice::Specialty(planet) => {
            let fields = planet.get().tech_specialties.iter().map(|colour| colour.name().into());
            format!("{}'s {} specialty", planet.name(), list(fields))
        }
        Choice::Deck => "the deck".into(),
        Choice::Exhaust(planet) => format!("exhaust {}", planet_words(state, *planet)),
        Choice::TradeGoods(n) => format!("spend {}", count_of(*n, "trade good")),
        Choice::SpendTokens { pool, count } => {
            format!("spend {}", count_of(*count, &format!("{} token", pool.name())))
        }
        Choice::Sustain { kind, count } => {
            format!("sustain damage with {}", kind.label(usize::from(*count)))
        }
        Choice::Destroy { kind, damaged: d, count } => {
            format!("lose {}{}", damaged(d), kind.label(usize::from(*count)))
        }
        Choice::Lose { kind, damaged: d, count, at } => {
            let units = kind.label(usize::from(*count));
            format!("lose {}{units} in {}", damaged(d), place_name(state, *at))
        }
        Choice::Bombard { kind, count, planet } => {
            format!("{} at {}", kind.label(usize::from(*count)), planet.name())
        }
        Choice::Raise { kind, shows } => format!("add 1 to {}: {shows}", kind.name()),
        Choice::Unit { kind, damaged: d } => format!("{}{}", damaged(d), kind.name()),
        Choice::UnitAt { owner, kind, damaged: d, at } => {
            format!("{}{} of {owner}, {}", damaged(d), kind.name(), place_name(state, *at))
        }
        Choice::Reroll { kind, shows } => format!("{} that shows {shows}", kind.name()),
        Choice::Transfer { kind, damaged: d, count, from, to } => {
            let units = kind.label(usize::from(*count));
            let from = place_name(state, *from);
            format!("{}{units} from {from} to {}", damaged(d), to.name())
        }
    };
    shorten(text, 80)
}

/// A choice where the command says what is done with it: "Quann / 205" for "Activate Quann / 205".
pub fn bare(state: &State, question: &Question, choice: &Choice) -> String {
    match choice {
        Choice::Activate(system) => state.system_name(*system),
        Choice::Strategic(card) => card.name().into(),
        Choice::Play(card) => card.name().into(),
        Choice::PlayNote(note) => note_name(*note),
        Choice::Use(power) => power.0.clone(),
        other => self::choice(state, question, other),
    }
}

fn pass(question: &Question) -> &'static str {
    match question {
        Question::ChooseAction => "Pass for this round",
        Question::ChooseAnotherAction => "End your turn",
        Question::Move { .. } => "Move nothing",
        Question::Produce { .. }
        | Question::ProduceOn { .. }
        | Question::ProduceFreely { .. }
        | Question::Salvage { .. } => "Produce nothing",
        Question::FireSpaceCannon { .. } => "Hold fire",
        Question::AnnounceRetreat { .. } => "Stay and fight",
        Question::TakeFromBoard { .. } => "Take none",
        Question::Vote { .. } => "Abstain",
        Question::ScoreSecret | Question::ScoreObjectives => "Score nothing",
        Question::Secondary { .. } => "Decline",
        Question::Research { .. } | Question::MayResearch => "Research nothing",
        Question::Primary { .. } => "Do nothing",
        _ => "Pass",
    }
}

fn yes(question: &Question) -> &'static str {
    match question {
        Question::FireSpaceCannon { .. } => "Fire",
        Question::RerollAll { .. } => "Roll them again",
        Question::AnnounceRetreat { .. } => "Retreat",
        _ => "Yes",
    }
}

pub fn points(n: u8) -> String {
    count_of(n, "point")
}

fn strategy(state: &State, card: StrategyId) -> String {
    let initiative = card.get().initiative;
    match state.slot(card).map_or(0, |slot| slot.trade_goods) {
        0 => format!("{initiative} {}", card.name()),
        goods => {
            format!("{initiative} {} (+{})", card.name(), count_of(goods, "trade good"))
        }
    }
}

fn planet_words(state: &State, planet: PlanetId) -> String {
    format!("{} ({}/{})", planet.name(), state.resources(planet), state.influence(planet))
}

/// "Gravity Drive (blue)".
pub fn technology(tech: TechId) -> String {
    match tech.get().colour() {
        Some(colour) => format!("{} ({})", tech.name(), colour.name()),
        None => format!("{} (unit upgrade)", tech.name()),
    }
}

pub fn elected(state: &State, elected: Elected) -> String {
    match elected {
        Elected::Planet(planet) => planet_words(state, planet),
        other => outcome(other),
    }
}

/// "law, elects a player"; "directive".
pub fn agenda_kind(agenda: AgendaId) -> String {
    let row = agenda.get();
    let kind = match row.kind {
        AgendaKind::Law => "law",
        AgendaKind::Directive => "directive",
    };
    let elected = match row.elect {
        None => return kind.into(),
        Some(Elect::Player) => "a player",
        Some(Elect::Planet) => "a planet",
        Some(Elect::CulturalPlanet) => "a cultural planet",
        Some(Elect::HazardousPlanet) => "a hazardous planet",
        Some(Elect::IndustrialPlanet) => "an industrial planet",
        Some(Elect::OtherPlanet) => "a planet, no home and not Mecatol Rex",
        Some(Elect::Law) => "a law",
        Some(Elect::StrategyCard) => "a strategy card",
        Some(Elect::ScoredSecret) => "a scored secret objective",
    };
    format!("{kind}, elects {elected}")
}

/// An outcome where no position is at hand: planets without their worth.
pub fn outcome(outcome: Elected) -> String {
    match outcome {
        Elected::Planet(planet) => planet.name().into(),
        Elected::For => "For".into(),
        Elected::Against => "Against".into(),
        Elected::Player(seat) => seat.to_string(),
        Elected::Law(agenda) => agenda.name().into(),
        Elected::Strategy(card) => card.name().into(),
        Elected::Secret(seat, card) => format!("{} of {seat}", card.name()),
    }
}

/// "1 trade good", "2 commodities".
pub fn count_of(n: impl Into<u32>, word: &str) -> String {
    match (n.into(), word.strip_suffix('y')) {
        (1, _) => format!("1 {word}"),
        (n, Some(stem)) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{n} {stem}ies"),
        (n, _) => format!("{n} {word}s"),
    }
}

/// "a, b and c".
pub fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match items.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// At most `limit` characters, with an ellipsis where something was cut.
pub fn shorten(text: String, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text;
    }
    let mut short: String = text.chars().take(limit - 1).collect();
    short.push('…');
    short
}

/// "2 cruisers, 1 carrier and 3 infantry" of some stacks.
pub fn stacks<'a>(stacks: impl Iterator<Item = &'a Stack>) -> String {
    list(stacks.map(|stack| {
        let damaged = if stack.damaged { " (damaged)" } else { "" };
        format!("{}{damaged}", stack.kind.label(usize::from(stack.count)))
    }))
}

impl Pool {
    pub fn name(self) -> &'static str {
        match self {
            Pool::Tactic => "tactic",
            Pool::Fleet => "fleet",
            Pool::Strategy => "strategy",
        }
    }
}

impl SetupStep {
    pub fn name(self) -> &'static str {
        match self {
            SetupStep::Deal => "the deal",
            SetupStep::StartingTechnologies => "starting technologies",
            SetupStep::StartingUnits => "starting units",
            SetupStep::SecretObjectives => "secret objectives",
        }
    }
}

impl StatusStep {
    pub fn name(self) -> &'static str {
        match self {
            StatusStep::Score => "scoring",
            StatusStep::Reveal => "the next objective",
            StatusStep::DrawActionCards => "action cards",
            StatusStep::RemoveTokens => "tokens come back",
            StatusStep::GainTokens => "new tokens",
            StatusStep::ReadyCards => "cards are readied",
            StatusStep::Repair => "repairs",
            StatusStep::ReturnStrategyCards => "strategy cards go back",
        }
    }
}

/// The groups into which long lists of choices are sorted on buttons and in menus.
pub fn group(choice: &Choice) -> &'static str {
    match choice {
        Choice::Activate(_) => "Tactical action",
        Choice::Strategic(_) => "Strategic action",
        Choice::Play(_) | Choice::PlayNote(_) => "Play a card",
        Choice::Use(_) => "Use a power",
        Choice::Move { .. } => "Ships",
        Choice::Carry { .. } | Choice::Transfer { .. } => "Transport",
        Choice::Land { .. } => "Land",
        Choice::Bombard { .. } => "Bombard",
        Choice::Build { .. } | Choice::Recall { .. } => "Build",
        Choice::Exhaust(_) | Choice::TradeGoods(_) | Choice::SpendTokens { .. } => "Pay",
        Choice::Sustain { .. } => "Sustain",
        Choice::Destroy { .. } | Choice::Lose { .. } => "Lose",
        Choice::Technology(_) | Choice::Specialty(_) => "Technology",
        Choice::Token(_) | Choice::Pools(_) => "Command tokens",
        _ => "",
    }
}

/// A short stable name for a choice, in the letters of a Discord id; options are found by it.
pub fn key(choice: &Choice) -> String {
    let json = serde_json::to_string(choice).expect("choices are plain data");
    let mut key = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '{' | '}' | '"' => {}
            ':' | ',' => key.push('.'),
            other => key.push(other),
        }
    }
    for (long, short) in [
        (".damaged.false", ""),
        ("damaged.true", "dmg"),
        (".via.[]", ""),
        ("kind.", ""),
        ("count.", ""),
        ("from.", ""),
        ("Planet.", ""),
        ("Space.", ""),
    ] {
        key = key.replace(long, short);
    }
    if key.len() > 60 || !key.is_ascii() {
        let mut hash = crate::engine::digest(&key);
        hash.insert(0, '~');
        return hash;
    }
    key
}

/// Our own description of an action card; empty when it has no behaviour yet.
pub fn card_text(card: ActionCardId) -> &'static str {
    tables().action_card(card).map_or("", |component| component.text)
}

/// "Ceasefire of «1»".
pub fn note_name(note: Note) -> String {
    format!("{} of {}", note.card.name(), note.of)
}

/// Our own description of a promissory note; empty when it has no behaviour yet.
pub fn note_text(card: NoteId) -> &'static str {
    tables().note(card).map_or("", |rule| rule.text)
}

/// Our own description of a secret objective; empty when it cannot be scored yet.
pub fn secret_text(card: SecretId) -> &'static str {
    tables().secret(card).map_or("", |rule| rule.text)
}

/// Our own description of an agenda; empty when it has no behaviour yet.
pub fn agenda_text(agenda: AgendaId) -> &'static str {
    tables().agenda(agenda).map_or("", |rule| rule.text)
}

/// The laws in force, one a line: name, outcome and what it does.
pub fn laws(view: &super::View) -> String {
    let line = |law: &super::LawView| {
        let outcome =
            if law.outcome.is_empty() { String::new() } else { format!(" ({})", law.outcome) };
        let exhausted = if law.exhausted { " [exhausted]" } else { "" };
        format!("**{}**{outcome}{exhausted}: {}", law.agenda.name(), law.text)
    };
    match view.laws.is_empty() {
        true => "No law is in force.".into(),
        false => view.laws.iter().map(line).collect::<Vec<_>>().join("\n"),
    }
}

/// A question as `viewer` may read it: somebody else's in general words where its own words could
/// tell what that seat holds.
pub fn question_for(state: &State, viewer: Option<Seat>, seat: Seat, asked: &Question) -> String {
    match asked {
        _ if viewer == Some(seat) => question(state, seat, asked),
        Question::Respond { to } => respond(state, to),
        Question::ChooseAction => "Your turn: an action, or pass.".into(),
        // The card is not on the table yet.
        Question::CardTarget { .. } => "is choosing.".into(),
        // Whose it is depends on a hand.
        Question::ScoreSecret => format!("{}.", topic(asked)),
        Question::StartingTechnologies { .. }
        | Question::PlaceStartingUnits
        | Question::KeepSecret
        | Question::PickStrategyCard
        | Question::ChooseAnotherAction
        | Question::Move { .. }
        | Question::FireSpaceCannon { .. }
        | Question::AssignHits { .. }
        | Question::AnnounceRetreat { .. }
        | Question::RetreatTo { .. }
        | Question::RetreatWith { .. }
        | Question::TokenFromSheet { .. }
        | Question::InvasionOrder { .. }
        | Question::RemoveExcess { .. }
        | Question::Bombard { .. }
        | Question::CommitGroundForces { .. }
        | Question::Produce { .. }
        | Question::ProduceOn { .. }
        | Question::ProduceFreely { .. }
        | Question::Salvage { .. }
        | Question::Spread
        | Question::Transfer { .. }
        | Question::Primary { .. }
        | Question::Secondary { .. }
        | Question::Target { .. }
        | Question::AgendaOrder { .. }
        | Question::Research { .. }
        | Question::MayResearch
        | Question::TechnologyTarget { .. }
        | Question::CopyInstead { .. }
        | Question::AbilityTarget { .. }
        | Question::UnitTarget { .. }
        | Question::UnitText { .. }
        | Question::NoteTarget { .. }
        | Question::Reroll { .. }
        | Question::RerollAll { .. }
        | Question::LoseShips { .. }
        | Question::Lose { .. }
        | Question::TakeFromBoard { .. }
        | Question::TakeHit { .. }
        | Question::Revive { .. }
        | Question::DiscardDown { .. }
        | Question::DiscardCards { .. }
        | Question::DiscardSecret
        | Question::ScoreObjectives
        | Question::Tokens { .. }
        | Question::GainTokens { .. }
        | Question::Vote { .. }
        | Question::BreakTie { .. }
        | Question::AgendaTarget { .. }
        | Question::NextPrediction { .. }
        | Question::Pay { .. } => question(state, seat, asked),
    }
}

/// What a question is about, without anything that only one seat knows.
pub fn topic(question: &Question) -> String {
    match question {
        Question::StartingTechnologies { .. } => "Starting technologies".into(),
        Question::PlaceStartingUnits => "Placing the starting units".into(),
        Question::KeepSecret => "Choosing a secret objective".into(),
        Question::PickStrategyCard => "Picking a strategy card".into(),
        Question::ChooseAction => "The next action".into(),
        Question::Move { system } => format!("Movement into {system}"),
        Question::FireSpaceCannon { system, .. } => format!("Space cannon in {system}"),
        Question::AssignHits { hits, source, .. } => {
            format!("Assigning {} of {}", count_of(*hits, "hit"), source.name())
        }
        Question::AnnounceRetreat { system } => format!("A retreat from {system}"),
        Question::RetreatTo { .. } | Question::RetreatWith { .. } => "The retreat".into(),
        Question::RemoveExcess { system, .. } => format!("Removing what is too much in {system}"),
        Question::Bombard { system } => format!("Bombardment in {system}"),
        Question::CommitGroundForces { system } => format!("Landing in {system}"),
        Question::InvasionOrder { system } => format!("The order of the invasion in {system}"),
        Question::Produce { system, .. }
        | Question::ProduceFreely { system, .. }
        | Question::Salvage { system, .. } => {
            format!("Production in {system}")
        }
        Question::Primary { card }
        | Question::Target { card, .. }
        | Question::AgendaOrder { card } => card.name().into(),
        Question::Secondary { card } => format!("The secondary ability of {}", card.name()),
        Question::Respond { .. } => "Responding".into(),
        Question::CardTarget { .. } => "The target of a card".into(),
        Question::NoteTarget { note } => note.name().into(),
        Question::DiscardDown { .. } => "Discarding down to the hand limit".into(),
        Question::Revive { .. } => "Infantry that comes back".into(),
        Question::Reroll { .. } | Question::RerollAll { .. } => "Rolling dice again".into(),
        Question::LoseShips { .. } => "Losing ships".into(),
        Question::TakeFromBoard { kind, .. } => format!("Taking a {} from the board", kind.name()),
        Question::DiscardCards { .. } => "Discarding action cards".into(),
        Question::UnitTarget { unit } => unit.name().into(),
        Question::TakeHit { .. } => "Taking a hit".into(),
        Question::DiscardSecret => "Returning a secret objective".into(),
        Question::ScoreObjectives => "Scoring objectives".into(),
        Question::ScoreSecret => "Scoring a secret objective".into(),
        Question::Tokens { .. } | Question::GainTokens { .. } | Question::TokenFromSheet { .. } => {
            "Command tokens".into()
        }
        Question::Vote { agenda } => format!("The vote on {}", agenda.name()),
        Question::BreakTie { agenda } => format!("The tie on {}", agenda.name()),
        Question::AgendaTarget { agenda, .. } | Question::Lose { agenda, .. } => {
            agenda.name().into()
        }
        Question::NextPrediction { .. } => "The order of predictions".into(),
        Question::MayResearch => "Research".into(),
        Question::AbilityTarget { ability } => ability.name().into(),
        Question::UnitText { unit, .. } => unit.name().into(),
        Question::CopyInstead { tech } => format!("Copying {}", tech.name()),
        Question::Pay { .. } => "A payment".into(),
        _ => "A decision".into(),
    }
}

/// Whether what a question tells of is aimed at the seat that is asked.
pub fn concerns(state: &State, seat: Seat, question: &Question) -> bool {
    match question {
        Question::Respond { to } => match &**to {
            Moment::CardPlayed { .. } => false,
            Moment::Activated { system, .. } => {
                state.places(*system).any(|place| state.forces(place).of(seat).next().is_some())
            }
            Moment::StrategyPicked { .. } | Moment::VotesCast { .. } => false,
            Moment::AgendaPhaseStarts {}
            | Moment::WhenRevealed { .. }
            | Moment::AfterRevealed { .. }
            | Moment::BeforeVote { .. }
            | Moment::StrategyPhaseEnds {}
            | Moment::StatusPhaseEnds {} => false,
            Moment::OthersTurnStarts { .. } => false,
            Moment::StrategyPhaseStarts {} | Moment::StrategyCardsReturned { .. } => false,
            _ => true,
        },
        _ => true,
    }
}

/// Where the game stands, a line a player.
pub fn summary(state: &State) -> String {
    let mut lines = vec![match (state.winner, state.round) {
        (Some(winner), _) => format!("**{winner} has won.**"),
        (None, round) => format!("Round {round} · to {} points", state.options.goal),
    }];
    let mut seats: Vec<Seat> = (0..state.players.len()).map(|i| Seat(i as u8)).collect();
    seats.sort_by_key(|seat| std::cmp::Reverse(state.points(*seat)));
    for seat in seats {
        let player = state.player(seat);
        let mut marks = Vec::new();
        if state.active == Some(seat) {
            marks.push("on turn");
        }
        if state.speaker == seat {
            marks.push("speaker");
        }
        if player.eliminated {
            marks.push("out of the game");
        } else if player.passed {
            marks.push("passed");
        }
        let marks =
            if marks.is_empty() { String::new() } else { format!(" · {}", marks.join(", ")) };
        lines.push(format!("**{}** {seat} ({}){marks}", state.points(seat), player.faction.name()));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests;
