//! Council events: votes, agendas, ballots, with and without the AI faction.

use super::*;
use crate::engine::Refusal;
use crate::inscription::ask::Ballot;

/// Claim votes, vote, resolve the outcome (Council Event Cards).
pub fn council(game: &mut Game, stage: Stage) -> Flow {
    marking(game, Window::Effects, |desk| {
        desk.push(&[Effect::Claim(Asset::Vote, desk.me.ind.councilors)]);
    })?;
    let council = reveal(game, stage);
    game.state.council = Some(council);
    game.reveal("an agenda");
    game.say(|state| words(state, council));
    let ballots = ballots(game, council)?;
    let effects = match council.counter {
        None => together(game, council, &ballots)?,
        Some(_) => alone(game, council, &ballots)?,
    };
    for (seat, ballot) in &ballots {
        spend(&mut game.state, *seat, ballot);
    }
    marking(game, Window::Effects, |desk| desk.push(&effects[desk.seat.index()]))?;
    game.state.council = None;
    Ok(())
}

fn reveal(game: &mut Game, stage: Stage) -> Council {
    let pack = game.state.pack.get();
    let deck = &mut game.state.agendas[stage.section()];
    let agenda = deck.pop().expect("a stage has one council and an agenda for it");
    let mut counter = None;
    // The first one whose star differs is the counter agenda.
    while game.state.small() && counter.is_none() {
        let next =
            game.state.agendas[stage.section()].pop().expect("a pack has both kinds in each stage");
        counter = Some(next).filter(|next| pack.agenda(*next).star != pack.agenda(agenda).star);
    }
    Council { stage, agenda, counter }
}

fn words(state: &State, council: Council) -> String {
    let pack = state.pack.get();
    let card = pack.agenda(council.agenda);
    match council.counter {
        None => {
            let [pass, fail] = &card.text;
            format!("Agenda: {} ({}). Pass: {pass}. Fail: {fail}.", card.name, pack.footer)
        }
        Some(counter) => {
            let counter = pack.agenda(counter);
            let star = |starred: bool| if starred { "★ " } else { "" };
            format!(
                "Agenda: {}Pass of {}: {}. {}Fail of {}: {}. Who outvotes the AI faction gets the outcome with the star. ({})",
                star(card.star),
                card.name,
                card.text[0],
                star(counter.star),
                counter.name,
                counter.text[1],
                pack.footer
            )
        }
    }
}

/// What somebody cast: for what, how many claimed votes, with which relics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    pub ballot: Option<Ballot>,
    pub claimed: u8,
    pub total: u8,
    pub relics: Vec<RelicId>,
}

/// Secret ballots (Council Event Cards); those who always abstain are not asked.
fn ballots(game: &mut Game, council: Council) -> Flow<Vec<(Seat, Cast)>> {
    let votes = |state: &State, seat: Seat| !state.passives(seat).contains(&Passive::Abstain);
    let question = Question::Ballot { agenda: council.agenda, counter: council.counter };
    let answers = game.ask_each(|state| {
        let voters = state.seats().filter(|seat| votes(state, *seat));
        voters.map(|seat| Prompt::compound(seat, question.clone())).collect()
    })?;
    if game.state.players.len() > 1 {
        game.reveal("the ballots");
    }
    let mut ballots: Vec<(Seat, Cast)> = Vec::new();
    for (seat, choices) in answers {
        ballots.push((seat, read(&game.state, seat, &choices)));
    }
    // Revealed clockwise from the Speaker's left.
    let n = game.state.players.len() as u8;
    let from = game.state.speaker.0 + 1;
    ballots.sort_by_key(|(seat, _)| (seat.0 + n - from % n) % n);
    Ok(ballots)
}

fn read(state: &State, seat: Seat, choices: &[Choice]) -> Cast {
    let mut cast = Cast { ballot: None, claimed: 0, total: 0, relics: Vec::new() };
    for choice in choices {
        match choice {
            Choice::Vote { ballot, votes } => (cast.ballot, cast.claimed) = (Some(*ballot), *votes),
            Choice::Mark(Mark::Play(relic)) => cast.relics.push(*relic),
            _ => {}
        }
    }
    cast.total = cast.claimed;
    for relic in &cast.relics {
        cast.total += free_votes(state, *relic);
    }
    for passive in state.passives(seat) {
        if let (Passive::FreeVotes(more), 1..) = (passive, cast.claimed) {
            cast.total += more;
        }
    }
    cast
}

fn free_votes(state: &State, relic: RelicId) -> u8 {
    let effects = state.pack.get().relic(relic).effect.iter();
    effects.map(|effect| if let Effect::FreeVotes(n) = effect { *n } else { 0 }).sum()
}

/// Relics that may be played with a ballot.
pub fn playable(state: &State, seat: Seat) -> Vec<RelicId> {
    let pack = state.pack.get();
    let hand = state.player(seat).hand.iter().copied();
    hand.filter(|relic| pack.relic(*relic).when == When::Council).collect()
}

