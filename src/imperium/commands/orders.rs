//! Standing orders in words: what they can be about, what a player may type as the answer, and what
//! an order answers to a question. Nothing here depends on what anybody else holds.

use crate::engine::{Prompt, Refusal, Seat};
use crate::imperium::Imperium;
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::hits::{self, Sustaining};
use crate::imperium::rules::tables::tables;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{agenda, strategy};
use crate::imperium::state::*;
use crate::imperium::view::text;

use super::words::{find, fold, some};

/// Topics with what they are in words, to stand after "when". A second word narrows the first.
const TOPICS: &[(&str, &str)] = &[
    ("cards", "somebody plays an action card"),
    ("activation", "somebody activates a system"),
    ("cannon", "a space cannon fires"),
    ("fire", "your space cannon may fire"),
    ("combat", "anything happens in a combat"),
    ("combat start", "a combat round begins"),
    ("combat dice", "combat dice are rolled"),
    ("combat hits", "hits are about to be assigned, or were"),
    ("combat retreat", "the other side announces a retreat"),
    ("combat end", "a combat round or a combat ends"),
    ("losses", "you assign hits"),
    ("retreat", "you may announce a retreat"),
    ("haven", "you choose where to retreat to"),
    ("invasion", "a planet is bombarded, invaded or taken"),
    ("strategy", "something happens in the strategy phase"),
    ("pick", "you pick a strategy card"),
    ("secondary", "you may use a secondary ability"),
    ("turns", "turns and actions begin or end, or something is built, traded or researched"),
    ("status", "something happens in the status phase"),
    ("agenda", "anything happens in the agenda phase"),
    ("agenda when", "an agenda is revealed"),
    ("agenda after", "an agenda has been revealed and nobody has voted"),
    ("agenda votes", "votes are cast or an outcome is decided"),
    ("vote", "you vote"),
];

/// The topic of a moment.
fn topic_at(at: At) -> &'static str {
    match at {
        At::CardPlayed => "cards",
        At::Activated => "activation",
        At::SpaceCannonHits | At::SpaceCannonFires => "cannon",
        At::CombatRoundStarts => "combat start",
        At::CombatRolled | At::DiceRolled | At::DiceCast | At::BarrageRolled => "combat dice",
        At::CombatHits | At::Sustained | At::HitsAssigned => "combat hits",
        At::RetreatAnnounced => "combat retreat",
        At::CombatRoundEnds
        | At::CombatRoundOver
        | At::SpaceCombatEnds
        | At::CombatWon
        | At::GroundCombatWon
        | At::ShipsDestroyed
        | At::UnitsDestroyed
        | At::FlagshipDestroyed => "combat end",
        At::InvasionStarts
        | At::Landed
        | At::Bombarded
        | At::ControlChanges
        | At::PlanetGained
        | At::PlanetLost => "invasion",
        At::StrategyPhaseStarts
        | At::StrategyPicked
        | At::StrategyPhaseEnds
        | At::StrategyCardsReturned => "strategy",
        At::Turn
        | At::TurnStarts
        | At::OthersTurnStarts
        | At::ActionPerformed
        | At::TacticalActionEnds
        | At::ShipsMoved
        | At::DockPlaced
        | At::Researched
        | At::Researching
        | At::Produces
        | At::Produced
        | At::UnitsProduced
        | At::Secondary
        | At::StrategyResolved
        | At::TradeGoodsGained
        | At::Traded
        | At::Replenished => "turns",
        At::StatusPhaseStarts | At::StatusPhaseEnds | At::TokensDue => "status",
        At::AgendaPhaseStarts | At::WhenRevealed => "agenda when",
        At::AfterRevealed | At::BeforeVote => "agenda after",
        At::Voted | At::VotesCast | At::OutcomeDecided | At::Foretold => "agenda votes",
        At::Targeted => "turns",
    }
}

/// What a prompt is about, the widest topic first.
pub fn topics(prompt: &Prompt<Imperium>) -> Vec<String> {
    let narrow = match &prompt.question {
        Question::Respond { to } => match &**to {
            Moment::CardPlayed { card, .. } => format!("cards {}", slug(card.name())),
            moment => topic_at(moment.at()).to_string(),
        },
        Question::Secondary { card } => format!("secondary {}", slug(card.name())),
        Question::PickStrategyCard => "pick".into(),
        Question::Vote { .. } => "vote".into(),
        Question::AssignHits { .. } | Question::TakeHit { .. } => "losses".into(),
        Question::AnnounceRetreat { .. } => "retreat".into(),
        Question::RetreatTo { .. } => "haven".into(),
        Question::FireSpaceCannon { .. } => "fire".into(),
        _ => return Vec::new(),
    };
    match narrow.split_once(' ') {
        Some((wide, _)) => vec![wide.to_string(), narrow],
        None => vec![narrow],
    }
}

