//! Marks: whatever a player does with the pen, how it is written and how it is read. The table of
//! [`VERBS`] is the one source for both.

use serde::{Deserialize, Serialize};

use super::data::*;
use super::grid::Nodes;
use super::state::Printed;
use crate::engine::Refusal;

/// What a mark is paid with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Pay {
    With(Resource),
    /// An effect pays for it.
    Free,
    Spec(Spec),
    /// A planet asset.
    Planet,
}

/// What a player uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Power {
    /// A technology of the active sheet.
    Tech(Sheet, u8),
    Faction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mark {
    /// Choose the active sheet.
    Sheet(Sheet),
    Explore {
        from: u8,
        to: u8,
        pay: Pay,
    },
    Wormhole {
        from: u8,
        to: u8,
        pay: Pay,
    },
    ClaimSystem {
        system: u8,
        pay: Pay,
    },
    Unlock {
        planet: u8,
        pay: Pay,
    },
    Develop {
        planet: u8,
        cell: u8,
        pay: Pay,
    },
    /// With a planet asset, or an icon of this resource.
    Dock {
        dock: u8,
        pay: Pay,
    },
    Scrap {
        space: u8,
        pay: Pay,
    },
    ClaimSpace {
        space: u8,
        pay: Pay,
    },
    Burst(Spec),
    EndBurst,
    Commodity(u8),
    /// An icon of a copy of a unit.
    Build {
        unit: u8,
        copy: u8,
        pay: Pay,
    },
    Deploy {
        unit: u8,
        nodes: Nodes,
    },
    /// Open the lock of a unit type.
    Open(u8),
    Tech {
        sheet: Sheet,
        slot: u8,
        pay: Pay,
    },
    Focus {
        die: Resource,
        pay: Pay,
    },
    Tg(Resource),
    Use(Power),
    Turn {
        from: Resource,
        to: Resource,
    },
    Play(RelicId),
    /// Of two relics this one.
    Keep(RelicId),
    /// This card resource stays for the dice.
    Save(Resource),
    /// Of assets claimed at once this one first.
    Take(u8),
    /// The first or the second of two effects.
    Option(u8),
    Box {
        side: Side,
        war: u8,
    },
    /// A trade good or a vote.
    Lose(Asset),
    Forgo(Resource),
    Token(Spec),
}

/// A word that begins marks, how they are written, and what they do.
pub struct Verb {
    pub word: &'static str,
    pub usage: &'static str,
    pub does: &'static str,
    read: fn(&mut Reader) -> Option<Vec<Mark>>,
}

