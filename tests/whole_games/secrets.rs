//! What a seat cannot know changes nothing of what it sees, hears and is asked.

use super::*;
use custodian::engine::Audience;
use custodian::imperium::data::{ActionCardId, SecretId, TechId};
use custodian::imperium::rules::ask::Question;
use custodian::imperium::rules::compound;
use custodian::imperium::view::{View, text};

/// Cards that one step may draw from a deck.
const TOP: usize = 10;

/// The same position with other cards where `me` cannot see them: in the hand and among the secret
/// objectives of `other`, and deep in the decks, where no card of this step comes from.
pub(super) fn otherwise(state: &State, other: Seat, salt: usize) -> State {
    let mut changed = state.clone();
    let decks = &mut changed.decks;
    let player = &mut changed.players[other.index()];
    let deep = decks.action_cards.len().saturating_sub(TOP);
    for (i, card) in player.hand.iter_mut().enumerate() {
        if deep > 0 {
            let at = scattered(salt + i) % deep;
            std::mem::swap(card, &mut decks.action_cards[at]);
        }
    }
    let deep = decks.secrets.len().saturating_sub(TOP);
    for (i, card) in player.secrets.iter_mut().enumerate() {
        if deep > 0 {
            let at = scattered(salt + 50 + i) % deep;
            std::mem::swap(card, &mut decks.secrets[at]);
        }
    }
    let deep = decks.agendas.len().saturating_sub(TOP);
    decks.agendas[..deep].reverse();
    // Those of the second stage, but not the next one.
    let later = decks.publics.iter().rev().skip(1).filter(|card| card.get().stage == 2).count();
    decks.publics[..later].reverse();
    changed
}

/// Whether `other`'s hidden cards themselves came into play in these entries.
pub(super) fn shows(entries: &[Entry<Imperium>], other: Seat) -> bool {
    let named =
        |choice: &Choice| matches!(choice, Choice::Play(_) | Choice::Card(_) | Choice::Secret(_));
    entries.iter().any(|entry| match entry {
        Entry::Answer { seat, choices, .. } => *seat == other && choices.iter().any(named),
        Entry::Chance { label, .. } => {
            ["Spy", "a card of", "secret objective deck", "action card deck"]
                .iter()
                .any(|word| label.contains(word))
        }
        _ => false,
    })
}

/// A question with its options, next parts and suggestions.
#[derive(PartialEq)]
struct Offered(Question, Vec<Choice>, Vec<Choice>, Vec<Vec<Choice>>);

/// All that reaches `me`: the view, the news, who is asked what, and the own options.
#[derive(PartialEq)]
struct Seen {
    views: [View; 2],
    heard: Vec<String>,
    asked: Vec<(Seat, String)>,
    offered: Vec<Offered>,
}

fn seen(begin: &State, entries: &[Entry<Imperium>], seed: &Seed, me: Seat) -> Result<Seen, String> {
    let run = run(begin, entries, seed, 0);
    let prompts = match run.outcome {
        Outcome::Waiting(prompts) => prompts,
        Outcome::Checkpoint => Vec::new(),
        Outcome::Misfit(why) | Outcome::Broken(why) => return Err(why),
    };
    let state = &run.state;
    let viewer = Some(me);
    let heard = run.news.into_iter().filter(|piece| piece.audience.includes(viewer));
    let asked = prompts.iter().map(|prompt| {
        (prompt.seat, text::question_for(state, viewer, prompt.seat, &prompt.question))
    });
    let own = prompts.iter().filter(|prompt| prompt.seat == me).map(|prompt| {
        let shape = compound::shape(&prompt.question);
        let next = shape.map_or(Vec::new(), |shape| (shape.next)(state, prompt, &[]));
        let suggested = shape.map_or(Vec::new(), |shape| (shape.suggest)(state, prompt));
        Offered(prompt.question.clone(), prompt.options.clone(), next, suggested)
    });
    Ok(Seen {
        views: [View::of(state, None), View::of(state, viewer)],
        heard: heard.map(|piece| piece.text).collect(),
        asked: asked.collect(),
        offered: own.collect(),
    })
}