fn slug(name: &str) -> String {
    fold(name)
}

/// What is typed, in small letters and with single spaces.
fn spoken(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A topic in words, if there is such a topic.
pub fn topic_text(topic: &str) -> Option<String> {
    if let Some((_, words)) = TOPICS.iter().find(|(known, _)| *known == topic) {
        return Some((*words).into());
    }
    let (wide, card) = topic.split_once(' ')?;
    match wide {
        "cards" => {
            let card = ActionCardId::all().find(|known| slug(known.name()) == card)?;
            Some(format!("somebody plays {}", card.name()))
        }
        "secondary" => {
            let card = StrategyId::all().find(|known| slug(known.name()) == card)?;
            Some(format!("you may use the secondary ability of {}", card.name()))
        }
        _ => None,
    }
}

/// All topics, as (words, topic).
pub fn all_topics(state: &State) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> =
        TOPICS.iter().map(|(topic, words)| ((*words).into(), (*topic).into())).collect();
    let secondaries =
        state.strategy.iter().map(|slot| format!("secondary {}", slug(slot.card.name())));
    let cards = ActionCardId::all().filter(|card| tables().action_card(*card).is_some());
    let cards = cards.map(|card| format!("cards {}", slug(card.name())));
    for topic in secondaries.chain(cards) {
        all.extend(topic_text(&topic).map(|words| (words, topic)));
    }
    all
}

/// What a typed answer to questions about a topic comes to.
pub enum Reading {
    Pass,
    Ask,
    /// Options by (key, label), the first that there is.
    First(Vec<(String, String)>),
    /// Words for [`planned`].
    Plan(String),
}

/// Reads what a player wants answered to questions about `topic`.
///
/// # Errors
/// When there is no such topic, or nothing of what is typed could be answered to it.
pub fn read(state: &State, topic: &str, typed: &str) -> Result<Reading, Refusal> {
    if topic_text(topic).is_none() {
        return Err(Refusal::new(format!("there is no topic `{topic}`"))
            .instead("Choose one of those that `/orders add` proposes."));
    }
    let wide = topic.split(' ').next().unwrap_or(topic);
    match (spoken(typed).as_str(), wide) {
        ("ask" | "ask me", _) => return Ok(Reading::Ask),
        ("pass" | "decline" | "no", "pick" | "losses" | "haven") => {
            return Err(Refusal::new("that cannot be passed").instead(hint(wide)));
        }
        ("pass" | "decline" | "no", _) => return Ok(Reading::Pass),
        _ => {}
    }
    match wide {
        "losses" => losses(typed).map(|_| Reading::Plan(spoken(typed))),
        "retreat" => withdrawal(typed).map(|_| Reading::Plan(spoken(typed))),
        "fire" if spoken(typed) == "yes" => {
            Ok(Reading::First(vec![(text::key(&Choice::Yes), "fire".into())]))
        }
        "fire" | "secondary" | "vote" => Err(cannot(typed, wide)),
        "pick" => {
            let cards = StrategyId::all().filter(|card| known(state, *card));
            named(typed, cards.map(|card| (Choice::Strategy(card), card.name().into())))
                .map_err(|why| Refusal::new(why).instead(hint(wide)))
        }
        "haven" => {
            let systems = state.galaxy.systems().iter();
            let systems = systems.map(|system| (Choice::System(*system), system.to_string()));
            named(typed, systems).map_err(|why| Refusal::new(why).instead(hint(wide)))
        }
        _ => {
            let cards = playable(topic).map(|card| (Choice::Play(card), card.name().to_string()));
            let cards: Vec<(Choice, String)> = cards.collect();
            let names: Vec<String> = cards.iter().map(|(_, name)| name.clone()).collect();
            named(typed, cards.into_iter()).map_err(|why| {
                Refusal::new(why).instead(format!("`pass`, `ask me`, or cards: {}.", some(&names)))
            })
        }
    }
}

fn known(state: &State, card: StrategyId) -> bool {
    state.strategy.iter().any(|slot| slot.card == card)
}

fn cannot(typed: &str, wide: &str) -> Refusal {
    Refusal::new(format!("`{}` is no order for that", typed.trim())).instead(hint(wide))
}

