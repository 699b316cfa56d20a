//! The verb list that cards and technologies are written in, and how it is read.
//!
//! `explore 3; claim vote` are two effects one after the other, `cross_dock 2 | deploy infantry 1` is one
//! or the other by the player's choice.

use serde::{Deserialize, Serialize};

use super::data::{Asset, RelicId, Resource, Sheet, Side, Spec};
use super::state::Spot;

/// Something that a card makes a player do. Counts go down as it is resolved mark by mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// Claim an asset that lies on no sheet's map: from the pools of the Industry sheet where it has one.
    Claim(Asset, u8),
    /// A specialty of one's choice.
    Token(u8),
    FreeTg(u8),
    FreeVotes(u8),
    Explore {
        n: u8,
        wormholes: bool,
    },
    ClaimSystem(u8),
    Scrap {
        n: u8,
        anywhere: bool,
    },
    UnlockPlanet(u8),
    /// Icons on unlocked planets; with `planet`, on this one only.
    CrossCells {
        n: u8,
        planet: Option<u8>,
    },
    /// Unlock a planet, then cross so many of its icons.
    Colony(u8),
    /// Icons of docks; with `dock`, of this one only.
    CrossDock {
        n: u8,
        dock: Option<u8>,
    },
    CrossResearch(u8),
    /// Icons of one copy of a unit; with `copy`, of this one.
    CrossUnit {
        unit: u8,
        n: u8,
        copy: Option<u8>,
    },
    Deploy {
        unit: u8,
        n: u8,
    },
    Strength {
        sides: Sides,
        war: War,
        by: i8,
    },
    Write(Sheet, i8),
    LoseTg(u8),
    LoseHalfTg,
    LoseTgOrVote(u8),
    Ban(Ban, u8),
    /// One card resource fewer in the next strategy event.
    Tax(u8),
    /// One's choice of the resource that a tax takes.
    Forgo(u8),
    /// One resource counts as another; with `black`, one from a black die.
    Turn {
        black: bool,
    },
    /// Spend one resource as several of another kind.
    Trade {
        from: Resource,
        to: Resource,
        n: u8,
    },
    Commodities(u8),
    EachCommodity,
    /// Unlock the active sheet's first technology if so many of its icons are crossed.
    UnlockTech(u8),
    UnlockFocus(u8),
    UnlockUnit(u8),
    Ability,
    NeighborAbility,
    PeekEvent,
    /// A war that would be lost in this round is a tie.
    WarTie,
    Either(Vec<Effect>, Vec<Effect>),
    InStrategy(Vec<Effect>, Vec<Effect>),
    // What only arises in play:
    /// Assets claimed at once, in the order of the player's choice.
    Claims(Vec<(Spot, Asset)>),
    /// A specialty spent on the Industry sheet: so many resources are left.
    Burst {
        res: Resource,
        left: u8,
    },
    /// Of two relics one is kept.
    KeepRelic(RelicId, RelicId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sides {
    Both,
    Either,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum War {
    /// The one that is resolved now.
    This,
    Next,
    Last,
    /// Any that is still to come.
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ban {
    Tech,
    Dock,
    Tg,
}

/// What the first ability of a faction changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passive {
    /// Once a round, after a unit other than infantry is built.
    AfterBuilding(Vec<Effect>),
    /// In sections with so many of one's nodes, so much more strength.
    FullSections {
        nodes: u8,
        by: i8,
    },
    /// Once in a round in which one of these sheets is active.
    PerActive(Vec<Sheet>, Vec<Effect>),
    DoubleDock,
    /// When a unit of this kind is built.
    Built(u8, Vec<Effect>),
    Production(u8),
    /// When an empty system is claimed.
    EmptySystem(Vec<Effect>),
    Wormholes,
    /// More strength in the section of the lowest node of a unit of this kind.
    LowestNode {
        unit: u8,
        by: i8,
    },
    /// For each war that is won.
    Victory(Vec<Effect>),
    WinTies,
    ChooseRelics,
    Abstain,
    /// Once in a round in which one of these sheets is active, one black die counts as another type.
    TurnBlackDie(Vec<Sheet>),
    Strength(i8),
    DockStrength {
        each: i8,
        most: i8,
    },
    Discount(u8),
    OverAnomalies,
    MecatolVp(i8),
    FreeVotes(u8),
    Population(Vec<Effect>),
    KeepResource,
}

/// Reads effects; `units` are the ids of units in their order. The error names the part that is wrong.
pub fn effects(text: &str, units: &[String]) -> Result<Vec<Effect>, String> {
    let text = text.trim();
    if let Some((one, other)) = text.split_once('|') {
        return Ok(vec![Effect::Either(effects(one, units)?, effects(other, units)?)]);
    }
    if let Some(rest) = text.strip_prefix("in_strategy ") {
        let (one, other) = rest.split_once(" else ").ok_or("write `in_strategy … else …`")?;
        return Ok(vec![Effect::InStrategy(effects(one, units)?, effects(other, units)?)]);
    }
    let parts =
        text.split(';').map(str::trim).filter(|part| !part.is_empty() && *part != "nothing");
    parts.map(|part| effect(part, units)).collect()
}

/// The words of one effect or passive.
struct Words<'a> {
    whole: &'a str,
    left: std::str::SplitWhitespace<'a>,
    units: &'a [String],
}

impl<'a> Words<'a> {
    fn of(whole: &'a str, units: &'a [String]) -> Self {
        Words { whole, left: whole.split_whitespace(), units }
    }

    fn wrong(&self, wanted: &str) -> String {
        format!("`{}`: {wanted}", self.whole)
    }

    fn word(&mut self) -> Result<&'a str, String> {
        self.left.next().ok_or_else(|| self.wrong("something is missing at the end"))
    }

    /// A number, or 1 where the text ends.
    fn count(&mut self) -> Result<u8, String> {
        match self.left.next() {
            None => Ok(1),
            Some(word) => word.parse().map_err(|_| self.wrong("a number was due")),
        }
    }

    fn signed(&mut self) -> Result<i8, String> {
        let word = self.word()?;
        word.parse().map_err(|_| self.wrong("a number such as +1 or -2 was due"))
    }

    fn unit(&mut self) -> Result<u8, String> {
        let word = self.word()?;
        let found = self.units.iter().position(|unit| unit == word);
        found.map(|at| at as u8).ok_or_else(|| self.wrong("there is no such unit"))
    }

    fn sheet(&mut self) -> Result<Sheet, String> {
        let word = self.word()?;
        Sheet::by_word(word).ok_or_else(|| self.wrong("a sheet was due: nav, exp, ind or war"))
    }

    /// All words that are left.
    fn sheets(&mut self) -> Result<Vec<Sheet>, String> {
        let mut sheets = Vec::new();
        while let Some(word) = self.left.next() {
            let sheet = Sheet::by_word(word);
            sheets.push(sheet.ok_or_else(|| self.wrong(&format!("`{word}` is no sheet")))?);
        }
        Ok(sheets)
    }

    fn resource(&mut self) -> Result<Resource, String> {
        let word = self.word()?;
        Resource::by_word(word).ok_or_else(|| self.wrong("a resource was due: M, I or R"))
    }

    fn flag(&mut self, flag: &str) -> Result<bool, String> {
        match self.left.next() {
            None => Ok(false),
            Some(word) if word == flag => Ok(true),
            Some(_) => Err(self.wrong(&format!("only `{flag}` may stand at the end"))),
        }
    }

    fn end<T>(mut self, value: T) -> Result<T, String> {
        match self.left.next() {
            None => Ok(value),
            Some(word) => Err(format!("`{}`: `{word}` is too much", self.whole)),
        }
    }
}

