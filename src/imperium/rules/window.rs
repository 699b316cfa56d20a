//! Moments at which players may respond (RR 1), and action cards (RR 2).
//!
//! A moment is passed as `&mut`, so a response changes or cancels what is happening. Whoever could
//! respond as far as the others know is asked, so that silence tells nothing.

use serde::{Deserialize, Serialize};

use crate::engine::{Audience, Flow, Prompt, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::view::text;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::blockade;
use super::dice::Die;
use super::hits;
use super::notes;
use super::tables::{
    Act, Component, Number, Power, forbidden, kinds, laws, looking, number, tables,
};

kinds! {
    /// Something that is happening, with nothing in it that anybody must not know.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Moment, At {
        /// The active player chooses an action; component actions look at this.
        Turn {
            seat: Seat,
        },
        CardPlayed {
            by: Seat,
            card: ActionCardId,
            cancelled: bool,
        },
        /// After `by` activates a system.
        Activated {
            by: Seat,
            system: SystemId,
        },
        /// Before `on` assigns hits of a space cannon.
        SpaceCannonHits {
            on: Seat,
            from: Seat,
            place: Place,
            hits: u8,
        },
        CombatRoundStarts {
            place: Place,
            sides: [Seat; 2],
            round: u8,
            over: bool,
        },
        /// Both sides have rolled; nothing has been cancelled yet. `hits` are those of the sides.
        CombatRolled {
            place: Place,
            sides: [Seat; 2],
            hits: [u8; 2],
        },
        /// After a combat round with units of both sides left. `used` are seats that have used a power
        /// that is theirs once a round.
        CombatRoundEnds {
            place: Place,
            sides: [Seat; 2],
            used: Seats,
        },
        /// Before `on` assigns hits in a combat.
        CombatHits {
            on: Seat,
            from: Seat,
            place: Place,
            hits: u8,
        },
        /// After a unit of `by` sustained damage from a hit of `from`.
        Sustained {
            by: Seat,
            from: Seat,
            place: Place,
            kind: UnitKind,
            destroyed: bool,
        },
        /// Before anybody picks a strategy card.
        StrategyPhaseStarts {},
        /// Strategy cards go back to the table, but for those of `keeping` (RR 81.8).
        StrategyCardsReturned {
            keeping: Seats,
        },
        StrategyPicked {
            by: Seat,
            card: StrategyId,
            refused: bool,
        },
        /// Before the first agenda of an agenda phase is revealed.
        AgendaPhaseStarts {},
        /// When an agenda is revealed; `replaced`: it goes, and another one comes in its place.
        WhenRevealed {
            agenda: AgendaId,
            replaced: bool,
        },
        /// After an agenda is revealed, before anybody votes: outcomes are predicted now.
        AfterRevealed {
            agenda: AgendaId,
        },
        /// Before the vote, which is left out when the outcome is `elected` without it.
        BeforeVote {
            agenda: AgendaId,
            elected: Option<Elected>,
        },
        /// After `by` cast votes for an outcome; `extra` votes are added for it.
        Voted {
            by: Seat,
            agenda: AgendaId,
            outcome: Elected,
            extra: u32,
        },
        /// When the outcome of an agenda is known, before it is resolved.
        OutcomeDecided {
            agenda: AgendaId,
            outcome: Elected,
        },
        /// What `by` predicted has come true. Only the power of what it was predicted with looks at
        /// this.
        Foretold {
            by: Seat,
            agenda: AgendaId,
            outcome: Elected,
        },
        /// After an action of `by` is over.
        ActionPerformed {
            by: Seat,
        },
        /// `by` has won a combat against `from`.
        CombatWon {
            by: Seat,
            from: Seat,
            place: Place,
        },
        /// `by` has placed a space dock.
        DockPlaced {
            by: Seat,
            system: SystemId,
        },
        /// `by` has researched a technology.
        Researched {
            by: Seat,
            tech: TechId,
        },
        /// After the speaker has voted. `votes` are those so far, `extra` those that responses add.
        VotesCast {
            agenda: AgendaId,
            votes: Vec<(Seat, Elected, u32)>,
            extra: Vec<(Seat, Elected, u32)>,
        },
        /// A player's turn in the action phase begins; the powers of it are offered beside the actions.
        TurnStarts {
            seat: Seat,
        },
        /// Before `by` rolls for space cannons. `aimed` hits go to ships other than fighters.
        SpaceCannonFires {
            by: Seat,
            on: Seat,
            place: Place,
            aimed: bool,
        },
        /// Both sides have assigned the hits of a combat round. `worn` are the units that were damaged
        /// when it began.
        HitsAssigned {
            place: Place,
            sides: [Seat; 2],
            worn: Vec<Stack>,
        },
        GroundCombatWon {
            by: Seat,
            planet: PlanetId,
        },
        /// After ships of `by` have moved into the system in a tactical action, and some arrived.
        ShipsMoved {
            by: Seat,
            system: SystemId,
        },
        /// After `by` announced a retreat in a space combat.
        RetreatAnnounced {
            by: Seat,
            against: Seat,
            system: SystemId,
            prevented: bool,
        },
        /// After `by` made the combat rolls of a round. Responses may roll some of the dice again.
        DiceRolled {
            by: Seat,
            against: Seat,
            place: Place,
            round: u8,
            dice: Vec<Die>,
        },
        /// After ships of `owner` were destroyed in the space combat against `by`.
        ShipsDestroyed {
            owner: Seat,
            by: Seat,
            system: SystemId,
            kinds: Vec<UnitKind>,
        },
        /// A combat round is over, the last one of a combat too.
        CombatRoundOver {
            place: Place,
            sides: [Seat; 2],
            round: u8,
        },
        /// After a space combat, with whoever won it.
        SpaceCombatEnds {
            system: SystemId,
            sides: [Seat; 2],
            winner: Option<Seat>,
        },
        /// `by` begins the invasion of a system.
        InvasionStarts {
            by: Seat,
            system: SystemId,
        },
        /// After `by` committed ground forces to a planet, all planets at once.
        Landed {
            by: Seat,
            planet: PlanetId,
            units: Vec<Stack>,
            returned: bool,
        },
        /// `by` is about to gain control of a planet; structures of others still stand there. If they are
        /// `replaced`, `by` gets the same ones instead of destroying them.
        ControlChanges {
            by: Seat,
            planet: PlanetId,
            replaced: bool,
        },
        /// After `by` gained control of a planet that `loser` controlled.
        PlanetLost {
            loser: Seat,
            by: Seat,
            planet: PlanetId,
        },
        /// A flagship of `owner` was just destroyed there.
        FlagshipDestroyed {
            owner: Seat,
            place: Place,
        },
        /// A tactical action of `by` is over, in which it gained these planets.
        TacticalActionEnds {
            by: Seat,
            gained: Vec<PlanetId>,
        },
        /// Before units of `by` use their production.
        Produces {
            by: Seat,
            system: SystemId,
        },
        /// After units of `by` used their production.
        Produced {
            by: Seat,
            system: SystemId,
            built: Vec<(UnitKind, u8)>,
        },
        /// `by` has produced these units; `planned`: by production, and not by an effect that names what
        /// they cost.
        UnitsProduced {
            by: Seat,
            system: SystemId,
            units: Vec<(UnitKind, u8)>,
            planned: bool,
        },
        /// `by` is about to use a secondary ability after the strategic action of `from`. What takes its place pays for it and sets `instead`;
        /// what only prepares it leaves that to the ability.
        Secondary {
            by: Seat,
            from: Seat,
            card: StrategyId,
            instead: bool,
        },
        /// After `by` resolved the primary or the secondary ability.
        StrategyResolved {
            by: Seat,
            card: StrategyId,
        },
        /// After `by` gained control of a planet.
        PlanetGained {
            by: Seat,
            planet: PlanetId,
        },
        /// After `by` rolled for an anti-fighter barrage. Responses may roll some of the dice again.
        BarrageRolled {
            by: Seat,
            place: Place,
            dice: Vec<Die>,
        },
        /// The status phase ends, before strategy cards go back.
        StatusPhaseEnds {},
        /// After `by` gained trade goods, other than by a transaction.
        TradeGoodsGained {
            by: Seat,
        },
        /// After a transaction of `by` with another player; it is a moment for each of them.
        Traded {
            by: Seat,
            with: Seat,
        },
        /// After units of `of` were destroyed in a combat.
        UnitsDestroyed {
            of: Seat,
            sides: [Seat; 2],
        },
        /// `by` researches at this price in resources; powers ignore all prerequisites for it.
        Researching {
            by: Seat,
            resources: u8,
        },
        /// All strategy cards are picked.
        StrategyPhaseEnds {},
        StatusPhaseStarts {},
        /// The turn of `by` begins; the others may do something before it.
        OthersTurnStarts {
            by: Seat,
        },
        /// After `by` replenished commodities.
        Replenished {
            by: Seat,
        },
        /// Both sides have rolled in a combat round and responded to each roll. The rolls belong to the
        /// sides.
        DiceCast {
            place: Place,
            sides: [Seat; 2],
            round: u8,
            dice: [Vec<Die>; 2],
        },
        /// After the hits of a bombardment are assigned, which cost `of` so much infantry on the planet.
        Bombarded {
            by: Seat,
            of: Seat,
            planet: PlanetId,
            infantry: u8,
        },
        /// Command tokens are about to be gained in the status phase.
        TokensDue {},
        /// The moment in which a card takes effect, with the target that was named for it. Powers look at
        /// the moment within: see [`Moment::at`].
        Targeted {
            target: Choice,
            within: Box<Moment>,
        },
    }
}

