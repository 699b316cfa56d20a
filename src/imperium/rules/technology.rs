//! Technologies: what may be researched, prerequisites and specialties (RR 90, 97).

use std::sync::LazyLock;

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::compound::Compound;
use super::payment::{self, Currency};
use super::tables::{Act, Number, Power, Prohibitions, number, tables};
use super::tokens;
use super::window::{self, Moment};

mod prerequisites;
#[cfg(test)]
mod tests;

use prerequisites::{Lender, colours, cover, gap, gap_to, named, sources_of};
pub use prerequisites::{owned_colours, specialties};

/// Unit upgrades of which everything is in the numbers printed on them.
const PRINTED_UPGRADES: [&str; 13] = [
    "carrier-ii",
    "destroyer-ii",
    "fighter-ii",
    "pds-ii",
    "space-dock-ii",
    "cruiser-ii",
    "dreadnought-ii",
    "war-sun",
    "advanced-carrier-ii",
    "hybrid-crystal-fighter-ii",
    "super-dreadnought-ii",
    "saturn-engine-ii",
    "prototype-war-sun-ii",
];

static PRINTED: LazyLock<Vec<TechId>> =
    LazyLock::new(|| PRINTED_UPGRADES.iter().map(|slug| TechId::named(slug)).collect());

/// By index: the later versions of each technology.
static LATER: LazyLock<Vec<Vec<TechId>>> = LazyLock::new(|| {
    let later = |old: TechId| TechId::all().filter(move |new| new.supersedes(old)).collect();
    TechId::all().map(later).collect()
});

/// Whether the program knows all that the technology does; the others are never offered.
pub fn is_working(tech: TechId) -> bool {
    let unit = || tech.get().unit.is_some_and(|unit| tables().unit(unit).is_some());
    tables().technology(tech).is_some() || PRINTED.contains(&tech) || unit()
}

fn is_in_play(tech: TechId, sources: Sources) -> bool {
    let later = &LATER[tech.index()];
    sources.contains(tech.source()) && !later.iter().any(|new| sources.contains(new.source()))
}

/// Technologies that some player of some game can research.
static CANDIDATES: LazyLock<Vec<TechId>> = LazyLock::new(|| {
    let printed = |tech: &TechId| {
        let card = tech.get();
        card.researchable && card.prerequisites.is_some() && card.flip_side_of.is_none()
    };
    TechId::all().filter(|tech| printed(tech) && is_working(*tech)).collect()
});

/// Technologies `seat` could research now: prerequisites by owned technologies and specialties.
pub fn researchable(state: &State, seat: Seat) -> Vec<TechId> {
    let outlook = Outlook::of(state, seat);
    let open = |tech: &TechId| outlook.obstacle(*tech).is_none();
    CANDIDATES.iter().copied().filter(open).collect()
}

/// The same, and those that something on the table opens at this price in resources besides.
fn open_to(state: &State, seat: Seat, resources: u8) -> impl Iterator<Item = TechId> + '_ {
    let aided = aid(state, seat, resources).is_some();
    let outlook = Outlook::of(state, seat);
    let open = move |tech: &TechId| match outlook.obstacle(*tech) {
        None => true,
        Some(Obstacle::Missing(_)) => aided && outlook.permitted(*tech).is_ok(),
        Some(_) => false,
    };
    CANDIDATES.iter().copied().filter(open)
}

/// A power with which `seat` may ignore all prerequisites of what it researches at this price.
fn aid(state: &State, seat: Seat, resources: u8) -> Option<&'static Power> {
    let moment = Moment::Researching { by: seat, resources };
    window::powers(state, seat, &moment).next()
}

/// The power that an answer uses.
fn used_aid(
    state: &State,
    seat: Seat,
    parts: &[Choice],
    resources: u8,
) -> Result<Option<&'static Power>, Refusal> {
    let used = parts.iter().find_map(|part| match part {
        Choice::Use(name) => Some(name),
        _ => None,
    });
    let Some(name) = used else { return Ok(None) };
    match aid(state, seat, resources).filter(|power| power.name == name.0) {
        Some(power) => Ok(Some(power)),
        None => Err(Refusal::new(format!("{} cannot be used now", name.0))),
    }
}

/// Command tokens that come in the place of a technology; 0 for most players.
pub fn tokens_instead(state: &State, seat: Seat) -> u8 {
    number(state, Number::TokensForResearch { seat }, 0).clamp(0, 16) as u8
}

