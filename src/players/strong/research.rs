//! Which technology: what it does, what it opens, which objectives it serves.

use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::payment::Currency;
use crate::imperium::rules::technology;

use super::worth::Mind;

/// What a technology is worth for what it does, from long experience at tables.
fn use_of(tech: TechId) -> i32 {
    match tech.slug() {
        "hyper-metabolism" => 28,
        "fleet-logistics" | "sarween-tools" | "carrier-ii" | "dreadnought-ii" => 26,
        "integrated-economy" | "gravity-drive" => 24,
        "cruiser-ii" | "neural-motivator" | "war-sun" => 22,
        "pds-ii" | "fighter-ii" => 18,
        "light-wave-deflector" | "space-dock-ii" | "antimass-deflectors" => 16,
        "infantry-ii" | "assault-cannon" | "transit-diodes" | "plasma-scoring" => 14,
        "destroyer-ii" | "duranium-armor" | "dacxive-animators" => 12,
        "graviton-laser-system" | "magen-defense-grid" | "x-89-bacterial-weapon" => 8,
        _ if tech.get().faction.is_some() => 24,
        _ => 12,
    }
}

/// Worth going for: what is a step away counts half of what it is worth.
const NEARER: [i32; 4] = [100, 50, 25, 12];

impl Mind<'_> {
    /// What the technology is worth to its owner.
    pub fn technology(&self, tech: TechId) -> i32 {
        let state = self.state;
        let mut after = state.clone();
        after.gain_technology(self.seat, tech);
        let objectives = self.prospects(&after) - self.prospects(state);
        let left = (9 - i32::from(state.round)).clamp(5, 8);
        let mut worth = use_of(tech) * left / 6 + objectives;
        // A colour in which there is little opens most.
        let before = technology::owned_colours(state, self.seat);
        let then = technology::owned_colours(&after, self.seat);
        let mut opened: Vec<i32> = TechId::all()
            .filter(|goal| self.may_want(*goal) && *goal != tech)
            .map(|goal| {
                let (far, near) = (missing(goal, before), missing(goal, then));
                use_of(goal) * left / 6 * (nearness(near) - nearness(far)) / 100
            })
            .filter(|gain| *gain > 0)
            .collect();
        opened.sort_unstable_by(|a, b| b.cmp(a));
        worth += opened.iter().take(3).sum::<i32>() * 2 / 3;
        worth
    }

    fn may_want(&self, tech: TechId) -> bool {
        let card = tech.get();
        let own = card.faction.is_none_or(|of| of == self.state.player(self.seat).faction);
        own && card.researchable
            && card.prerequisites.is_some()
            && tech.is_in_play(self.state.options.sources)
            && !self.state.has_technology(self.seat, tech)
    }

    /// The best of the answers that research something, and what it is worth without its price.
    pub fn best_research(&self, answers: Vec<Vec<Choice>>) -> Option<(Vec<Choice>, i32)> {
        let reserve = self.reserve();
        let worth = |answer: &Vec<Choice>| {
            let tech = answer.iter().find_map(|part| match part {
                Choice::Technology(tech) => Some(*tech),
                _ => None,
            });
            // Instead of technologies some gain tokens.
            let worth = tech.map_or(30, |tech| self.technology(tech));
            let spent: i32 = answer.iter().map(|part| self.price_of(part)).sum();
            // What is set aside for a point is not spent here.
            let broken = if self.leaves(reserve, answer) { 0 } else { 70 };
            worth - spent - broken
        };
        let ranked = answers.into_iter().map(|answer| (worth(&answer), answer));
        ranked.max_by_key(|(worth, _)| *worth).map(|(worth, answer)| (answer, worth))
    }

    /// What a part of a payment is worth otherwise.
    pub fn price_of(&self, part: &Choice) -> i32 {
        match part {
            Choice::Exhaust(planet) => {
                let worth = |currency: Currency| i32::from(currency.worth(self.state, *planet));
                2 * worth(Currency::Resources).max(worth(Currency::Influence))
            }
            Choice::Specialty(planet) => 2 * i32::from(self.state.resources(*planet)),
            Choice::TradeGoods(n) => 3 * i32::from(*n),
            _ => 0,
        }
    }
}

fn missing(tech: TechId, owned: [u8; 4]) -> usize {
    let Some(needs) = tech.get().prerequisites else { return 9 };
    let all = Colour::ALL.iter().zip(owned);
    all.map(|(colour, owned)| usize::from(needs.of(*colour).saturating_sub(owned))).sum()
}

fn nearness(missing: usize) -> i32 {
    NEARER.get(missing).copied().unwrap_or(0)
}