impl Moment {
    /// The kind of moment that powers look at.
    pub fn at(&self) -> At {
        match self {
            Moment::Targeted { within, .. } => within.at(),
            other => other.kind(),
        }
    }

    /// Wraps the moment with a target that was named for it.
    fn aim(&mut self, target: Choice) {
        let empty = Moment::Turn { seat: Seat(0) };
        let within = Box::new(std::mem::replace(self, empty));
        *self = Moment::Targeted { target, within };
    }

    /// Who could respond as far as the rules go, whatever they hold.
    fn concerns(&self, seat: Seat) -> bool {
        match self {
            Moment::Turn { seat: by } => seat == *by,
            Moment::CardPlayed { by, cancelled, .. } => seat != *by && !cancelled,
            Moment::Activated { .. } => true,
            Moment::SpaceCannonHits { on, hits, .. } => seat == *on && *hits > 0,
            Moment::CombatRoundStarts { sides, over, .. } => sides.contains(&seat) && !over,
            Moment::CombatRolled { sides, .. } | Moment::CombatRoundEnds { sides, .. } => {
                sides.contains(&seat)
            }
            Moment::CombatHits { on, hits, .. } => seat == *on && *hits > 0,
            Moment::Sustained { from, destroyed, .. } => seat == *from && !destroyed,
            Moment::StrategyPhaseStarts {} => true,
            Moment::StrategyCardsReturned { keeping } => !keeping.contains(seat),
            Moment::StrategyPicked { by, refused, .. } => seat != *by && !refused,
            Moment::VotesCast { .. } => true,
            Moment::AgendaPhaseStarts {} | Moment::AfterRevealed { .. } => true,
            Moment::WhenRevealed { replaced, .. } => !replaced,
            Moment::BeforeVote { elected, .. } => elected.is_none(),
            Moment::OutcomeDecided { outcome, .. } => *outcome == Elected::Player(seat),
            Moment::Voted { by, .. }
            | Moment::Foretold { by, .. }
            | Moment::ActionPerformed { by }
            | Moment::CombatWon { by, .. }
            | Moment::DockPlaced { by, .. }
            | Moment::UnitsProduced { by, .. } => seat == *by,
            Moment::Researched { .. } => true,
            Moment::TurnStarts { seat: by } => seat == *by,
            Moment::SpaceCannonFires { by, .. } => seat == *by,
            Moment::HitsAssigned { sides, .. } => sides.contains(&seat),
            Moment::StatusPhaseEnds {} => true,
            Moment::BarrageRolled { by, .. } => seat == *by,
            Moment::OthersTurnStarts { by } => seat != *by,
            Moment::Replenished { .. } => true,
            Moment::GroundCombatWon { by, .. }
            | Moment::PlanetGained { by, .. }
            | Moment::Researching { by, .. }
            | Moment::ControlChanges { by, .. }
            | Moment::TacticalActionEnds { by, .. }
            | Moment::Produces { by, .. }
            | Moment::Produced { by, .. }
            | Moment::Secondary { by, .. }
            | Moment::StrategyResolved { by, .. } => seat == *by,
            Moment::FlagshipDestroyed { owner, .. } => seat == *owner,
            Moment::ShipsMoved { by, .. } => seat != *by,
            Moment::RetreatAnnounced { against, prevented, .. } => seat == *against && !prevented,
            Moment::DiceRolled { by, against, .. } => seat == *by || seat == *against,
            Moment::ShipsDestroyed { owner, by, .. } => seat == *owner || seat == *by,
            Moment::CombatRoundOver { sides, .. } | Moment::SpaceCombatEnds { sides, .. } => {
                sides.contains(&seat)
            }
            Moment::InvasionStarts { .. } => true,
            Moment::Landed { returned, .. } => !returned,
            Moment::PlanetLost { loser, .. } => seat == *loser,
            Moment::TradeGoodsGained { by } | Moment::Traded { by, .. } => seat != *by,
            Moment::UnitsDestroyed { of, sides } => seat != *of && sides.contains(&seat),
            Moment::StrategyPhaseEnds {} | Moment::StatusPhaseStarts {} => true,
            Moment::DiceCast { sides, .. } => sides.contains(&seat),
            Moment::Bombarded { by, .. } => seat == *by,
            Moment::TokensDue {} => true,
            Moment::Targeted { within, .. } => within.concerns(seat),
        }
    }