fn hint(wide: &str) -> &'static str {
    match wide {
        "losses" => {
            "Write what is given up first, and when to sustain damage: `fighters, destroyers; \
             sustain last`. Or `ask me`."
        }
        "retreat" => "Write `never`, `at once`, `outnumbered`, or `at 2 ships`. Or `ask me`.",
        "haven" => "Write systems in the order of your wishes: `205, 206`.",
        "pick" => "Write strategy cards in the order of your wishes: `Technology, Trade`.",
        "vote" => "Write `pass` to abstain. `/vote` answers ahead as soon as the agenda is known.",
        "fire" => "Write `yes`, `pass` or `ask me`.",
        _ => "Write `pass` or `ask me`.",
    }
}

/// Action cards that can be played at moments of a topic.
fn playable(topic: &str) -> impl Iterator<Item = ActionCardId> {
    let wide = topic.split(' ').next().unwrap_or_default().to_string();
    let topic = topic.to_string();
    let fits = move |at: At| {
        let own = topic_at(at);
        own == topic || own.split(' ').next() == Some(&topic) || (wide == "cards" && own == "cards")
    };
    ActionCardId::all().filter(move |card| {
        let powers = tables().action_card(*card).map_or(&[][..], |component| component.powers);
        powers.iter().any(|power| fits(power.at))
    })
}

/// The choices that are named, separated by commas.
fn named(typed: &str, choices: impl Iterator<Item = (Choice, String)>) -> Result<Reading, String> {
    let (choices, names): (Vec<Choice>, Vec<String>) = choices.unzip();
    let keys: Vec<String> = choices.iter().map(text::key).collect();
    let mut found = Vec::new();
    for part in typed.split([',', ';']).filter(|part| !part.trim().is_empty()) {
        let at = find(&names, &keys, part)?;
        found.push((keys[at].clone(), names[at].clone()));
    }
    match found.is_empty() {
        true => Err("nothing is named".into()),
        false => Ok(Reading::First(found)),
    }
}

/// What may be typed for a topic, as (label, value).
pub fn suggestions(state: &State, seat: Seat, topic: &str) -> Vec<(String, String)> {
    let same = |word: &str| (word.to_string(), word.to_string());
    let wide = topic.split(' ').next().unwrap_or_default();
    match wide {
        "losses" => [
            "fighters; sustain first",
            "fighters; sustain last",
            "cheapest; sustain never",
            "ask me",
        ]
        .map(same)
        .into(),
        "retreat" => ["never", "at once", "outnumbered", "at 1 ship", "at 2 ships", "ask me"]
            .map(same)
            .into(),
        "fire" => ["yes", "pass", "ask me"].map(same).into(),
        "pick" => state.strategy.iter().map(|slot| same(slot.card.name())).collect(),
        "haven" => Vec::new(),
        "vote" => vec![("abstain".into(), "pass".into()), same("ask me")],
        _ => {
            let mut all = vec![same("pass"), same("ask me")];
            let held = &state.player(seat).hand;
            let cards = playable(topic).filter(|card| held.contains(card));
            all.extend(cards.map(|card| (format!("play {}", card.name()), card.name().into())));
            all
        }
    }
}

fn losses(typed: &str) -> Result<(Vec<UnitKind>, Sustaining), Refusal> {
    let wrong = |what: &str| {
        Refusal::new(format!("`{}` is no kind of unit and no way to sustain damage", what.trim()))
            .instead(hint("losses"))
    };
    let (mut kinds, mut sustaining) = (Vec::new(), Sustaining::First);
    for part in typed.split([',', ';']) {
        match spoken(part).as_str() {
            "" | "cheapest" => {}
            "sustain first" => sustaining = Sustaining::First,
            "sustain last" => sustaining = Sustaining::Last,
            "sustain never" | "never sustain" => sustaining = Sustaining::Never,
            word => {
                let is =
                    |kind: &UnitKind| spoken(kind.name()) == word || spoken(kind.plural()) == word;
                kinds.push(UnitKind::ALL.into_iter().find(is).ok_or_else(|| wrong(part))?);
            }
        }
    }
    Ok((kinds, sustaining))
}

/// When a fleet leaves a combat.
enum Withdrawal {
    Never,
    AtOnce,
    Outnumbered,
    /// With so many ships left, fighters not counted, or fewer.
    At(usize),
}

fn withdrawal(typed: &str) -> Result<Withdrawal, Refusal> {
    let folded = spoken(typed);
    let words: Vec<&str> = folded.split(' ').collect();
    Ok(match words[..] {
        ["never"] => Withdrawal::Never,
        ["yes"] | ["at", "once"] => Withdrawal::AtOnce,
        ["outnumbered"] | ["when", "outnumbered"] => Withdrawal::Outnumbered,
        ["at", number, "ship" | "ships"] => match number.parse() {
            Ok(number) => Withdrawal::At(number),
            Err(_) => return Err(cannot(typed, "retreat")),
        },
        _ => return Err(cannot(typed, "retreat")),
    })
}