fn effect(text: &str, units: &[String]) -> Result<Effect, String> {
    let mut words = Words::of(text, units);
    let effect = match words.word()? {
        "claim" => match words.word()? {
            "spec:any" => Effect::Token(words.count()?),
            code => {
                let asset = Asset::by_code(code);
                let fits = |asset: &Asset| {
                    matches!(asset, Asset::Com(..) | Asset::Coun | Asset::Pop) || asset.dashed()
                };
                let asset =
                    asset.filter(fits).ok_or_else(|| words.wrong("it cannot be claimed"))?;
                Effect::Claim(asset, words.count()?)
            }
        },
        "free_tg" => Effect::FreeTg(words.count()?),
        "free_vote" => Effect::FreeVotes(words.count()?),
        "explore" => Effect::Explore { n: words.count()?, wormholes: words.flag("wormholes")? },
        "claim_system" => Effect::ClaimSystem(words.count()?),
        "scrap" => Effect::Scrap { n: words.count()?, anywhere: words.flag("anywhere")? },
        "unlock_planet" => Effect::UnlockPlanet(words.count()?),
        "colony" => Effect::Colony(words.count()?),
        "cross_cells" => Effect::CrossCells { n: words.count()?, planet: None },
        "cross_dock" => Effect::CrossDock { n: words.count()?, dock: None },
        "cross_research" => Effect::CrossResearch(words.count()?),
        "cross_unit" => Effect::CrossUnit { unit: words.unit()?, n: words.count()?, copy: None },
        "deploy" => Effect::Deploy { unit: words.unit()?, n: words.count()? },
        "strength" => {
            let sides = match words.word()? {
                "both" => Sides::Both,
                "either" => Sides::Either,
                _ => return Err(words.wrong("`both` or `either` was due")),
            };
            let war = match words.word()? {
                "this" => War::This,
                "next" => War::Next,
                "last" => War::Last,
                "open" => War::Open,
                _ => return Err(words.wrong("`this`, `next`, `last` or `open` was due")),
            };
            Effect::Strength { sides, war, by: words.signed()? }
        }
        "write" => Effect::Write(words.sheet()?, words.signed()?),
        "lose" => match (words.word()?, words.word()?) {
            ("tg", "half") => Effect::LoseHalfTg,
            ("tg", n) => Effect::LoseTg(n.parse().map_err(|_| words.wrong("a number was due"))?),
            ("tg_or_vote", n) => {
                Effect::LoseTgOrVote(n.parse().map_err(|_| words.wrong("a number was due"))?)
            }
            _ => return Err(words.wrong("`tg` or `tg_or_vote` was due")),
        },
        "ban" => {
            let ban = match words.word()? {
                "tech" => Ban::Tech,
                "dock" => Ban::Dock,
                "tg" => Ban::Tg,
                _ => return Err(words.wrong("`tech`, `dock` or `tg` was due")),
            };
            Effect::Ban(ban, words.count()?)
        }
        "tax" => Effect::Tax(words.count()?),
        "turn" => Effect::Turn { black: words.flag("black")? },
        "trade" => {
            let (from, to) = (words.resource()?, words.resource()?);
            Effect::Trade { from, to, n: words.count()? }
        }
        "commodities" => match words.word()? {
            "each" => Effect::EachCommodity,
            n => Effect::Commodities(n.parse().map_err(|_| words.wrong("a number was due"))?),
        },
        "unlock_tech" => Effect::UnlockTech(words.count()?),
        "unlock_focus" => Effect::UnlockFocus(words.count()?),
        "unlock_unit" => Effect::UnlockUnit(words.unit()?),
        "ability" => Effect::Ability,
        "neighbor_ability" => Effect::NeighborAbility,
        "peek_event" => Effect::PeekEvent,
        "war_tie" => Effect::WarTie,
        word => return Err(format!("`{text}`: there is no verb `{word}`")),
    };
    words.end(effect)
}