    /// Whether what happens has become void, so that nobody can respond any more.
    fn is_void(&self, state: &State) -> bool {
        match self {
            Moment::CombatRoundStarts { place, sides, .. } => {
                let stands = |seat: &Seat| {
                    let fights = |kind: UnitKind| match place {
                        Place::Space(system) => {
                            kind.is_ship() || state.fights_as_ships(*seat, *system)
                        }
                        Place::Planet(_) => kind.is_ground_force() || kind == UnitKind::Fighter,
                    };
                    state.forces(*place).of(*seat).any(|stack| fights(stack.kind))
                };
                !sides.iter().all(stands)
            }
            Moment::Activated { by, .. } => state.is_turn_over(*by),
            Moment::Targeted { within, .. } => within.is_void(state),
            _ => false,
        }
    }
}

/// What was used at a moment already: a power once, and of cards with the same name one a player,
/// unless it was cancelled (RR 1.17, 2.6).
#[derive(Default)]
struct Spent {
    powers: Vec<(Seat, &'static str)>,
    cards: Vec<(Seat, ActionCardId)>,
    notes: Vec<Note>,
}

/// Offers `moment` to all who may respond, until everybody has passed.
pub fn window(game: &mut Game, moment: &mut Moment) -> Flow {
    let mut passed = Seats::default();
    let mut spent = Spent::default();
    let mut last = None;
    loop {
        // A deal may take the note away that was the only thing to ask about.
        let open = |state: &State| in_turn(state, last, offers(state, moment, passed, &spent));
        let Some((seat, choices)) = game.ask_whoever(open)? else { return Ok(()) };
        last = Some(seat);
        match choices.first() {
            Some(choice @ Choice::Play(_)) => {
                respond(game, seat, choice, moment, &mut spent)?;
                passed.clear();
            }
            Some(choice @ Choice::PlayNote(_)) => {
                respond(game, seat, choice, moment, &mut spent)?;
                passed.clear();
            }
            Some(choice @ Choice::Use(_)) => respond(game, seat, choice, moment, &mut spent)?,
            _ => passed.insert(seat),
        }
    }
}

/// The same where players take turns from the speaker clockwise, as in the strategy and agenda phases
/// (RR 1.19). All are asked at once; of several who would do something the first in that order does,
/// then everybody is asked again.
pub fn in_speaker_order(game: &mut Game, moment: &mut Moment) -> Flow {
    let nobody = Seats::default();
    let mut spent = Spent::default();
    let mut first = game.state.speaker;
    loop {
        if offers(&game.state, moment, nobody, &spent).is_empty() {
            return Ok(());
        }
        let answers = game.ask_each(|state| offers(state, moment, nobody, &spent))?;
        let acts = |seat: Seat| {
            let own = answers.iter().find(|(who, _)| *who == seat)?;
            own.1.first().filter(|choice| **choice != Choice::Pass).map(|choice| (seat, choice))
        };
        let Some((seat, choice)) = game.state.clockwise_from(first).find_map(acts) else {
            return Ok(());
        };
        respond(game, seat, choice, moment, &mut spent)?;
        first = game.state.others(seat).next().unwrap_or(seat);
    }
}

/// Plays a card or uses a power, and notes down that it was.
fn respond(
    game: &mut Game,
    seat: Seat,
    choice: &Choice,
    moment: &mut Moment,
    spent: &mut Spent,
) -> Flow {
    match choice {
        Choice::Play(card) => {
            if play_card(game, seat, *card, moment)? {
                spent.cards.push((seat, *card));
            }
            hits::mourn(game)?;
        }
        Choice::PlayNote(note) => {
            spent.notes.push(*note);
            notes::play(game, seat, *note, moment)?;
        }
        Choice::Use(name) => {
            if let Some(power) = power_named(&game.state, seat, moment, &name.0) {
                spent.powers.push((seat, power.name));
            }
            use_power(game, seat, name, moment)?;
            hits::mourn(game)?;
        }
        _ => {}
    }
    Ok(())
}

/// Whoever answers first responds first, unless the game keeps strict order: then one seat after the
/// other is asked, in the action phase by initiative from the active player, otherwise clockwise from the
/// speaker (RR 1.19, 1.20).
fn in_turn(
    state: &State,
    last: Option<Seat>,
    mut prompts: Vec<Prompt<Imperium>>,
) -> Vec<Prompt<Imperium>> {
    if !state.options.strict_order || prompts.len() < 2 {
        return prompts;
    }
    let (order, first) = match state.active {
        Some(active) => (state.initiative_order(), active),
        None => (state.clockwise_from(state.speaker).collect(), state.speaker),
    };
    let from = |seat: Seat| order.iter().position(|other| *other == seat).unwrap_or(0);
    let start = last.map_or_else(|| from(first), |seat| from(seat) + 1);
    let due = order.iter().cycle().skip(start).take(order.len());
    let next = due.copied().find(|seat| prompts.iter().any(|prompt| prompt.seat == *seat));
    prompts.retain(|prompt| Some(prompt.seat) == next);
    prompts
}

fn offers(state: &State, moment: &Moment, passed: Seats, spent: &Spent) -> Vec<Prompt<Imperium>> {
    let mut prompts = Vec::new();
    if moment.is_void(state) {
        return prompts;
    }
    for seat in state.seats() {
        if passed.contains(seat) || !moment.concerns(seat) {
            continue;
        }
        let mut options = Vec::new();
        let hidden = might_play(state, seat, moment, spent);
        if hidden {
            let cards = playable(state, seat, moment).into_iter();
            let cards = cards.filter(|card| !spent.cards.contains(&(seat, *card)));
            options.extend(cards.map(Choice::Play));
        }
        let noted = notes::might_play(state, seat, moment, &spent.notes);
        if noted {
            let playable = notes::playable(state, seat, moment).into_iter();
            let playable = playable.filter(|note| !spent.notes.contains(note));
            options.extend(playable.map(Choice::PlayNote));
        }
        for power in powers(state, seat, moment) {
            if !power.must && !spent.powers.contains(&(seat, power.name)) {
                options.push(Choice::Use(PowerName(power.name.into())));
            }
        }
        if hidden || noted || !options.is_empty() {
            options.push(Choice::Pass);
            prompts.push(
                Prompt::one(seat, Question::Respond { to: Box::new(moment.clone()) }, options)
                    .always(),
            );
        }
    }
    prompts
}

/// Whether the others must think that `seat` could play a card now: it holds cards, and some card that
/// is not wholly discarded fits. What it really holds plays no part, so that silence tells nothing.
fn might_play(state: &State, seat: Seat, moment: &Moment, spent: &Spent) -> bool {
    let hidden = |card: ActionCardId| {
        let discarded = state.decks.discarded.iter().filter(|gone| **gone == card).count();
        discarded < usize::from(card.get().copies)
    };
    !state.player(seat).hand.is_empty()
        && tables().cards_at(moment.at()).iter().any(|card| {
            fits(state, seat, *card, moment)
                && !spent.cards.contains(&(seat, *card))
                && hidden(*card)
        })
        && !is_barred(state, seat)
}

/// Whether something in play keeps the seat from playing action cards.
fn is_barred(state: &State, seat: Seat) -> bool {
    number(state, Number::CardsBarred { seat }, 0) > 0
}

/// Whether the others must think that `seat` may have a card or a note to play as its action, or at
/// the start of its turn.
pub fn might_act(state: &State, seat: Seat) -> bool {
    let turn = Moment::Turn { seat };
    might_play(state, seat, &turn, &Spent::default())
        || notes::might_play(state, seat, &turn, &[])
        || notes::might_play(state, seat, &Moment::TurnStarts { seat }, &[])
}

/// Whether `seat` could play the card at this moment, if it held it.
fn fits(state: &State, seat: Seat, card: ActionCardId, moment: &Moment) -> bool {
    let powers = tables().action_card(card).map_or(&[][..], |component| component.powers);
    powers.iter().any(|power| power.at == moment.at() && (power.when)(state, seat, moment))
        && tables().card_target(card).is_none_or(|target| !target(state, seat, moment).is_empty())
}

/// Different action cards in hand that can be played at this moment.
pub fn playable(state: &State, seat: Seat, moment: &Moment) -> Vec<ActionCardId> {
    let mut found: Vec<ActionCardId> = Vec::new();
    for card in &state.player(seat).hand {
        if !found.contains(card) && fits(state, seat, *card, moment) {
            found.push(*card);
        }
    }
    if !found.is_empty() && is_barred(state, seat) {
        found.clear();
    }
    found
}

/// Powers on the table in front of `seat` that this moment allows. Mostly there are none, and then nothing
/// is allocated; a chain of adapters instead would be a type that takes minutes to compile.
pub fn powers(state: &State, seat: Seat, moment: &Moment) -> std::vec::IntoIter<&'static Power> {
    let mut found: Vec<&'static Power> = Vec::new();
    let mut add = |source: &'static Component| {
        for power in source.powers {
            let fits = power.at == moment.at() && (power.when)(state, seat, moment);
            if fits && (power.must || may_use(state, seat, source)) {
                found.push(power);
            }
        }
    };
    for source in looking(state, seat, moment.at()) {
        add(source);
    }
    for source in laws(state, seat).filter(|law| law.looks_at(moment.at())) {
        add(source);
    }
    found.into_iter()
}