pub const VERBS: [Verb; 27] = [
    Verb {
        word: "sheet",
        usage: "sheet nav",
        does: "choose the active sheet: nav, exp, ind or war",
        read: |words| Some(vec![Mark::Sheet(Sheet::by_word(words.word()?)?)]),
    },
    Verb {
        word: "explore",
        usage: "explore c1-f1 with M",
        does: "trace a hyperlane from an explored system",
        read: |words| {
            let (from, to) = words.word()?.split_once('-')?;
            let (from, to) = (words.printed.system(from)?, words.printed.system(to)?);
            words.paid(|pay| Mark::Explore { from, to, pay })
        },
    },
    Verb {
        word: "wormhole",
        usage: "wormhole W1-W3 with R",
        does: "explore through wormholes",
        read: |words| {
            let (from, to) = words.word()?.split_once('-')?;
            let (from, to) = (words.printed.wormhole(from)?, words.printed.wormhole(to)?);
            words.paid(|pay| Mark::Wormhole { from, to, pay })
        },
    },
    Verb {
        word: "claim",
        usage: "claim f1 with I",
        does: "claim an explored system, or a space such as 1,-1",
        read: |words| {
            let place = words.word()?;
            if let Some(space) = words.printed.space(place) {
                return words.paid(|pay| Mark::ClaimSpace { space, pay });
            }
            let system = words.printed.system(place)?;
            words.paid(|pay| Mark::ClaimSystem { system, pay })
        },
    },
    Verb {
        word: "unlock",
        usage: "unlock karth",
        does: "spend a planet asset to unlock a planet",
        read: |words| {
            let planet = words.printed.planet(words.word()?)?;
            Some([Pay::Free, Pay::Planet].map(|pay| Mark::Unlock { planet, pay }).to_vec())
        },
    },
    Verb {
        word: "develop",
        usage: "develop karth a3",
        does: "cross an icon of an unlocked planet: row a, place 3",
        read: |words| {
            let planet = words.printed.planet(words.word()?)?;
            let cell = words.printed.cell(planet, words.word()?)?;
            let icon = words.printed.exp.planets[usize::from(planet)].icons[usize::from(cell)];
            let pays = [Pay::Free, Pay::With(icon)];
            Some(pays.map(|pay| Mark::Develop { planet, cell, pay }).to_vec())
        },
    },
    Verb {
        word: "dock",
        usage: "dock 2 with M",
        does: "cross an icon of a space dock, or build it with `planet`",
        read: |words| {
            let dock = words.number(words.printed.exp.docks.len())?;
            words.paid(|pay| Mark::Dock { dock, pay })
        },
    },
    Verb {
        word: "scrap",
        usage: "scrap 1,-1",
        does: "scrap a space; a locked one `with` its specialty",
        read: |words| {
            let space = words.printed.space(words.word()?)?;
            words.paid(|pay| Mark::Scrap { space, pay })
        },
    },
    Verb {
        word: "burst",
        usage: "burst cybernetic",
        does: "spend a specialty as several resources on Industry",
        read: |words| Some(vec![Mark::Burst(Spec::by_word(words.word()?)?)]),
    },
    Verb {
        word: "end",
        usage: "end burst",
        does: "give the rest of a burst up",
        read: |words| (words.word()? == "burst").then(|| vec![Mark::EndBurst]),
    },
    Verb {
        word: "commodity",
        usage: "commodity a",
        does: "cross the next icon of a commodity row",
        read: |words| {
            let row = "abc".find(words.word()?).filter(|_| true)?;
            Some(vec![Mark::Commodity(row as u8)])
        },
    },
    Verb {
        word: "pay",
        usage: "pay cruiser with M",
        does: "cross an icon of a unit; `pay cruiser 2 with M` for the second copy",
        read: |words| {
            let unit = words.printed.unit(words.word()?)?;
            let copies = usize::from(words.printed.war.units[usize::from(unit)].copies).max(1);
            let copy = match words.peek() {
                Some("with") | None => None,
                Some(_) => Some(words.number(copies)?),
            };
            let pay = words.pay()?;
            let all = 0..copies as u8;
            let fits = all.filter(|one| copy.is_none_or(|copy| copy == *one));
            Some(fits.map(|copy| Mark::Build { unit, copy, pay }).collect())
        },
    },
    Verb {
        word: "deploy",
        usage: "deploy cruiser L1c123 L2c1",
        does: "draw a unit on nodes: half, row and columns",
        read: |words| {
            let unit = words.printed.unit(words.word()?)?;
            let nodes = Nodes::parse(&words.rest()).ok().filter(|nodes| !nodes.is_empty())?;
            Some(vec![Mark::Deploy { unit, nodes }])
        },
    },
    Verb {
        word: "open",
        usage: "open dreadnought",
        does: "spend the specialty that unlocks a type of unit",
        read: |words| Some(vec![Mark::Open(words.printed.unit(words.word()?)?)]),
    },
    Verb {
        word: "tech",
        usage: "tech gravity_drive with R",
        does: "cross a research icon of a technology, or unlock it `with` its specialty",
        read: |words| {
            let (sheet, slot) = words.printed.tech(words.word()?)?;
            words.paid(|pay| Mark::Tech { sheet, slot, pay })
        },
    },
    Verb {
        word: "focus",
        usage: "focus M",
        does: "spend a focus asset to unlock that die on the active sheet",
        read: |words| {
            let die = Resource::by_word(words.word()?)?;
            let pays = [Pay::Free, Pay::With(die)];
            Some(pays.map(|pay| Mark::Focus { die, pay }).to_vec())
        },
    },
    Verb {
        word: "tg",
        usage: "tg R",
        does: "spend a trade good as a resource",
        read: |words| Some(vec![Mark::Tg(Resource::by_word(words.word()?)?)]),
    },
    Verb {
        word: "use",
        usage: "use survey_lanes",
        does: "use a technology of the active sheet, or `faction`",
        read: |words| {
            let word = words.word()?;
            if word == "faction" {
                return Some(vec![Mark::Use(Power::Faction)]);
            }
            let (sheet, slot) = words.printed.tech(word)?;
            Some(vec![Mark::Use(Power::Tech(sheet, slot))])
        },
    },
    Verb {
        word: "turn",
        usage: "turn M into R",
        does: "use one resource as another",
        read: |words| {
            let from = Resource::by_word(words.word()?)?;
            let into = words.word()?;
            let to = Resource::by_word(words.word()?)?;
            (into == "into").then(|| vec![Mark::Turn { from, to }])
        },
    },
    Verb {
        word: "play",
        usage: "play hollow_sun",
        does: "play a relic from your hand",
        read: |words| Some(vec![Mark::Play(words.printed.relic(words.word()?)?)]),
    },
    Verb {
        word: "keep",
        usage: "keep hollow_sun",
        does: "keep this one of two relics, or a resource for the dice",
        read: |words| {
            let word = words.word()?;
            if let Some(resource) = Resource::by_word(word) {
                return Some(vec![Mark::Save(resource)]);
            }
            Some(vec![Mark::Keep(words.printed.relic(word)?)])
        },
    },
    Verb {
        word: "take",
        usage: "take 1",
        does: "of assets claimed at once this one first",
        read: |words| Some(vec![Mark::Take(words.number(16)?)]),
    },
    Verb {
        word: "option",
        usage: "option 2",
        does: "choose one of two effects",
        read: |words| Some(vec![Mark::Option(words.number(2)?)]),
    },
    Verb {
        word: "box",
        usage: "box left III",
        does: "write a bonus in a strength box",
        read: |words| {
            let side = words.word()?;
            let side = Side::BOTH.into_iter().find(|one| one.word() == side)?;
            let stage = Stage::by_word(&words.word()?.to_ascii_uppercase())?;
            (stage > Stage::I).then(|| vec![Mark::Box { side, war: stage.section() as u8 }])
        },
    },
    Verb {
        word: "lose",
        usage: "lose tg",
        does: "lose a trade good (`tg`) or a vote (`vote`)",
        read: |words| match words.word()? {
            "tg" => Some(vec![Mark::Lose(Asset::Tg)]),
            "vote" => Some(vec![Mark::Lose(Asset::Vote)]),
            _ => None,
        },
    },
    Verb {
        word: "forgo",
        usage: "forgo M",
        does: "give a card resource up",
        read: |words| Some(vec![Mark::Forgo(Resource::by_word(words.word()?)?)]),
    },
    Verb {
        word: "token",
        usage: "token biotic",
        does: "claim a specialty of your choice",
        read: |words| Some(vec![Mark::Token(Spec::by_word(words.word()?)?)]),
    },
];