#[test]
fn what_others_hold_changes_nothing_that_a_seat_sees_hears_or_is_asked() {
    let mut compared = 0;
    let mut leaks: Vec<String> = Vec::new();
    for (players, seed) in [(3, 91), (3, 92), (6, 93), (6, 94)] {
        let record = recorded(players, seed);
        let steps: Vec<_> = steps(&record).filter(|(begin, _)| begin.state.round > 0).collect();
        for n in 0..250 {
            let (begin, entries) = steps[scattered(n) % steps.len()];
            let length = scattered(n + 7_000) % (entries.len() + 1);
            let entries = &entries[..length];
            let me = Seat((scattered(n + 9_000) % players) as u8);
            let other = Seat(((me.index() + 1 + scattered(n) % (players - 1)) % players) as u8);
            if shows(entries, other) {
                continue;
            }
            let real = seen(&begin.state, entries, &record.seed, me).expect("it was recorded");
            let changed = otherwise(&begin.state, other, n);
            let name = Imperium::step_name(&begin.state);
            let place = format!("{name}, {length} entries, {me:?} learns of {other:?}");
            compared += 1;
            match seen(&changed, entries, &record.seed, me) {
                Err(why) => leaks.push(format!("{place}: {why}")),
                Ok(told) if told == real => {}
                Ok(told) => leaks.push(format!(
                    "{place}: {}",
                    if told.asked != real.asked {
                        format!("asked {:?} or {:?}", real.asked, told.asked)
                    } else if told.heard != real.heard {
                        format!("heard {:?} or {:?}", real.heard, told.heard)
                    } else if told.offered != real.offered {
                        "the own options differ".into()
                    } else {
                        "the views differ".into()
                    }
                )),
            }
        }
    }
    assert!(leaks.is_empty(), "{} of {compared}:\n{}", leaks.len(), leaks.join("\n"));
    assert!(compared > 500, "only {compared} positions were compared");
}

/// The open news of each step, and what may not be named in them.
struct Listener {
    lines: usize,
    draws: usize,
    /// The discard pile became the deck in this step.
    shuffled: bool,
}

pub(super) fn names(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !letter(line[..at].chars().next_back()) && !letter(line[at + name.len()..].chars().next())
    })
}

impl Witness for Listener {
    fn drawn(&mut self, label: &str) {
        self.shuffled |= label.starts_with("action card deck");
    }

    fn told(&mut self, _: &State, after: &State, news: &[News]) {
        let shuffled = std::mem::take(&mut self.shuffled);
        for piece in news {
            let Audience::Everyone = piece.audience else {
                self.draws += usize::from(piece.text.starts_with("You drew"));
                continue;
            };
            self.lines += 1;
            // "Fuel the War Machine" is no War Machine, "Salvage Operations" no Salvage.
            let line = SecretId::all()
                .fold(piece.text.clone(), |line, card| line.replace(card.name(), ""));
            let line = TechId::all().fold(line, |line, tech| line.replace(tech.name(), ""));
            for card in ActionCardId::all().filter(|card| names(&line, card.name())) {
                let open = shuffled || after.decks.discarded.contains(&card);
                assert!(open, "{} is in no discard pile: {}", card.name(), piece.text);
            }
            for card in SecretId::all().filter(|card| names(&piece.text, card.name())) {
                let scored = |player: &custodian::imperium::state::Player| {
                    player.scored_secrets.contains(&card)
                };
                let open = after.players.iter().any(scored);
                assert!(open, "nobody has scored {}: {}", card.name(), piece.text);
            }
        }
    }
}

#[test]
fn open_news_name_no_card_that_is_still_hidden() {
    for (players, seed) in [(3, 95), (6, 96), (8, 97)] {
        let mut listener = Listener { lines: 0, draws: 0, shuffled: false };
        play(players, seed, &mut listener);
        assert!(listener.lines > 200, "only {} lines were said", listener.lines);
        assert!(listener.draws > 10, "only {} draws were told", listener.draws);
    }
}