/// Whether nothing keeps the seat from what it may do with this ability or technology. Only promissory
/// notes forbid such things, and mostly none is in play.
fn may_use(state: &State, seat: Seat, source: &Component) -> bool {
    if !notes::lie_in_play(state) {
        return true;
    }
    let player = state.player(seat);
    let abilities = player.faction.get().abilities.iter();
    let technologies = player.technologies.iter();
    let act = match abilities.copied().find(|ability| ability.slug() == source.slug) {
        Some(ability) => Act::UseAbility { ability, against: None },
        None => match technologies.copied().find(|tech| tech.slug() == source.slug) {
            Some(tech) => Act::UseTechnology { tech },
            None => return true,
        },
    };
    forbidden(state, seat, act).is_none()
}

fn power_named(state: &State, seat: Seat, moment: &Moment, name: &str) -> Option<&'static Power> {
    powers(state, seat, moment).find(|power| power.name == name)
}

/// Uses a power that lies on the table in front of `seat`.
pub fn use_power(game: &mut Game, seat: Seat, name: &PowerName, moment: &mut Moment) -> Flow {
    match power_named(&game.state, seat, moment, &name.0) {
        Some(power) => {
            game.say(|_| format!("{seat} uses **{}**.", power.name));
            (power.then)(game, seat, moment)?;
            blockade::sweep(game)
        }
        None => Ok(()),
    }
}