/// `seat` would research, and gains command tokens instead.
fn gain_tokens_instead(game: &mut Game, seat: Seat) -> Flow {
    let count = tokens_instead(&game.state, seat).min(game.state.token_reinforcements(seat));
    game.say(|_| format!("{seat} gains {count} command tokens in the place of a technology."));
    tokens::gain(game, seat, count)
}

/// Whether `seat` would get anything from researching for free.
pub fn can_research_any(state: &State, seat: Seat) -> bool {
    tokens_instead(state, seat) > 0 || open_to(state, seat, 0).next().is_some()
}

/// Those that it could research at this price in resources.
pub fn affordable(state: &State, seat: Seat, resources: u8) -> impl Iterator<Item = TechId> + '_ {
    open_to(state, seat, resources)
        .filter(move |tech| plan(state, seat, *tech, resources).is_some())
}

/// Why a technology cannot be researched.
enum Obstacle {
    Absent,
    Owned,
    OtherFaction(FactionId),
    OwnUpgrade(TechId),
    Missing([u8; 4]),
    Forbidden(Refusal),
}

/// What decides about the research of a seat, looked up once for many technologies.
struct Outlook<'a> {
    state: &'a State,
    seat: Seat,
    owned: [u8; 4],
    lenders: Vec<Lender>,
    prohibitions: Prohibitions<'a>,
}

impl<'a> Outlook<'a> {
    fn of(state: &'a State, seat: Seat) -> Self {
        Outlook {
            state,
            seat,
            owned: owned_colours(state, seat),
            lenders: sources_of(state, seat, &[1; 4]),
            prohibitions: Prohibitions::of(state, seat, false),
        }
    }

    fn permitted(&self, tech: TechId) -> Result<(), Refusal> {
        self.prohibitions.against(Act::Research { tech }).map_or(Ok(()), Err)
    }

    fn obstacle(&self, tech: TechId) -> Option<Obstacle> {
        let (state, seat) = (self.state, self.seat);
        let (card, player) = (tech.get(), state.player(seat));
        if !card.researchable || card.prerequisites.is_none() || card.flip_side_of.is_some() {
            return Some(Obstacle::Absent);
        }
        if let Some(faction) = card.faction.filter(|faction| *faction != player.faction) {
            return Some(Obstacle::OtherFaction(faction));
        }
        if state.has_technology(seat, tech) {
            return Some(Obstacle::Owned);
        }
        if !is_working(tech) || !is_in_play(tech, state.options.sources) {
            return Some(Obstacle::Absent);
        }
        if let Some(own) = own_upgrade(state, seat, tech) {
            return Some(Obstacle::OwnUpgrade(own));
        }
        let gap = gap_to(state, seat, tech, self.owned);
        if gap.needed() > 0 && cover(&self.lenders, gap.missing) < gap.needed() {
            return Some(Obstacle::Missing(gap.missing));
        }
        self.permitted(tech).err().map(Obstacle::Forbidden)
    }
}

/// The faction's own upgrade that stands in the place of a generic one (RR 97).
pub fn own_upgrade(state: &State, seat: Seat, tech: TechId) -> Option<TechId> {
    if !tech.get().is_upgrade() || tech.get().faction.is_some() {
        return None;
    }
    let own = &state.player(seat).faction.get().faction_technologies;
    own.iter().copied().find(|own| own.get().base_upgrade == Some(tech))
}

pub fn can_research(state: &State, seat: Seat, tech: TechId) -> Result<(), Refusal> {
    let name = tech.name();
    Err(match Outlook::of(state, seat).obstacle(tech) {
        None => return Ok(()),
        Some(Obstacle::Absent) => Refusal::new(format!("{name} is not in this game")),
        Some(Obstacle::Owned) => {
            Refusal::new(format!("you already own {name}")).rule("90.2").instead(open(state, seat))
        }
        Some(Obstacle::OtherFaction(faction)) => {
            Refusal::new(format!("{name} is a technology of {}", faction.name())).rule("90.11")
        }
        Some(Obstacle::OwnUpgrade(own)) => {
            Refusal::new(format!("your faction has {} in the place of {name}", own.name()))
                .rule("97")
        }
        Some(Obstacle::Missing(missing)) => {
            Refusal::new(format!("{name} needs {} more", colours(missing)))
                .rule("90.12")
                .instead(open(state, seat))
        }
        Some(Obstacle::Forbidden(refusal)) => refusal,
    })
}