/// The words of one mark.
struct Reader<'a> {
    printed: &'a Printed,
    words: Vec<&'a str>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn word(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at).copied();
        self.at += 1;
        word
    }

    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    fn rest(&mut self) -> String {
        let rest = self.words[self.at.min(self.words.len())..].join(" ");
        self.at = self.words.len();
        rest
    }

    /// A number from 1, as an index.
    fn number(&mut self, most: usize) -> Option<u8> {
        let number: usize = self.word()?.parse().ok()?;
        (1..=most).contains(&number).then(|| (number - 1) as u8)
    }

    /// `with M`, `with planet`, `with biotic`.
    fn pay(&mut self) -> Option<Pay> {
        if self.word()? != "with" {
            return None;
        }
        let word = self.word()?;
        if word.eq_ignore_ascii_case("planet") {
            return Some(Pay::Planet);
        }
        Resource::by_word(word).map(Pay::With).or_else(|| Spec::by_word(word).map(Pay::Spec))
    }

    /// The mark as it is paid; without a price all that it may be.
    fn paid(&mut self, mark: impl Fn(Pay) -> Mark) -> Option<Vec<Mark>> {
        if self.peek().is_some() {
            let pay = self.pay()?;
            return Some(vec![mark(pay)]);
        }
        let mut pays = vec![Pay::Free];
        pays.extend(Resource::ALL.map(Pay::With));
        pays.extend(Spec::ALL.map(Pay::Spec));
        Some(pays.into_iter().map(mark).collect())
    }
}

