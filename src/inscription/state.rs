//! The position: plain data and what can be read off it.

use serde::{Deserialize, Serialize};

use super::data::*;
use super::effect::{Ban, Effect, Passive};
use super::grid::{Grid, Nodes};
use crate::engine::Seat;

/// How hard the AI faction plays, with one or two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Difficulty {
    Easy,
    Medium,
    Hard,
}

impl Difficulty {
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    pub fn word(self) -> &'static str {
        ["easy", "medium", "hard"][self as usize]
    }
}

/// What is chosen before the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    pub players: u8,
    /// Sheets of side A, all different, instead of side B.
    pub varied: bool,
    pub difficulty: Difficulty,
    /// Factions that are not dealt.
    pub factions: Vec<Option<FactionId>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    Setup,
    /// The next event is revealed and its first part resolved.
    Event,
    /// The dice of a strategy event.
    Dice,
    Finished,
}

/// A place where an asset lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Spot {
    System(u8),
    Row(u8, u8),
    Col(u8, u8),
    Dock(u8),
    Space(u8),
    Node(u8),
    Spoil(Side, u8),
    /// Trade goods and votes of the Industry sheet.
    Pool,
    /// On no sheet.
    Token,
}

impl Spot {
    /// The sheet whose victory points an asset here adds to.
    pub fn sheet(self) -> Sheet {
        match self {
            Spot::System(_) => Sheet::Nav,
            Spot::Row(..) | Spot::Col(..) | Spot::Dock(_) => Sheet::Exp,
            Spot::Space(_) | Spot::Pool | Spot::Token => Sheet::Ind,
            Spot::Node(_) | Spot::Spoil(..) => Sheet::War,
        }
    }
}