/// Reads what a faction's first ability changes: passives separated by `;;`.
pub fn passives(text: &str, units: &[String]) -> Result<Vec<Passive>, String> {
    let parts = text.split(";;").map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| passive(part, units)).collect()
}

fn passive(text: &str, units: &[String]) -> Result<Passive, String> {
    let (head, tail) = match text.split_once(':') {
        // `spec:p` and the like belong to an effect.
        Some((head, tail)) if tail.starts_with(' ') => (head, Some(effects(tail, units)?)),
        _ => (text, None),
    };
    let mut words = Words::of(head, units);
    let word = words.word()?;
    if let Some(does) = tail {
        let passive = match word {
            "after_building" => Passive::AfterBuilding(does),
            "per_active" => Passive::PerActive(words.sheets()?, does),
            "built" => Passive::Built(words.unit()?, does),
            "empty_system" => Passive::EmptySystem(does),
            "victory" => Passive::Victory(does),
            "population" => Passive::Population(does),
            word => return Err(format!("`{text}`: there is no ability `{word}`")),
        };
        return words.end(passive);
    }
    let passive = match word {
        "full_sections" => Passive::FullSections { nodes: words.count()?, by: words.signed()? },
        "double_dock" => Passive::DoubleDock,
        "production" => Passive::Production(words.count()?),
        "wormholes" => Passive::Wormholes,
        "lowest_node" => Passive::LowestNode { unit: words.unit()?, by: words.signed()? },
        "win_ties" => Passive::WinTies,
        "choose_relics" => Passive::ChooseRelics,
        "abstain" => Passive::Abstain,
        "turn_black_die" => Passive::TurnBlackDie(words.sheets()?),
        "strength" => Passive::Strength(words.signed()?),
        "dock_strength" => Passive::DockStrength { each: words.signed()?, most: words.signed()? },
        "discount" => Passive::Discount(words.count()?),
        "over_anomalies" => Passive::OverAnomalies,
        "mecatol_vp" => Passive::MecatolVp(words.signed()?),
        "free_votes" => Passive::FreeVotes(words.count()?),
        "keep_resource" => Passive::KeepResource,
        word => return Err(format!("`{text}`: there is no ability `{word}`")),
    };
    words.end(passive)
}