impl Printed {
    fn system(&self, name: &str) -> Option<u8> {
        let found =
            self.nav.systems.iter().position(|system| system.name.eq_ignore_ascii_case(name));
        found.map(|at| at as u8)
    }

    fn wormhole(&self, name: &str) -> Option<u8> {
        let found =
            self.nav.wormholes.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|at| at as u8)
    }

    fn space(&self, place: &str) -> Option<u8> {
        let (q, r) = place.split_once(',')?;
        let (q, r): (i8, i8) = (q.parse().ok()?, r.parse().ok()?);
        self.ind.spaces.iter().position(|space| (space.q, space.r) == (q, r)).map(|at| at as u8)
    }

    fn planet(&self, name: &str) -> Option<u8> {
        let found =
            self.exp.planets.iter().position(|planet| planet.name.eq_ignore_ascii_case(name));
        found.map(|at| at as u8)
    }

    /// `b3`: second row, third place.
    fn cell(&self, planet: u8, place: &str) -> Option<u8> {
        let planet = &self.exp.planets[usize::from(planet)];
        let mut signs = place.chars();
        let row =
            u32::from(signs.next()?.to_ascii_lowercase()).checked_sub(u32::from('a'))? as usize;
        let col = signs.next()?.to_digit(10)?.checked_sub(1)? as usize;
        let inside = row < planet.rows.len() && col < planet.width() && signs.next().is_none();
        inside.then(|| (row * planet.width() + col) as u8)
    }

    fn unit(&self, name: &str) -> Option<u8> {
        self.war.unit(&name.to_ascii_lowercase())
    }

    fn tech(&self, name: &str) -> Option<(Sheet, u8)> {
        let name = name.to_ascii_lowercase();
        let found = |sheet: Sheet| {
            let slot = self.techs(sheet).iter().position(|tech| tech.id == name)?;
            Some((sheet, slot as u8))
        };
        Sheet::ALL.into_iter().find_map(found)
    }

    fn relic(&self, name: &str) -> Option<RelicId> {
        let name = slug(name);
        self.pack.relics.iter().position(|relic| relic.id == name).map(|at| RelicId(at as u8))
    }

    fn with(&self, pay: Pay) -> String {
        match pay {
            Pay::With(resource) => format!(" with {}", resource.letter()),
            Pay::Free => String::new(),
            Pay::Spec(spec) => format!(" with {}", spec.word()),
            Pay::Planet => " with planet".into(),
        }
    }

    /// The name of a cell of a planet, `b3`.
    pub fn cell_name(&self, planet: u8, cell: u8) -> String {
        let width = self.exp.planets[usize::from(planet)].width() as u8;
        format!("{}{}", char::from(b'a' + cell / width), cell % width + 1)
    }

    pub fn space_name(&self, space: u8) -> String {
        let space = &self.ind.spaces[usize::from(space)];
        format!("{},{}", space.q, space.r)
    }

    /// The mark as it is typed.
    pub fn label(&self, mark: &Mark) -> String {
        let system = |at: u8| self.nav.systems[usize::from(at)].name.as_str();
        let planet = |at: u8| self.exp.planets[usize::from(at)].name.to_ascii_lowercase();
        let unit = |at: u8| self.war.units[usize::from(at)].id.as_str();
        let tech = |sheet, slot: u8| self.techs(sheet)[usize::from(slot)].id.as_str();
        let relic = |id: RelicId| self.pack.relic(id).id.as_str();
        match *mark {
            Mark::Sheet(sheet) => format!("sheet {}", sheet.word()),
            Mark::Explore { from, to, pay } => {
                format!("explore {}-{}{}", system(from), system(to), self.with(pay))
            }
            Mark::Wormhole { from, to, pay } => {
                let hole = |at: u8| self.nav.wormholes[usize::from(at)].0.as_str();
                format!("wormhole {}-{}{}", hole(from), hole(to), self.with(pay))
            }
            Mark::ClaimSystem { system: at, pay } => {
                format!("claim {}{}", system(at), self.with(pay))
            }
            Mark::Unlock { planet: at, .. } => format!("unlock {}", planet(at)),
            Mark::Develop { planet: at, cell, .. } => {
                format!("develop {} {}", planet(at), self.cell_name(at, cell))
            }
            Mark::Dock { dock, pay } => format!("dock {}{}", dock + 1, self.with(pay)),
            Mark::Scrap { space, pay } => {
                format!("scrap {}{}", self.space_name(space), self.with(pay))
            }
            Mark::ClaimSpace { space, pay } => {
                format!("claim {}{}", self.space_name(space), self.with(pay))
            }
            Mark::Burst(spec) => format!("burst {}", spec.word()),
            Mark::EndBurst => "end burst".into(),
            Mark::Commodity(row) => format!("commodity {}", commodity(row)),
            Mark::Build { unit: at, copy, pay } => {
                let copy = if copy == 0 { String::new() } else { format!(" {}", copy + 1) };
                format!("pay {}{copy}{}", unit(at), self.with(pay))
            }
            Mark::Deploy { unit: at, nodes } => {
                format!("deploy {} {}", unit(at), String::from(nodes))
            }
            Mark::Open(at) => format!("open {}", unit(at)),
            Mark::Tech { sheet, slot, pay } => {
                format!("tech {}{}", tech(sheet, slot), self.with(pay))
            }
            Mark::Focus { die, .. } => format!("focus {}", die.letter()),
            Mark::Tg(resource) => format!("tg {}", resource.letter()),
            Mark::Use(Power::Faction) => "use faction".into(),
            Mark::Use(Power::Tech(sheet, slot)) => format!("use {}", tech(sheet, slot)),
            Mark::Turn { from, to } => format!("turn {} into {}", from.letter(), to.letter()),
            Mark::Play(id) => format!("play {}", relic(id)),
            Mark::Keep(id) => format!("keep {}", relic(id)),
            Mark::Save(resource) => format!("keep {}", resource.letter()),
            Mark::Take(at) => format!("take {}", at + 1),
            Mark::Option(at) => format!("option {}", at + 1),
            Mark::Box { side, war } => {
                format!("box {} {}", side.word(), Stage::ALL[usize::from(war) + 1].word())
            }
            Mark::Lose(asset) => format!("lose {}", asset.code()),
            Mark::Forgo(resource) => format!("forgo {}", resource.letter()),
            Mark::Token(spec) => format!("token {}", spec.word()),
        }
    }

    /// What one typed mark may mean: one reading, or several that differ in what pays.
    ///
    /// # Errors
    /// What is wrong with it, and how it is written.
    pub fn readings(&self, text: &str) -> Result<Vec<Mark>, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let first = words.first().copied().unwrap_or_default().to_ascii_lowercase();
        let Some(verb) = VERBS.iter().find(|verb| verb.word == first) else {
            let known: Vec<&str> = VERBS.iter().map(|verb| verb.word).collect();
            return Err(Refusal::new(format!("there is no mark `{first}`"))
                .instead(format!("Marks: {}.", known.join(", "))));
        };
        let mut reader = Reader { printed: self, words, at: 1 };
        let marks = (verb.read)(&mut reader);
        let marks = marks.filter(|marks| !marks.is_empty());
        let Some(marks) = marks else {
            let at = reader.at.saturating_sub(1).max(1);
            let wrong = match reader.words.get(at) {
                Some(word) => format!("`{word}` does not fit there"),
                None => "something is missing at its end".into(),
            };
            return Err(
                Refusal::new(wrong).instead(format!("Write `{}`: {}.", verb.usage, verb.does))
            );
        };
        match reader.peek() {
            None => Ok(marks),
            Some(more) => Err(Refusal::new(format!("`{more}` is too much"))
                .instead(format!("Write `{}`: {}.", verb.usage, verb.does))),
        }
    }
}

/// Typed marks one by one, with the number of each: separated by `;` or line ends.
pub fn split(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let parts = text.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty());
    parts.enumerate().map(|(at, part)| (at + 1, part))
}