fn open(state: &State, seat: Seat) -> String {
    let names: Vec<&str> = researchable(state, seat).iter().map(|tech| tech.name()).collect();
    match names.is_empty() {
        true => "There is nothing that you could research.".into(),
        false => format!("You can research {}.", names.join(", ")),
    }
}

/// A complete answer that researches `tech` at this price with the least waste.
pub fn plan(state: &State, seat: Seat, tech: TechId, resources: u8) -> Option<Vec<Choice>> {
    plain_plan(state, seat, tech, resources).or_else(|| {
        let power = aid(state, seat, resources)?;
        let price = u32::from(resources);
        let mut payment = payment::cheapest(state, seat, Currency::Resources, price, &[])?;
        let mut parts = vec![Choice::Technology(tech), Choice::Use(PowerName(power.name.into()))];
        parts.append(&mut payment);
        leaves_enough(state, seat, &parts).is_ok().then_some(parts)
    })
}

/// The price of a power is paid apart, after that of the technology.
fn leaves_enough(state: &State, seat: Seat, parts: &[Choice]) -> Result<(), Refusal> {
    let mut left = state.clone();
    for part in parts {
        match part {
            Choice::Exhaust(planet) | Choice::Specialty(planet) => {
                left.planet_mut(*planet).exhausted = true;
            }
            Choice::TradeGoods(n) => {
                let goods = &mut left.player_mut(seat).trade_goods;
                *goods = goods.saturating_sub(*n);
            }
            _ => {}
        }
    }
    match aid(&left, seat, 0) {
        Some(_) => Ok(()),
        None => Err(Refusal::new("too little would be left to pay for what you use besides")
            .rule("90")
            .instead("Its price is paid apart from that of the technology.")),
    }
}

fn plain_plan(state: &State, seat: Seat, tech: TechId, resources: u8) -> Option<Vec<Choice>> {
    let gap = gap(state, seat, tech);
    let mut lenders = Vec::new();
    if gap.needed() > 0 {
        let mut sources = sources_of(state, seat, &gap.missing);
        sources.sort_by_key(|lender| lender.worth(state));
        for lender in sources {
            lenders.push(lender);
            if cover(&lenders, gap.missing) < lenders.len() as u8 {
                lenders.pop();
            }
            if lenders.len() as u8 == gap.needed() {
                break;
            }
        }
        if (lenders.len() as u8) < gap.needed() {
            return None;
        }
    }
    let price = u32::from(resources);
    let planets: Vec<PlanetId> = lenders.iter().filter_map(|lender| lender.planet()).collect();
    let mut payment = payment::cheapest(state, seat, Currency::Resources, price, &planets)?;
    let mut parts = vec![Choice::Technology(tech)];
    parts.extend(lenders.into_iter().map(Lender::part));
    parts.append(&mut payment);
    Some(parts)
}

/// Whether the answer researches one technology and pays the price for it.
pub fn check(state: &State, seat: Seat, parts: &[Choice], resources: u8) -> Result<(), Refusal> {
    if tokens_instead(state, seat) > 0 {
        return check_payment(state, seat, parts, resources);
    }
    let allowed = |part: &Choice| {
        matches!(
            part,
            Choice::Technology(_)
                | Choice::Specialty(_)
                | Choice::Agenda(_)
                | Choice::Exhaust(_)
                | Choice::TradeGoods(_)
                | Choice::Use(_)
        )
    };
    if !parts.iter().all(allowed) {
        return Err(Refusal::new("name one technology, specialties and what you pay with"));
    }
    let [tech] = technologies(parts)[..] else {
        return Err(Refusal::new("name exactly one technology").instead(open(state, seat)));
    };
    match used_aid(state, seat, parts, resources)? {
        Some(_) => {
            let outlook = Outlook::of(state, seat);
            if let Some(Obstacle::Missing(_)) = outlook.obstacle(tech) {
                outlook.permitted(tech)?;
            } else {
                can_research(state, seat, tech)?;
            }
            if parts.iter().any(|part| Lender::named_by(part).is_some()) {
                return Err(Refusal::new("no specialty is needed then").instead("Leave it out."));
            }
        }
        None => {
            can_research(state, seat, tech)?;
            specialties(state, seat, tech, parts)?;
        }
    }
    payment::check(state, seat, parts, Currency::Resources, u32::from(resources))?;
    match parts.iter().any(|part| matches!(part, Choice::Use(_))) {
        true => leaves_enough(state, seat, parts),
        false => Ok(()),
    }
}