/// The seats use their powers in turns, one at a time, until none of them wants to go on. Each power
/// looks itself whether it may be used again.
pub fn alternate(game: &mut Game, moment: &mut Moment, seats: [Seat; 2]) -> Flow {
    let mut passed = 0;
    for seat in seats.into_iter().cycle() {
        if passed == seats.len() {
            break;
        }
        passed += 1;
        if powers(&game.state, seat, moment).next().is_none() {
            continue;
        }
        let choice = game.choose(|state| {
            let options = powers(state, seat, moment);
            let options = options.map(|power| Choice::Use(PowerName(power.name.into())));
            let options = options.chain([Choice::Pass]).collect();
            let question = Question::Respond { to: Box::new(moment.clone()) };
            Prompt::one(seat, question, options)
        })?;
        if let Choice::Use(name) = choice {
            use_power(game, seat, &name, moment)?;
            hits::mourn(game)?;
            passed = 0;
        }
    }
    Ok(())
}

/// Carries out the powers at this moment that are not optional, clockwise from the active player.
pub fn must(game: &mut Game, moment: &mut Moment) -> Flow {
    let first = game.state.active.unwrap_or(game.state.speaker);
    let seats: Vec<Seat> = game.state.clockwise_from(first).collect();
    for seat in seats {
        let due: Vec<&'static Power> =
            powers(&game.state, seat, moment).filter(|power| power.must).collect();
        for power in due {
            (power.then)(game, seat, moment)?;
            hits::mourn(game)?;
        }
    }
    notes::due(game, moment)
}