/// An effect in words, for questions and refusals.
pub fn words(effect: &Effect, units: &[String]) -> String {
    let unit = |unit: &u8| units[usize::from(*unit)].replace('_', " ");
    let list = |list: &[Effect]| {
        let all: Vec<String> = list.iter().map(|effect| words(effect, units)).collect();
        if all.is_empty() { "nothing".into() } else { all.join(", then ") }
    };
    match effect {
        Effect::Claim(asset, 1) => format!("claim {}", asset.words()),
        Effect::Claim(asset, n) => format!("claim {} ({n} times)", asset.words()),
        Effect::Token(_) => "claim a specialty of your choice".into(),
        Effect::FreeTg(n) => format!("take {n} free trade goods"),
        Effect::FreeVotes(n) => format!("{n} free votes"),
        Effect::Explore { n, .. } => format!("explore {n}"),
        Effect::ClaimSystem(n) => format!("claim {n} explored systems"),
        Effect::Scrap { n, anywhere: true } => format!("scrap {n} spaces anywhere"),
        Effect::Scrap { n, .. } => format!("scrap {n}"),
        Effect::UnlockPlanet(n) => format!("unlock {n} planets"),
        Effect::Colony(n) => format!("unlock a planet, then cross {n} of its icons"),
        Effect::CrossCells { n, .. } => format!("cross {n} icons on unlocked planets"),
        Effect::CrossDock { n, .. } => format!("cross {n} dock icons"),
        Effect::CrossResearch(n) => format!("cross {n} research icons of technologies"),
        Effect::CrossUnit { unit: of, n, .. } => format!("cross {n} icons of one {}", unit(of)),
        Effect::Deploy { unit: of, n } => format!("deploy {n} {}", unit(of)),
        Effect::Strength { sides, war, by } => {
            let side =
                if *sides == Sides::Both { "both strength boxes" } else { "one strength box" };
            let war = match war {
                War::This => "this war",
                War::Next => "the next war",
                War::Last => "the last war",
                War::Open => "a war to come",
            };
            format!("{by:+} in {side} of {war}")
        }
        Effect::Write(sheet, n) => format!("write {n:+} on {}", sheet.name()),
        Effect::LoseTg(n) => format!("lose {n} trade goods"),
        Effect::LoseHalfTg => "lose half of your trade goods".into(),
        Effect::LoseTgOrVote(n) => format!("lose {n} trade goods or votes"),
        Effect::Ban(Ban::Tech, n) => format!("no technologies for {n} strategy events"),
        Effect::Ban(Ban::Dock, n) => format!("no docks for {n} strategy events"),
        Effect::Ban(Ban::Tg, n) => format!("no trade goods for {n} strategy events"),
        Effect::Tax(n) => format!("{n} card resources fewer next time"),
        Effect::Forgo(n) => format!("give up {n} card resources"),
        Effect::Turn { .. } => "turn one resource into another".into(),
        Effect::Trade { from, to, n } => format!("spend {} as {n} {}", from.letter(), to.letter()),
        Effect::Commodities(n) => format!("cross {n} commodity icons"),
        Effect::EachCommodity => "cross one icon in each commodity row".into(),
        Effect::UnlockTech(_) => "unlock the first technology of the active sheet".into(),
        Effect::UnlockFocus(n) => format!("unlock {n} focus dice on the active sheet"),
        Effect::UnlockUnit(of) => format!("unlock the {}", unit(of)),
        Effect::Ability => "your faction's claimed ability".into(),
        Effect::NeighborAbility => "the claimed ability of a neighbour's faction".into(),
        Effect::PeekEvent => "look at the next event".into(),
        Effect::WarTie => "a war you would lose is a tie".into(),
        Effect::Either(one, other) => format!("either {} or {}", list(one), list(other)),
        Effect::InStrategy(one, other) => {
            format!("{} (outside of strategy events: {})", list(one), list(other))
        }
        Effect::Claims(_) => "say which asset is claimed first".into(),
        Effect::Burst { res, left } => format!("spend {left} {} one by one", res.letter()),
        Effect::KeepRelic(..) => "keep one of two relics".into(),
    }
}

/// Specialties in words.
pub fn any_of(specs: &[Spec]) -> String {
    let words: Vec<&str> = specs.iter().map(|spec| spec.word()).collect();
    words.join(" or ")
}

impl Effect {
    /// The side a box lies on is chosen.
    pub fn asks_side(&self) -> Option<War> {
        match self {
            Effect::Strength { sides: Sides::Either, war, .. } => Some(*war),
            _ => None,
        }
    }
}

/// Which boxes.
pub fn sides_of(sides: Sides) -> &'static [Side] {
    match sides {
        Sides::Both | Sides::Either => &Side::BOTH,
    }
}