/// Who gains tokens instead names no technology, but pays the price.
fn check_payment(
    state: &State,
    seat: Seat,
    parts: &[Choice],
    resources: u8,
) -> Result<(), Refusal> {
    if !parts.iter().all(|part| matches!(part, Choice::Exhaust(_) | Choice::TradeGoods(_))) {
        return Err(Refusal::new("you research nothing; you gain command tokens instead")
            .instead("Name only what you pay with."));
    }
    payment::check(state, seat, parts, Currency::Resources, u32::from(resources))
}

fn technologies(parts: &[Choice]) -> Vec<TechId> {
    let tech = |part: &Choice| match part {
        Choice::Technology(tech) => Some(*tech),
        _ => None,
    };
    parts.iter().filter_map(tech).collect()
}

/// What may be added to a draft.
pub fn next(state: &State, seat: Seat, draft: &[Choice], resources: u8) -> Vec<Choice> {
    if tokens_instead(state, seat) > 0 {
        let price = u32::from(resources);
        let paid = payment::worth(state, seat, draft, Currency::Resources).unwrap_or(u32::MAX);
        return match paid >= price {
            true => Vec::new(),
            false => payment::toward(state, seat, Currency::Resources, price, draft),
        };
    }
    let Some(tech) = technologies(draft).first().copied() else {
        return affordable(state, seat, resources).map(Choice::Technology).collect();
    };
    let aided = draft.iter().any(|part| matches!(part, Choice::Use(_)));
    let lent = draft.iter().any(|part| Lender::named_by(part).is_some());
    let open = || aid(state, seat, resources).filter(|_| !aided && !lent);
    let used = match specialties(state, seat, tech, draft) {
        Ok(used) => used,
        Err(_) if aided => Vec::new(),
        Err(_) => {
            let mut parts = open_specialties(state, seat, tech, draft);
            parts.extend(open().map(|power| Choice::Use(PowerName(power.name.into()))));
            return parts;
        }
    };
    let paid = payment::worth(state, seat, draft, Currency::Resources).unwrap_or(u32::MAX);
    if paid >= u32::from(resources) {
        return Vec::new();
    }
    let mut parts = payment::toward(state, seat, Currency::Resources, u32::from(resources), draft);
    parts.retain(
        |part| !matches!(part, Choice::Exhaust(planet) if used.contains(&Lender::Planet(*planet))),
    );
    if aided {
        parts.retain(|part| {
            let mut longer = draft.to_vec();
            longer.push(part.clone());
            leaves_enough(state, seat, &longer).is_ok()
        });
    }
    parts
}

fn open_specialties(state: &State, seat: Seat, tech: TechId, draft: &[Choice]) -> Vec<Choice> {
    let gap = gap(state, seat, tech);
    let sources = sources_of(state, seat, &gap.missing).into_iter();
    let fits = |part: &Choice| {
        let mut longer = draft.to_vec();
        longer.push(part.clone());
        named(state, seat, &gap, &longer).is_ok()
    };
    sources.map(Lender::part).filter(fits).collect()
}

/// Complete answers, the technologies with most prerequisites first.
pub fn suggest(state: &State, seat: Seat, resources: u8) -> Vec<Vec<Choice>> {
    if tokens_instead(state, seat) > 0 {
        let price = u32::from(resources);
        return payment::cheapest(state, seat, Currency::Resources, price, &[])
            .into_iter()
            .collect();
    }
    let mut techs: Vec<TechId> = open_to(state, seat, resources).collect();
    let worth = |tech: &TechId| tech.get().prerequisites.map_or(0, |needs| needs.total());
    techs.sort_by_key(|tech| (std::cmp::Reverse(worth(tech)), *tech));
    techs.into_iter().filter_map(|tech| plan(state, seat, tech, resources)).collect()
}