/// Plays `card` (RR 2). See [`play_card`].
pub fn play(game: &mut Game, seat: Seat, card: ActionCardId, moment: &mut Moment) -> Flow {
    play_card(game, seat, card, moment)?;
    Ok(())
}

/// Discards `card`, lets its player name a target and the others cancel it, and carries it out (RR 2).
/// Whether it took effect.
pub fn play_card(
    game: &mut Game,
    seat: Seat,
    card: ActionCardId,
    moment: &mut Moment,
) -> Flow<bool> {
    let targets = name_targets(game, seat, card, moment)?;
    let hand = &mut game.state.player_mut(seat).hand;
    if let Some(at) = hand.iter().position(|held| *held == card) {
        hand.remove(at);
    }
    game.state.decks.discarded.push(card);
    game.reveal(card.name());
    game.say(|state| {
        let named = targets.iter().filter(|target| **target != Choice::Pass);
        let named: Vec<String> = named.map(|target| target_words(state, card, target)).collect();
        match named.is_empty() {
            true => format!("{seat} plays **{}**.", card.name()),
            false => format!("{seat} plays **{}**: {}.", card.name(), named.join(", ")),
        }
    });
    let mut played = Moment::CardPlayed { by: seat, card, cancelled: false };
    window(game, &mut played)?;
    if matches!(played, Moment::CardPlayed { cancelled: true, .. }) {
        return Ok(false);
    }
    let powers = tables().action_card(card).map_or(&[][..], |component| component.powers);
    let Some(power) = powers.iter().find(|power| power.at == moment.at()) else {
        return Ok(false);
    };
    for target in targets {
        moment.aim(target);
    }
    let done = (power.then)(game, seat, moment);
    while let Moment::Targeted { within, .. } = moment {
        let inner = std::mem::replace(&mut **within, Moment::Turn { seat });
        *moment = inner;
    }
    done?;
    blockade::sweep(game)?;
    Ok(true)
}

