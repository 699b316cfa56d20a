//! `/build`, `/research`, `/vote`, `/score`: what costs something, with the cheapest payment where
//! none is named.

use crate::engine::Refusal;
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::payment::{self, Currency};
use crate::imperium::rules::{invasion, production};
use crate::imperium::state::*;

use super::reasons::not_scoring;
use super::words::{Wanted, find, named, units};
use super::{Act, Command, Context, kind};

impl Context<'_> {
    /// Units to build; the cheapest payment is added unless `pay` says otherwise.
    pub(super) fn build(&self, command: &Command) -> Result<Act, Refusal> {
        let building = matches!(
            self.prompt.question,
            Question::Produce { .. }
                | Question::ProduceOn { .. }
                | Question::ProduceFreely { .. }
                | Question::Salvage { .. }
                | Question::Secondary { .. }
                | Question::Primary { .. }
        );
        self.need_tactical(building, "nothing is produced")?;
        let parts = self.construction(command.need("units")?, command.option("planet"))?;
        self.with_payment(parts, command.option("pay"))
    }

    /// The parts of the named units, on the named planet where it matters.
    pub(super) fn construction(
        &self,
        typed: &str,
        planet: Option<&str>,
    ) -> Result<Vec<Choice>, Refusal> {
        let mut parts = Vec::new();
        for wanted in units(typed)? {
            let next = self.offered(&[self.unpaid(), parts.clone()].concat());
            let Some(found) = next.into_iter().find(|choice| is_built(choice, wanted, planet))
            else {
                return Err(self.not_built(&parts, wanted, planet));
            };
            parts.push(match found {
                Choice::Build { kind, at, .. } => Choice::Build { kind, count: wanted.count, at },
                other => other,
            });
        }
        Ok(parts)
    }

    /// Why `wanted` cannot be built besides `parts`.
    fn not_built(&self, parts: &[Choice], wanted: Wanted, name: Option<&str>) -> Refusal {
        let Wanted { kind, count, .. } = wanted;
        let system = match self.prompt.question {
            Question::Produce { system, .. } | Question::ProduceFreely { system, .. } => {
                Some(system)
            }
            Question::ProduceOn { planet, .. } => self.state.galaxy.system_of(planet),
            _ => None,
        };
        let at = system.and_then(|system| {
            let planets = self.state.galaxy.planets(system).iter();
            let mut planets =
                planets.filter(|on| name.is_none_or(|n| named(on.name(), on.slug(), n)));
            match kind.is_ship() {
                true => Some(Place::Space(system)),
                false => planets.next().copied().map(Place::Planet),
            }
        });
        let mut whole = [self.unpaid(), parts.to_vec()].concat();
        whole.extend(at.map(|at| Choice::Build { kind, count, at }));
        match self.prompt.check(self.state, &whole) {
            Err(refusal) if at.is_some() => refusal,
            _ => {
                let what = kind.label(usize::from(count));
                Refusal::new(format!("{what} cannot be built here now")).rule("67")
            }
        }
    }

    /// The draft without what it pays.
    pub(super) fn unpaid(&self) -> Vec<Choice> {
        self.draft.iter().filter(|part| !pays(part)).cloned().collect()
    }

    /// The draft with `parts` and the payment that `pay` names, or the cheapest one that makes the
    /// whole legal.
    pub(super) fn with_payment(
        &self,
        parts: Vec<Choice>,
        pay: Option<&str>,
    ) -> Result<Act, Refusal> {
        if let Some(pay) = pay {
            let paid = self.payment(pay)?;
            return Ok(Act::Draft([self.draft, &parts, &paid].concat()));
        }
        let mut parts = [self.unpaid(), parts].concat();
        if self.prompt.check(self.state, &parts).is_ok() {
            return Ok(Act::Draft(parts));
        }
        // A suggestion that does just this knows how to pay, in whatever currency.
        let whole = (self.shape()?.suggest)(self.state, self.prompt).into_iter().find(|answer| {
            parts.iter().all(|part| answer.contains(part))
                && answer.iter().all(|part| parts.contains(part) || pays(part))
        });
        if let Some(whole) = whole {
            return Ok(Act::Draft(whole));
        }
        // What cannot be paid stays unpaid, and the check of the draft says why.
        let (currency, price) = self.price(&parts);
        let paid = payment::cheapest(self.state, self.seat, currency, price, &[]);
        parts.extend(paid.unwrap_or_default());
        Ok(Act::Draft(parts))
    }

    fn price(&self, parts: &[Choice]) -> (Currency, u32) {
        match self.prompt.question {
            Question::CommitGroundForces { .. } => {
                (Currency::Influence, invasion::landing_price(self.state, self.seat, parts))
            }
            _ => (Currency::Resources, production::price(self.state, self.prompt, parts)),
        }
    }

    /// "Quann, Abyz, 2 trade goods".
    pub(super) fn payment(&self, pay: &str) -> Result<Vec<Choice>, Refusal> {
        let mut parts = Vec::new();
        for item in pay.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let digits: String = item.chars().take_while(char::is_ascii_digit).collect();
            let rest = item[digits.len()..].trim().to_lowercase();
            if matches!(rest.as_str(), "tg" | "trade good" | "trade goods" | "goods") {
                parts.push(Choice::TradeGoods(digits.parse().unwrap_or(1)));
                continue;
            }
            let planets: Vec<PlanetId> = self.state.controlled(self.seat).collect();
            let labels: Vec<String> =
                planets.iter().map(|planet| planet.name().to_string()).collect();
            let slugs: Vec<String> =
                planets.iter().map(|planet| planet.slug().to_string()).collect();
            let at = find(&labels, &slugs, item).map_err(|why| {
                let mut others = self.state.planets.keys();
                let other = others.find(|planet| named(planet.name(), planet.slug(), item));
                let why = match other {
                    Some(other) => format!("you do not control {}", other.name()),
                    None => why,
                };
                Refusal::new(why)
                    .instead("Name your planets and trade goods: `Quann, 2 trade goods`.")
            })?;
            parts.push(Choice::Exhaust(planets[at]));
        }
        Ok(parts)
    }

    pub(super) fn vote(&self, command: &Command) -> Result<Act, Refusal> {
        let voting = matches!(self.prompt.question, Question::Vote { .. });
        self.need_question(voting, "there is no vote")?;
        let mut parts = vec![self.outcome(command.need("outcome")?)?];
        parts.extend(self.payment(command.option("planets").unwrap_or_default())?);
        Ok(Act::Answer(parts))
    }

    pub(super) fn outcome(&self, typed: &str) -> Result<Choice, Refusal> {
        let mut outcomes = self.offered(&[]);
        outcomes.retain(kind("vote"));
        match self.among(&outcomes, typed) {
            Ok(at) => Ok(outcomes[at].clone()),
            Err(why) => {
                Err(Refusal::new(why).instead(format!("Possible: {}.", self.names(&outcomes))))
            }
        }
    }

    pub(super) fn score(&self, command: &Command) -> Result<Act, Refusal> {
        if let Question::ScoreSecret = self.prompt.question {
            let secret = command.need("secret")?;
            return self.option("secret", secret);
        }
        let scoring =
            matches!(self.prompt.question, Question::ScoreObjectives | Question::Primary { .. });
        if !scoring && let Some(refusal) = not_scoring(self.state, self.seat, command) {
            return Err(refusal);
        }
        self.need_question(scoring, "no objective is scored")?;
        let mut parts: Vec<Choice> = Vec::new();
        for option in ["public", "secret"] {
            let Some(name) = command.option(option) else { continue };
            let mut offered = self.offered(&parts);
            offered.retain(kind(option));
            let at = self.among(&offered, name).map_err(|why| {
                self.reason(option, name).unwrap_or_else(|| {
                    Refusal::new(why).rule("61").instead(match offered.is_empty() {
                        true => "You fulfil none right now.".into(),
                        false => format!("You can score: {}.", self.names(&offered)),
                    })
                })
            })?;
            parts.push(offered[at].clone());
        }
        if parts.is_empty() {
            return Err(self.wrong("name a public or a secret objective"));
        }
        let alone = Context { draft: &[], ..*self };
        match alone.with_payment(parts, command.option("pay"))? {
            Act::Draft(parts) => Ok(Act::Answer(parts)),
            other => Ok(other),
        }
    }

    pub(super) fn research(&self, command: &Command) -> Result<Act, Refusal> {
        let name = command.need("technology")?;
        if self.prompt.options.iter().any(kind("research")) {
            return self.option("research", name);
        }
        self.shape()?;
        let mut offered = self.offered(&[]);
        offered.retain(kind("research"));
        if offered.is_empty() {
            return Err(self.wrong("no technology is researched now"));
        }
        let at = self.among(&offered, name).map_err(|why| {
            self.reason("research", name).unwrap_or_else(|| {
                let instead = format!("You can research: {}.", self.names(&offered));
                Refusal::new(why).rule("90").instead(instead)
            })
        })?;
        let alone = Context { draft: &[], ..*self };
        alone.with_payment(vec![offered[at].clone()], command.option("pay"))
    }
}

/// Whether a part of an answer pays for the others.
fn pays(part: &Choice) -> bool {
    matches!(
        part,
        Choice::Exhaust(_) | Choice::TradeGoods(_) | Choice::SpendTokens { .. } | Choice::Card(_)
    )
}

/// Whether the choice makes such units on the named planet, or anywhere.
fn is_built(choice: &Choice, wanted: Wanted, planet: Option<&str>) -> bool {
    let there = |on: &PlanetId| planet.is_none_or(|name| named(on.name(), on.slug(), name));
    match choice {
        Choice::Build { kind, at: Place::Planet(on), .. } => *kind == wanted.kind && there(on),
        // Ships are built in space, whatever planet is named for what goes with them.
        Choice::Build { kind, .. } => *kind == wanted.kind && (kind.is_ship() || planet.is_none()),
        Choice::Structure { kind, planet: on } => *kind == wanted.kind && there(on),
        _ => false,
    }
}