/// Carries out an answer that [`check`] allows.
pub fn carry_out(game: &mut Game, seat: Seat, parts: &[Choice]) -> Flow {
    if tokens_instead(&game.state, seat) > 0 && !declines(parts) {
        payment::pay(game, seat, parts);
        return gain_tokens_instead(game, seat);
    }
    let Some(tech) = technologies(parts).first().copied() else { return Ok(()) };
    let aid = used_aid(&game.state, seat, parts, 0).unwrap_or_default();
    let used = match aid {
        Some(_) => Vec::new(),
        None => specialties(&game.state, seat, tech, parts).unwrap_or_default(),
    };
    for lender in &used {
        lender.exhaust(&mut game.state);
    }
    payment::pay(game, seat, parts);
    if let Some(power) = aid {
        let mut moment = Moment::Researching { by: seat, resources: 0 };
        window::use_power(game, seat, &PowerName(power.name.into()), &mut moment)?;
    }
    game.say(|_| {
        let lent: Vec<String> = used.iter().map(|lender| lender.words()).collect();
        let lent = (!lent.is_empty()).then(|| format!("using {}", lent.join(", ")));
        let paid = Some(payment::words(parts)).filter(|words| !words.is_empty());
        let how: Vec<String> = lent.into_iter().chain(paid).collect();
        match how.is_empty() {
            true => format!("{seat} researches **{}**.", tech.name()),
            false => format!("{seat} researches **{}**, {}.", tech.name(), how.join(" and ")),
        }
    });
    game.state.gain_technology(seat, tech);
    researched(game, seat, tech)
}

fn researched(game: &mut Game, seat: Seat, tech: TechId) -> Flow {
    let mut researched = Moment::Researched { by: seat, tech };
    window::must(game, &mut researched)?;
    window::window(game, &mut researched)
}

/// `seat` gains a technology by research; what it costs has been settled.
pub fn research(game: &mut Game, seat: Seat, tech: TechId) -> Flow {
    if tokens_instead(&game.state, seat) > 0 {
        return gain_tokens_instead(game, seat);
    }
    game.state.gain_technology(seat, tech);
    game.say(|_| format!("{seat} researches **{}**.", tech.name()));
    researched(game, seat, tech)
}

/// Lets `seat` research a technology for nothing, or leave it.
pub fn may_research(game: &mut Game, seat: Seat) -> Flow {
    if affordable(&game.state, seat, 0).next().is_none() {
        game.say(|_| format!("There is nothing that {seat} could research."));
        return Ok(());
    }
    let answer = game.ask(|_| Prompt::compound(seat, Question::MayResearch))?;
    carry_out(game, seat, &answer)
}

/// Lets `seat` research one technology at this price: a free one must be taken, a paid one may.
pub fn offer(game: &mut Game, seat: Seat, resources: u8) -> Flow {
    if tokens_instead(&game.state, seat) > 0 {
        return offer_tokens(game, seat, resources);
    }
    if affordable(&game.state, seat, resources).next().is_none() {
        game.say(|_| match resources {
            0 => format!("There is nothing that {seat} could research."),
            n => format!("{seat} cannot research another technology for {n} resources."),
        });
        return Ok(());
    }
    let question = Question::Research { resources };
    let answer = game.ask(|_| Prompt::compound(seat, question.clone()))?;
    carry_out(game, seat, &answer)
}

fn offer_tokens(game: &mut Game, seat: Seat, resources: u8) -> Flow {
    if resources == 0 {
        return gain_tokens_instead(game, seat);
    }
    if payment::available(&game.state, seat, Currency::Resources) < u32::from(resources) {
        return Ok(());
    }
    let answer = game.ask(|_| Prompt::compound(seat, Question::Research { resources }))?;
    carry_out(game, seat, &answer)
}

fn price(prompt: &Prompt<Imperium>) -> u8 {
    match prompt.question {
        Question::Research { resources } => resources,
        _ => 0,
    }
}

/// What costs something may be left out.
fn is_optional(prompt: &Prompt<Imperium>) -> bool {
    prompt.question == Question::MayResearch || price(prompt) > 0
}

fn declines(parts: &[Choice]) -> bool {
    parts.is_empty() || parts == [Choice::Pass]
}

/// `Question::Research`.
pub static RESEARCH: Compound = Compound {
    check: |state, prompt, parts| match price(prompt) {
        _ if declines(parts) && is_optional(prompt) => Ok(()),
        resources => check(state, prompt.seat, parts, resources),
    },
    next: |state, prompt, draft| {
        let resources = price(prompt);
        let mut parts = next(state, prompt.seat, draft, resources);
        if draft.is_empty() && is_optional(prompt) {
            parts.push(Choice::Pass);
        }
        parts
    },
    suggest: |state, prompt| {
        let resources = price(prompt);
        let mut answers = suggest(state, prompt.seat, resources);
        if is_optional(prompt) {
            answers.push(vec![Choice::Pass]);
        }
        answers
    },
};