/// Targets are named before anybody decides whether to cancel the card. A second one is asked for in
/// the moment that has the first.
fn name_targets(
    game: &mut Game,
    seat: Seat,
    card: ActionCardId,
    moment: &Moment,
) -> Flow<Vec<Choice>> {
    let mut named = Vec::new();
    let asks = [tables().card_target(card), tables().second_target(card)];
    if asks.iter().all(Option::is_none) {
        return Ok(named);
    }
    let mut within = moment.clone();
    for target in asks.into_iter().flatten() {
        let choice = game.choose(|state| {
            Prompt::one(seat, Question::CardTarget { card }, target(state, seat, &within))
        })?;
        within.aim(choice.clone());
        named.push(choice);
    }
    Ok(named)
}

fn target_words(state: &State, card: ActionCardId, target: &Choice) -> String {
    match target {
        Choice::Planet(planet) => planet.name().into(),
        Choice::Outcome(outcome) => text::elected(state, *outcome),
        Choice::TradeGoods(n) => text::count_of(*n, "trade good"),
        Choice::Unit { kind, .. } => kind.name().into(),
        Choice::UnitAt { owner, kind, at, .. } => {
            format!("a {} of {owner}, {}", kind.name(), text::place_name(state, *at))
        }
        other => text::bare(state, &Question::CardTarget { card }, other),
    }
}