/// # Errors
/// What is wrong with a ballot, and what could be cast.
pub fn check(state: &State, seat: Seat, counter: bool, choices: &[Choice]) -> Result<(), Refusal> {
    let held = state.player(seat).count(Asset::Vote);
    let mut cast = None;
    let mut relics: Vec<RelicId> = Vec::new();
    for choice in choices {
        match choice {
            Choice::Vote { .. } if cast.is_some() => {
                return Err(Refusal::new("there is one outcome on a ballot"));
            }
            Choice::Vote { ballot, votes } => {
                if (*ballot == Ballot::Commit) != counter {
                    let instead =
                        if counter { "Write a number." } else { "Write `pass 2` or `fail 2`." };
                    return Err(Refusal::new("that is not voted on here").instead(instead));
                }
                if *votes > held {
                    return Err(Refusal::new(format!("{votes} votes are too many"))
                        .instead(format!("You have {held}.")));
                }
                cast = Some(*votes);
            }
            Choice::Mark(Mark::Play(relic)) => {
                if !playable(state, seat).contains(relic) || relics.contains(relic) {
                    return Err(Refusal::new("that relic is not played with a ballot"));
                }
                relics.push(*relic);
            }
            _ => return Err(Refusal::new("a ballot has votes and relics only")),
        }
    }
    match cast {
        Some(0) if relics.is_empty() => {
            Err(Refusal::new("no votes are no ballot").instead("Leave it empty to abstain."))
        }
        None if !relics.is_empty() => {
            Err(Refusal::new("a relic needs an outcome to be played for"))
        }
        _ => Ok(()),
    }
}

/// The larger total wins; a tie is decided by a black die (Council Event Cards).
fn together(game: &mut Game, council: Council, ballots: &[(Seat, Cast)]) -> Flow<Vec<Vec<Effect>>> {
    let total = |wanted: Ballot| -> u32 {
        let fits = ballots.iter().filter(|(_, cast)| cast.ballot == Some(wanted));
        fits.map(|(_, cast)| u32::from(cast.total)).sum()
    };
    for (seat, cast) in ballots {
        game.say(|_| match cast.ballot {
            Some(ballot) => format!("{seat} casts {} for {}.", cast.total, ballot.word()),
            None => format!("{seat} abstains."),
        });
    }
    let (pass, fail) = (total(Ballot::Pass), total(Ballot::Fail));
    let passes = match pass.cmp(&fail) {
        std::cmp::Ordering::Equal => {
            let label = format!("round {}, tied agenda", game.state.round);
            let die = game.random(label, 6, 1)?[0];
            let face = game.state.pack.get().black[die as usize - 1];
            game.say(|_| format!("A tie at {pass}; the die shows {}.", face.letter()));
            face == Resource::M
        }
        other => other == std::cmp::Ordering::Greater,
    };
    let card = game.state.pack.get().agenda(council.agenda);
    let at = usize::from(!passes);
    game.say(|_| {
        let word = if passes { "passes" } else { "fails" };
        format!("{} {word}, {pass} to {fail}: {}.", card.name, card.text[at])
    });
    Ok(vec![card.outcomes[at].clone(); game.state.players.len()])
}

/// Everybody against the AI faction, separately (Solo and Two-Player Rules, Council Events).
fn alone(game: &mut Game, council: Council, ballots: &[(Seat, Cast)]) -> Flow<Vec<Vec<Effect>>> {
    let pack = game.state.pack.get();
    let section = council.stage.section();
    let mut votes = 0;
    if let Some(ai) = &mut game.state.ai {
        ai::line_through(&mut ai.votes[section], &pack.ai.votes[section]);
        votes = ai::value(&ai.votes[section], &pack.ai.votes[section]);
    }
    let label = format!("round {}, votes of the AI", game.state.round);
    let die = game.random(label, 6, 1)?[0];
    votes += pack.black[die as usize - 1].index() as u8;
    game.say(|_| format!("The AI faction casts {votes} votes."));
    let agenda = pack.agenda(council.agenda);
    let counter = pack.agenda(council.counter.unwrap_or(council.agenda));
    let (pass, fail) =
        ((&agenda.outcomes[0], &agenda.text[0]), (&counter.outcomes[1], &counter.text[1]));
    let (good, bad) = if agenda.star { (pass, fail) } else { (fail, pass) };
    let mut all = Vec::new();
    for seat in game.state.seats() {
        let cast = ballots.iter().find(|(who, _)| *who == seat).map_or(0, |(_, cast)| cast.total);
        let outcome = if cast > votes { good } else { bad };
        game.say(|_| format!("{seat} casts {cast}: {}.", outcome.1));
        all.push(outcome.0.clone());
    }
    Ok(all)
}

/// Winners and losers alike slash what they cast, before the outcome takes anything (Q26).
fn spend(state: &mut State, seat: Seat, cast: &Cast) {
    let player = &mut state.players[seat.index()];
    for _ in 0..cast.claimed {
        player.slash(Asset::Vote);
    }
    for relic in &cast.relics {
        player.hand.retain(|held| held != relic);
        player.played.push(*relic);
    }
}
