//! Action cards, powers and promissory notes: when they are played, and on whom.

use crate::engine::Prompt;
use crate::imperium::Imperium;
use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::window::Moment;
use crate::imperium::state::*;

use super::worth::{self, Mind};

/// Cards whose effect would hurt enough to cancel them.
const FEARED: [&str; 17] = [
    "imperial-rider",
    "technology-rider",
    "focused-research",
    "plague",
    "lucky-shot",
    "reactor-meltdown",
    "tactical-bombardment",
    "unstable-planet",
    "uprising",
    "insubordination",
    "assassinate-representative",
    "ancient-burial-sites",
    "signal-jamming",
    "skilled-retreat",
    "direct-hit",
    "parley",
    "infiltrate",
];

/// Powers that cost something and are used only with plenty of it.
const DEAR: [&str; 4] = ["Orbital Drop", "Star Forge", "Stall Tactics", "Galactic Threat"];

impl Mind<'_> {
    /// An action card as the action of a turn. It is an action without a token, and cards beyond seven
    /// are discarded: what helps is played.
    pub fn component(&self, card: ActionCardId) -> i32 {
        let state = self.state;
        let mine = |which: &dyn Fn(PlanetId) -> bool| {
            state.controlled(self.seat).filter(|planet| which(*planet)).count() as i32
        };
        let spy_network = self.goals.iter().any(|goal| goal.slug == "form-a-spy-network");
        let worth = match card.slug() {
            "focused-research" => 22,
            "frontline-deployment" => 12,
            "rise-of-a-messiah" => 3 * mine(&|_| true),
            "war-effort" | "ghost-ship" => 12,
            "mining-initiative" => 14,
            "industrial-initiative" => {
                4 * mine(&|planet| planet.get().traits.contains(&Trait::Industrial))
            }
            "economic-initiative" => {
                let spent = |planet: PlanetId| {
                    state.planet(planet).exhausted && planet.get().traits.contains(&Trait::Cultural)
                };
                7 * mine(&spent)
            }
            "unexpected-action" => {
                if state.tokens_on_board(self.seat) > 0 {
                    14
                } else {
                    0
                }
            }
            "spy" => 8,
            "plague" | "lucky-shot" | "reactor-meltdown" | "unstable-planet" => 11,
            "cripple-defenses" | "uprising" | "tactical-bombardment" => 10,
            "insubordination" | "signal-jamming" => 9,
            "repeal-law" => 2,
            _ => 5,
        };
        // Five cards in hand are a point.
        if spy_network && state.player(self.seat).hand.len() <= 5 { worth - 12 } else { worth }
    }

    pub fn note(&self, note: Note) -> i32 {
        if note.of == self.seat { -20 } else { 8 }
    }

    pub fn power(&self, name: &str) -> i32 {
        let strategy = self.state.player(self.seat).tokens.strategy;
        if !DEAR.contains(&name) {
            return 6;
        }
        match name {
            "Orbital Drop" if strategy >= 3 => 7,
            "Orbital Drop" => -5,
            "Star Forge" if strategy >= 2 => 16,
            "Star Forge" => 4,
            _ => -5,
        }
    }

    /// Whether and with what to respond at a moment.
    pub fn respond(&self, prompt: &Prompt<Imperium>, moment: &Moment) -> Choice {
        let worth = |option: &Choice| match option {
            Choice::Pass => 0,
            Choice::Play(card) => self.response(*card, moment),
            Choice::PlayNote(note) => {
                if note.of == self.seat {
                    -1
                } else {
                    5
                }
            }
            Choice::Use(power) => self.used(&power.0),
            _ => 1,
        };
        best_first(&prompt.options, worth).unwrap_or(Choice::Pass)
    }

    fn used(&self, name: &str) -> i32 {
        let strategy = self.state.player(self.seat).tokens.strategy;
        match name {
            // They cost trade goods, influence or strategy tokens for a little.
            "Munitions Reserves" => {
                if self.state.player(self.seat).trade_goods >= 4 {
                    3
                } else {
                    -1
                }
            }
            "Quash" | "Nullification Field" => {
                if strategy >= 3 {
                    2
                } else {
                    -1
                }
            }
            "Devotion" | "The Crown of Thalnos" | "Wrath of Kenara" => -1,
            _ => 4,
        }
    }

    fn response(&self, card: ActionCardId, moment: &Moment) -> i32 {
        let leader = self.rivals().first().copied();
        match (card.slug(), moment) {
            ("sabotage", Moment::CardPlayed { by, card, .. }) => {
                let feared = FEARED.contains(&card.slug());
                let close = self.state.points(*by) + 3 >= i32::from(self.state.options.goal);
                if feared || (close && leader == Some(*by)) { 10 } else { -1 }
            }
            // In a combat cards are for winning it.
            (
                "direct-hit" | "shields-holding" | "emergency-repairs" | "courageous-to-the-end",
                _,
            ) => 9,
            ("morale-boost" | "fighter-prototype" | "fire-team" | "bunker" | "disable", moment) => {
                if self.stake(moment) >= 4 {
                    8
                } else {
                    -1
                }
            }
            ("skilled-retreat", moment) => {
                if self.is_losing(moment) {
                    8
                } else {
                    -1
                }
            }
            ("intercept", _) => 3,
            ("maneuvering-jets" | "experimental-battlestation" | "parley" | "infiltrate", _) => 9,
            ("reparations" | "salvage", _) => 9,
            // Ships come as far as they should without it.
            ("flank-speed" | "lost-star-chart" | "in-the-silence-of-space", _) => -1,
            ("upgrade", _) => 9,
            ("summit", _) => 12,
            ("public-disgrace", Moment::StrategyPicked { by, .. }) => {
                if leader == Some(*by) {
                    3
                } else {
                    -1
                }
            }
            ("veto" | "ancient-burial-sites" | "assassinate-representative", _) => -1,
            ("distinguished-councilor", _) => 2,
            ("bribery", _) => -1,
            ("confusing-legal-text", _) => -1,
            // What is predicted comes true often enough.
            (slug, _) if slug.ends_with("rider") => 10,
            _ => 3,
        }
    }

    /// How much fights in the combat of the moment.
    fn stake(&self, moment: &Moment) -> i32 {
        let place = match moment {
            Moment::Targeted { within, .. } => return self.stake(within),
            Moment::CombatRoundStarts { place, .. } | Moment::DiceRolled { place, .. } => *place,
            _ => return 4,
        };
        let own = self.state.forces(place).of(self.seat);
        own.map(|stack| worth::strength(stack.kind) * i32::from(stack.count)).sum()
    }

    fn is_losing(&self, moment: &Moment) -> bool {
        match moment {
            Moment::CombatRoundStarts { place: Place::Space(system), .. } => {
                self.chance_in_space(*system).is_some_and(|chance| chance < 0.3)
            }
            _ => false,
        }
    }

    /// What a card, a note or an ability acts on: best what is ours, or worst for those ahead.
    pub fn target(&self, options: &[Choice], card: Option<ActionCardId>) -> Choice {
        let kind = |slug: &str| card.is_some_and(|card| card.slug() == slug);
        let own_planet = kind("mining-initiative");
        let worth = |option: &Choice| match option {
            Choice::Planet(planet) if self.state.owner(*planet) == Some(self.seat) => {
                match own_planet {
                    true => 10 * i32::from(self.state.resources(*planet)),
                    false => self.planet(self.state, *planet),
                }
            }
            Choice::Planet(planet) => {
                let owner = self.state.owner(*planet);
                let points = owner.map_or(0, |owner| self.state.points(owner));
                let troops = self.state.planet(*planet).forces.iter();
                let troops: i32 = troops.map(|stack| i32::from(stack.count)).sum();
                self.planet(self.state, *planet) + 3 * points + 4 * troops
            }
            Choice::Player(other) if *other == self.seat => 500,
            Choice::Player(other) => {
                10 * self.state.points(*other) + self.state.player(*other).hand.len() as i32
            }
            Choice::UnitAt { owner, kind, .. } => {
                let worth = worth::unit(self.state, *owner, *kind);
                if *owner == self.seat { -worth } else { worth }
            }
            Choice::Unit { kind, .. } => -worth::unit(self.state, self.seat, *kind),
            Choice::System(system) => self.system(*system),
            Choice::Number(n) => i32::from(*n),
            Choice::Yes => 5,
            Choice::Technology(tech) => self.technology(*tech),
            Choice::Pass => -1,
            Choice::Token(Pool::Strategy) => 2,
            Choice::Token(Pool::Tactic) => 1,
            _ => 0,
        };
        best_first(options, worth).unwrap_or(Choice::Pass)
    }

    /// A system for something of ours: where there is something to hold.
    fn system(&self, system: SystemId) -> i32 {
        let planets = self.state.galaxy.planets(system).iter();
        let own = planets.filter(|planet| self.state.owner(**planet) == Some(self.seat));
        let own: i32 = own.map(|planet| self.planet(self.state, *planet)).sum();
        own + self.danger(system)
    }

    /// Which card to give up: the one that does least.
    pub fn discard(&self, options: &[Choice], count: usize) -> Vec<Choice> {
        let mut cards = options.to_vec();
        cards.sort_by_key(|choice| match choice {
            Choice::Card(card) => self.keeping(*card),
            Choice::Secret(card) => super::goals::promise(self.state, self.seat, *card),
            _ => 0,
        });
        cards.truncate(count);
        cards
    }

    pub fn keeping(&self, card: ActionCardId) -> i32 {
        match card.slug() {
            "sabotage" | "imperial-rider" => 30,
            "direct-hit" | "shields-holding" | "skilled-retreat" => 20,
            slug if slug.ends_with("rider") => 22,
            "veto" | "bribery" | "repeal-law" | "confusing-legal-text" => 2,
            _ => 10,
        }
    }
}

/// The option that is worth most; of equals the first.
pub fn best_first(options: &[Choice], worth: impl Fn(&Choice) -> i32) -> Option<Choice> {
    options.iter().rev().max_by_key(|option| worth(option)).cloned()
}