/// Draws action cards; the discard pile is shuffled when the deck is empty (RR 2.3).
pub fn draw_action_cards(game: &mut Game, seat: Seat, count: u8) -> Flow {
    let mut drawn = Vec::new();
    let sifted = number(&game.state, Number::CardsSifted { seat }, 0).clamp(0, 9) as u8;
    for _ in 0..count.saturating_add(sifted) {
        if game.state.decks.action_cards.is_empty() {
            let mut pile = std::mem::take(&mut game.state.decks.discarded);
            let label = format!("action card deck, {}", game.state.moment_label());
            game.shuffle(label, &mut pile)?;
            game.state.decks.action_cards = pile;
        }
        let Some(card) = game.state.decks.action_cards.pop() else { break };
        game.state.player_mut(seat).hand.push(card);
        drawn.push(card);
    }
    if drawn.is_empty() {
        return Ok(());
    }
    game.reveal("an action card");
    let n = drawn.len();
    game.say(|_| format!("{seat} draws {n} action card{}.", if n == 1 { "" } else { "s" }));
    game.tell(Audience::Only(seat), |_| {
        let names: Vec<&str> = drawn.iter().map(|card| card.name()).collect();
        format!("You drew **{}**.", names.join("**, **"))
    });
    if sifted > 0 {
        discard(game, seat, sifted)?;
    }
    limit_hand(game, seat)
}

/// `seat` discards cards of its choice, as many as it holds at most.
pub fn discard(game: &mut Game, seat: Seat, count: u8) -> Flow {
    let held = game.state.player(seat).hand.len();
    let n = usize::from(count).min(held);
    let choices = game.ask(|state| {
        let options = state.player(seat).hand.iter().copied().map(Choice::Card).collect();
        Prompt::some(seat, Question::DiscardCards { count: n as u8 }, options, n, n)
    })?;
    throw_away(game, seat, choices, "");
    Ok(())
}

/// Puts chosen cards from the hand on the discard pile; `why` follows their names in the news.
fn throw_away(game: &mut Game, seat: Seat, choices: Vec<Choice>, why: &str) {
    for choice in choices {
        let Choice::Card(card) = choice else { continue };
        let hand = &mut game.state.player_mut(seat).hand;
        if let Some(at) = hand.iter().position(|held| *held == card) {
            hand.remove(at);
            game.state.decks.discarded.push(card);
            game.say(|_| format!("{seat} discards {}{why}.", card.name()));
        }
    }
}

/// A player with more than seven action cards discards down at once (RR 2.4).
pub fn limit_hand(game: &mut Game, seat: Seat) -> Flow {
    let limit = number(&game.state, Number::HandLimit { seat }, 7);
    let limit = limit.max(0) as usize;
    let held = game.state.player(seat).hand.len();
    if held <= limit {
        return Ok(());
    }
    let choices = game.ask(|state| {
        let options = state.player(seat).hand.iter().copied().map(Choice::Card).collect();
        let question = Question::DiscardDown { limit: limit as u8 };
        Prompt::some(seat, question, options, held - limit, held - limit)
    })?;
    throw_away(game, seat, choices, " (hand limit)");
    Ok(())
}