/// A claimed asset with a dashed outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    pub asset: Asset,
    pub from: Spot,
    pub spent: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nav {
    /// Bits of systems.
    pub explored: u64,
    pub claimed: u64,
    /// Bits of hyperlanes that are traced.
    pub lanes: u128,
    /// Wormholes gone through, from and to.
    pub holes: Vec<(u8, u8)>,
    /// What is written in the boxes of systems.
    pub boxes: Vec<(u8, i8)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exp {
    pub unlocked: u8,
    /// Bits of crossed icons of each planet.
    pub crossed: Vec<u16>,
    pub docks: Vec<u16>,
    pub built: u8,
    pub population: u8,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ind {
    pub scrapped: u64,
    pub claimed: u64,
    /// Crossed icons of the three commodity rows.
    pub rows: [u8; 3],
    /// Unlocked vote icons.
    pub councilors: u8,
    /// Circled in the pools.
    pub tg: u8,
    pub votes: u8,
}

/// How a war ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fight {
    Won,
    Lost,
    Tied,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Front {
    /// Bits of crossed icons, copy by copy in the order of units.
    pub paid: Vec<u16>,
    pub infantry: u16,
    /// Bits of units whose lock is open.
    pub open: u16,
    pub units: Vec<(u8, Nodes)>,
    pub marked: Nodes,
    /// What is added in each strength box.
    pub boxes: [[i8; 4]; 2],
    pub strength: [[Option<u8>; 4]; 2],
    pub fights: [[Option<Fight>; 4]; 2],
}

/// What a player may do at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Window {
    /// Choose the active sheet, spend the card's resources.
    Cards,
    /// Spend the dice.
    Dice,
    /// Before strengths are counted.
    War,
    /// Resolve what an event gives or takes.
    Effects,
}

impl Window {
    pub fn strategy(self) -> bool {
        matches!(self, Window::Cards | Window::Dice)
    }
}

/// What has been used in this round; bits of [`Player::used`].
pub mod once {
    /// Technologies of the active sheet, by place.
    pub const TECH: [u8; 2] = [1, 2];
    pub const FACTION: u8 = 4;
    pub const TURN: u8 = 8;
    pub const BUILD: u8 = 16;
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    pub dealt: Vec<FactionId>,
    pub faction: Option<FactionId>,
    /// The sheet of each kind, by its place in the pack.
    pub sheets: [u8; 4],
    pub nav: Nav,
    pub exp: Exp,
    pub ind: Ind,
    pub war: Front,
    /// Crossed research icons, and whether it is unlocked.
    pub techs: [[(u8, bool); 2]; 4],
    /// Unlocked focus dice by sheet and die.
    pub focus: [[bool; 3]; 4],
    /// Conditions of objectives that were met.
    pub met: [bool; 4],
    /// What is written in the objective boxes.
    pub objectives: [Option<i8>; 4],
    /// Written on the sheets by effects.
    pub written: [i8; 4],
    pub kept: Vec<Kept>,
    /// One's own relics, the next one first; nobody knows them.
    pub pile: Vec<RelicId>,
    pub hand: Vec<RelicId>,
    pub played: Vec<RelicId>,
    /// Strategy events for which something is forbidden.
    pub bans: [u8; 3],
    pub tax: u8,
    /// Sum of victory points of each sheet, objectives aside.
    pub vp: [i16; 4],
    // The window:
    pub window: Option<Window>,
    pub active: Option<Sheet>,
    pub last_active: Option<Sheet>,
    pub pool: [u8; 3],
    pub free: u8,
    pub keep: Option<Resource>,
    pub used: u8,
    /// What has to be resolved, the next thing last.
    pub pending: Vec<Effect>,
    pub down: bool,
    /// Saved from defeat in this war.
    pub oath: bool,
    pub peeked: bool,
}

impl Player {
    /// How many unspent assets of a kind.
    pub fn count(&self, asset: Asset) -> u8 {
        self.kept.iter().filter(|kept| !kept.spent && kept.asset == asset).count() as u8
    }

    /// The first unspent asset of a kind is slashed.
    pub fn slash(&mut self, asset: Asset) {
        let found = self.kept.iter_mut().find(|kept| !kept.spent && kept.asset == asset);
        found.expect("it was counted before").spent = true;
    }

    pub fn bans(&self, ban: Ban) -> bool {
        self.bans[ban as usize] > 0
    }
}

/// The four sheets of a player, as printed.
#[derive(Clone, Copy)]
pub struct Printed {
    pub pack: &'static Pack,
    pub nav: &'static NavSheet,
    pub exp: &'static ExpSheet,
    pub ind: &'static IndSheet,
    pub war: &'static WarSheet,
}

impl Printed {
    pub fn of(pack: PackRef, sheets: [u8; 4]) -> Printed {
        let pack = pack.get();
        let [nav, exp, ind, war] = sheets.map(usize::from);
        Printed {
            pack,
            nav: &pack.nav[nav],
            exp: &pack.exp[exp],
            ind: &pack.ind[ind],
            war: &pack.war[war],
        }
    }

    pub fn techs(&self, sheet: Sheet) -> &'static [Tech; 2] {
        match sheet {
            Sheet::Nav => &self.nav.techs,
            Sheet::Exp => &self.exp.techs,
            Sheet::Ind => &self.ind.techs,
            Sheet::War => &self.war.techs,
        }
    }

    pub fn title(&self, sheet: Sheet) -> &'static str {
        match sheet {
            Sheet::Nav => &self.nav.title,
            Sheet::Exp => &self.exp.title,
            Sheet::Ind => &self.ind.title,
            Sheet::War => &self.war.title,
        }
    }

    /// Where the copies of a unit lie among all copies.
    pub fn copies(&self, unit: u8) -> std::ops::Range<usize> {
        let before: usize =
            self.war.units[..usize::from(unit)].iter().map(|unit| usize::from(unit.copies)).sum();
        before..before + usize::from(self.war.units[usize::from(unit)].copies)
    }

    /// Copies of a unit that are built.
    pub fn built(&self, player: &Player, unit: u8) -> u16 {
        let all = self.war.units[usize::from(unit)].all();
        if self.war.units[usize::from(unit)].copies == 0 {
            return player.war.infantry;
        }
        self.copies(unit).filter(|copy| player.war.paid[*copy] == all).count() as u16
    }
}

/// A name on the Mecatol Rex sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Nobody: the AI faction.
    pub seat: Option<Seat>,
    pub barrier: u32,
    pub round: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Race {
    /// Which of the pack's objectives of this kind.
    pub card: u8,
    /// Barrier and round of the first player who completed it.
    pub first: Option<(u32, u32)>,
    /// The round in which the AI completed it.
    pub ai: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice {
    pub black: [Resource; 3],
    pub focus: [u8; 3],
}

/// Progress of the AI faction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ai {
    /// For each section how far it is marked, and whether what is open is lined through.
    pub strength: [Marked; 4],
    pub votes: [Marked; 3],
    /// Crossed icons of M2, I2, R1, R2.
    pub goals: [u8; 4],
}

/// A section of a track: icons crossed, and icons lined through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marked {
    pub crossed: u8,
    pub lined: u8,
}

/// The agenda of a council, and the counter agenda with one or two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Council {
    pub stage: Stage,
    pub agenda: AgendaId,
    pub counter: Option<AgendaId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub pack: PackRef,
    pub options: Options,
    /// As of the last barrier.
    pub players: Vec<Player>,
    /// What players draw while a window is open; nobody else sees it.
    pub desks: Vec<Option<Player>>,
    pub speaker: Seat,
    /// Two players: the Speaker is the other's left neighbour.
    pub speaker_left: bool,
    pub round: u32,
    pub phase: Phase,
    /// The next event last.
    pub deck: Vec<EventId>,
    pub discard: Vec<EventId>,
    pub event: Option<EventId>,
    /// How many windows were closed.
    pub barrier: u32,
    pub races: [Race; 4],
    pub mecatol: Vec<Slot>,
    /// Stages II, III, IV; the next one last.
    pub agendas: [Vec<AgendaId>; 3],
    pub council: Option<Council>,
    pub dice: Option<Dice>,
    pub ai: Option<Ai>,
    /// Wars whose line is drawn.
    pub line: u8,
    pub winners: Vec<Seat>,
    /// One or two players: the rank of the winner.
    pub rank: Option<String>,
}