/// The answer to a prompt that the words of an order describe.
pub fn planned(state: &State, prompt: &Prompt<Imperium>, words: &str) -> Option<Vec<Choice>> {
    match prompt.question {
        Question::AssignHits { .. } => {
            let (kinds, sustaining) = losses(words).ok()?;
            hits::planned(state, prompt, &kinds, sustaining)
        }
        Question::AnnounceRetreat { system } => {
            let ships = |seat: Seat| state.fleet_size(system, seat);
            let own = ships(prompt.seat);
            let foe = || state.seats().filter(|seat| *seat != prompt.seat).map(ships).max();
            let leaves = match withdrawal(words).ok()? {
                Withdrawal::Never => false,
                Withdrawal::AtOnce => true,
                Withdrawal::Outnumbered => foe().is_some_and(|foe| foe > own),
                Withdrawal::At(most) => own as usize <= most,
            };
            Some(vec![if leaves { Choice::Yes } else { Choice::Pass }])
        }
        _ => None,
    }
}

/// The answer with which a seat does without, where a question allows that.
pub fn decline(state: &State, prompt: &Prompt<Imperium>) -> Option<Vec<Choice>> {
    let optional = matches!(
        prompt.question,
        Question::Secondary { .. }
            | Question::AnnounceRetreat { .. }
            | Question::FireSpaceCannon { .. }
            | Question::ScoreObjectives
            | Question::ScoreSecret
            | Question::Vote { .. }
    );
    let passes = [vec![Choice::Pass], Vec::new()];
    passes.into_iter().find(|answer| optional && prompt.check(state, answer).is_ok())
}

/// What `seat` will be asked as soon as those before it have answered: votes (RR 8.2) and picks of
/// strategy cards (RR 84.1).
pub fn upcoming(
    state: &State,
    prompts: &[Prompt<Imperium>],
    seat: Seat,
) -> Option<Prompt<Imperium>> {
    for prompt in prompts {
        match &prompt.question {
            Question::PickStrategyCard if prompt.seat != seat => {
                let order: Vec<Seat> = state.clockwise_from(prompt.seat).collect();
                let before = |other: &Seat| {
                    order.iter().position(|one| one == other)
                        < order.iter().position(|one| *one == seat)
                };
                let held = |seat: Seat| state.strategy_cards_of(seat).count();
                let due = held(seat) < state.strategy_cards_each() && !state.keeping.contains(seat);
                let due = due && order.iter().any(before);
                return due.then(|| strategy::prompt(state, seat, &[]));
            }
            Question::Vote { agenda } => {
                let order = agenda::voting_order(state);
                let place = |wanted: Seat| order.iter().position(|one| *one == wanted);
                let due = place(seat) > place(prompt.seat) && agenda::may_vote(state, seat);
                return due.then(|| Prompt::compound(seat, Question::Vote { agenda: *agenda }));
            }
            Question::Respond { to } => match **to {
                Moment::AfterRevealed { agenda } | Moment::BeforeVote { agenda, elected: None } => {
                    let due = agenda::may_vote(state, seat);
                    return due.then(|| Prompt::compound(seat, Question::Vote { agenda }));
                }
                _ => {}
            },
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_of_a_moment_has_words() {
        for at in At::ALL {
            let topic = topic_at(*at);
            assert!(topic_text(topic).is_some(), "{topic}");
            let wide = topic.split(' ').next().unwrap_or_default();
            assert!(topic_text(wide).is_some(), "{wide}");
        }
    }

    #[test]
    fn losses_and_retreats_are_read_as_typed() {
        let (kinds, sustaining) = losses("Fighters, destroyer; sustain last").expect("sound");
        assert_eq!(kinds, [UnitKind::Fighter, UnitKind::Destroyer]);
        assert_eq!(sustaining, Sustaining::Last);
        let refusal = losses("frigates").expect_err("no such unit");
        assert!(refusal.to_string().contains("frigates"), "{refusal}");
        assert!(matches!(withdrawal("at 2 ships"), Ok(Withdrawal::At(2))));
        for wrong in ["", "soon", "at many ships", "at 2"] {
            let refusal = withdrawal(wrong).err().expect(wrong);
            assert!(refusal.instead.contains("outnumbered"), "{refusal}");
        }
    }
}