/// Who stands at a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbor {
    Player(Seat),
    Ai,
}

impl State {
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len() as u8).map(Seat)
    }

    /// As of the last barrier.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// What the seat itself sees: its working copy while a window is open.
    pub fn own(&self, seat: Seat) -> &Player {
        self.desks[seat.index()].as_ref().unwrap_or(&self.players[seat.index()])
    }

    pub fn printed(&self, seat: Seat) -> Printed {
        Printed::of(self.pack, self.players[seat.index()].sheets)
    }

    pub fn faction(&self, seat: Seat) -> Option<&'static Faction> {
        self.players[seat.index()].faction.map(|id| self.pack.get().faction(id))
    }

    pub fn passives(&self, seat: Seat) -> &'static [Passive] {
        self.faction(seat).map_or(&[], |faction| &faction.passives)
    }

    /// Seats clockwise: each one's left neighbour sits after it.
    pub fn neighbor(&self, seat: Seat, side: Side) -> Neighbor {
        let n = self.players.len() as u8;
        match n {
            1 => Neighbor::Ai,
            2 => {
                let other = Seat(1 - seat.0);
                // The Speaker at the other's left has the other at the right.
                let mine = if (seat == self.speaker) == self.speaker_left {
                    Side::Right
                } else {
                    Side::Left
                };
                if side == mine { Neighbor::Player(other) } else { Neighbor::Ai }
            }
            _ if side == Side::Left => Neighbor::Player(Seat((seat.0 + 1) % n)),
            _ => Neighbor::Player(Seat((seat.0 + n - 1) % n)),
        }
    }

    /// Whether the AI faction takes part.
    pub fn small(&self) -> bool {
        self.players.len() <= 2
    }

    pub fn objective(&self, kind: Sheet) -> &'static Objective {
        let race = self.races[kind.index()];
        &self.pack.get().objectives[kind.index()][usize::from(race.card)]
    }

    pub fn current_event(&self) -> Option<&'static Event> {
        self.event.map(|id| self.pack.get().event(id))
    }

    /// Victory points of a sheet at the end: its assets, its objective, on Industry half the trade goods.
    pub fn subtotal(&self, seat: Seat, sheet: Sheet) -> i32 {
        let player = self.player(seat);
        let goods = if sheet == Sheet::Ind { i32::from(player.count(Asset::Tg) / 2) } else { 0 };
        i32::from(player.vp[sheet.index()])
            + i32::from(player.objectives[sheet.index()].unwrap_or(0))
            + goods
    }

    pub fn score(&self, seat: Seat) -> i32 {
        Sheet::ALL.into_iter().map(|sheet| self.subtotal(seat, sheet)).sum()
    }

    /// Strength of a seat in the war of a section, with all bonuses, never below 0.
    pub fn strength(&self, seat: Seat, side: Side, section: usize) -> u8 {
        let player = self.player(seat);
        let printed = self.printed(seat);
        let grid = &printed.war.grid;
        let here = player.war.marked.and(grid.section(side, section)).without(grid.anomalies);
        let mut strength =
            i32::from(here.count()) + i32::from(player.war.boxes[side.index()][section]);
        for sheet in Sheet::ALL {
            for (tech, (_, unlocked)) in
                printed.techs(sheet).iter().zip(player.techs[sheet.index()])
            {
                if let (TechPower::Strength(by), true) = (&tech.power, unlocked) {
                    strength += i32::from(*by);
                }
            }
        }
        for passive in self.passives(seat) {
            strength += match passive {
                Passive::Strength(by) => i32::from(*by),
                Passive::FullSections { nodes, by } if here.count() >= *nodes => i32::from(*by),
                Passive::DockStrength { each, most } => {
                    let docks = player.exp.built.count_ones() as i32;
                    (i32::from(*each) * docks).min(i32::from(*most))
                }
                Passive::LowestNode { unit, by } => {
                    let lies = |(kind, nodes): &&(u8, Nodes)| {
                        let low = nodes.iter().next().unwrap_or_default();
                        kind == unit
                            && Grid::section_of(low) == section
                            && Grid::side_of(low) == side
                    };
                    i32::from(*by) * player.war.units.iter().filter(lies).count() as i32
                }
                _ => 0,
            };
        }
        strength.clamp(0, 99) as u8
    }
}
