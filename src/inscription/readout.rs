//! What scenarios may expect of a state: each fact as a short text.

use super::data::*;
use super::grid::Nodes;
use super::rules::ai;
use super::state::*;
use crate::engine::Seat;

fn joined(words: impl IntoIterator<Item = impl ToString>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    if words.is_empty() { "nothing".into() } else { words.join(" ") }
}

fn side_and_war(rest: &str) -> Result<(Side, usize), String> {
    let (side, stage) = rest.split_once(' ').ok_or("write `left III`")?;
    let side = Side::BOTH.into_iter().find(|one| one.word() == side).ok_or("left or right")?;
    let stage = Stage::by_word(stage).filter(|stage| *stage > Stage::I).ok_or("II to V")?;
    Ok((side, stage.section()))
}

/// A fact about one player, as they see their own sheets.
///
/// # Errors
/// There is no such fact.
pub fn of_seat(state: &State, seat: Seat, what: &str) -> Result<String, String> {
    let me = state.own(seat);
    let printed = state.printed(seat);
    let (word, rest) = what.split_once(' ').unwrap_or((what, ""));
    let systems = |bits: u64| {
        let all = printed.nav.systems.iter().enumerate();
        joined(all.filter(|(at, _)| bits >> at & 1 == 1).map(|(_, system)| system.name.as_str()))
    };
    let spaces = |bits: u64| {
        let all = (0..printed.ind.spaces.len() as u8).filter(|at| bits >> at & 1 == 1);
        joined(all.map(|at| printed.space_name(at)))
    };
    let unit = |name: &str| printed.war.unit(name).ok_or(format!("there is no unit `{name}`"));
    let sheet = |name: &str| Sheet::by_word(name).ok_or(format!("there is no sheet `{name}`"));
    Ok(match word {
        "has" => {
            let asset = Asset::by_code(rest).ok_or("there is no such asset")?;
            me.count(asset).to_string()
        }
        "tg" => me.count(Asset::Tg).to_string(),
        "votes" => me.count(Asset::Vote).to_string(),
        "spent" => me.kept.iter().filter(|kept| kept.spent).count().to_string(),
        "explored" => systems(me.nav.explored),
        "claimed" => systems(me.nav.claimed),
        "boxes" => joined(me.nav.boxes.iter().map(|(system, points)| {
            format!("{}:{points}", printed.nav.systems[usize::from(*system)].name)
        })),
        "unlocked" => {
            let all = printed.exp.planets.iter().enumerate();
            joined(all.filter(|(at, _)| me.exp.unlocked >> at & 1 == 1).map(|(_, p)| slug(&p.name)))
        }
        "crossed" => {
            let at = printed.exp.planets.iter().position(|planet| slug(&planet.name) == rest);
            let at = at.ok_or("there is no such planet")?;
            let cells = (0..printed.exp.planets[at].icons.len() as u8)
                .filter(|cell| me.exp.crossed[at] >> cell & 1 == 1);
            joined(cells.map(|cell| printed.cell_name(at as u8, cell)))
        }
        "docks" => joined(
            (0..printed.exp.docks.len()).filter(|at| me.exp.built >> at & 1 == 1).map(|at| at + 1),
        ),
        "dock" => {
            let at: usize = rest.parse().map_err(|_| "a number was due")?;
            me.exp.docks.get(at - 1).ok_or("there is no such dock")?.count_ones().to_string()
        }
        "population" => me.exp.population.to_string(),
        "scrapped" => spaces(me.ind.scrapped),
        "spaces" => spaces(me.ind.claimed),
        "rows" => joined(me.ind.rows),
        "councilors" => me.ind.councilors.to_string(),
        "infantry" => me.war.infantry.to_string(),
        "built" => printed.built(me, unit(rest)?).to_string(),
        "paid" => {
            let copies = printed.copies(unit(rest)?);
            joined(copies.map(|copy| me.war.paid[copy].count_ones()))
        }
        "open" => {
            let all = printed.war.units.iter().enumerate();
            joined(
                all.filter(|(at, _)| me.war.open >> at & 1 == 1).map(|(_, unit)| unit.id.as_str()),
            )
        }
        "marked" if me.war.marked == Nodes::default() => "nothing".into(),
        "marked" => me.war.marked.into(),
        "nodes" => {
            let (side, war) = side_and_war(rest)?;
            me.war.marked.and(printed.war.grid.section(side, war)).count().to_string()
        }
        "strength" => {
            let (side, war) = side_and_war(rest)?;
            me.war.strength[side.index()][war]
                .map_or("nothing".into(), |strength| strength.to_string())
        }
        "fight" => {
            let (side, war) = side_and_war(rest)?;
            match me.war.fights[side.index()][war] {
                Some(Fight::Won) => "won",
                Some(Fight::Lost) => "lost",
                Some(Fight::Tied) => "tied",
                None => "nothing",
            }
            .into()
        }
        "bonus" => {
            let (side, war) = side_and_war(rest)?;
            me.war.boxes[side.index()][war].to_string()
        }
        "techs" => joined(Sheet::ALL.into_iter().flat_map(|sheet| {
            let techs = printed.techs(sheet).iter().zip(me.techs[sheet.index()]);
            techs
                .filter(|(_, (_, unlocked))| *unlocked)
                .map(|(tech, _)| tech.id.clone())
                .collect::<Vec<_>>()
        })),
        "research" => {
            let found = Sheet::ALL.into_iter().find_map(|sheet| {
                let slot = printed.techs(sheet).iter().position(|tech| tech.id == rest)?;
                Some(me.techs[sheet.index()][slot].0)
            });
            found.ok_or("there is no such technology")?.to_string()
        }
        "focus" => {
            let sheet = sheet(rest)?;
            joined(
                Resource::ALL
                    .iter()
                    .filter(|die| me.focus[sheet.index()][die.index()])
                    .map(|die| die.letter()),
            )
        }
        "hand" => joined(me.hand.iter().map(|relic| state.pack.relic(*relic).id.as_str())),
        "played" => joined(me.played.iter().map(|relic| state.pack.relic(*relic).id.as_str())),
        "bottom" => joined(me.pile.last().map(|relic| state.pack.relic(*relic).id.as_str())),
        "pool" => super::rules::amounts(me.pool),
        "active" => me.active.map_or("nothing", Sheet::word).into(),
        "vp" => me.vp[sheet(rest)?.index()].to_string(),
        "objective" => me.objectives[sheet(rest)?.index()]
            .map_or("nothing".into(), |points| points.to_string()),
        "subtotal" => state.subtotal(seat, sheet(rest)?).to_string(),
        "score" => state.score(seat).to_string(),
        _ => return Err(format!("there is no fact `{what}` of a player")),
    })
}

/// A fact about the table.
///
/// # Errors
/// There is no such fact.
pub fn of_table(state: &State, what: &str) -> Result<String, String> {
    let pack = state.pack.get();
    let (word, rest) = what.split_once(' ').unwrap_or((what, ""));
    let stage = |word: &str| Stage::by_word(word).ok_or(format!("there is no stage `{word}`"));
    Ok(match word {
        "round" => state.round.to_string(),
        "event" => state.current_event().map_or("nothing".into(), |event| event.name.clone()),
        "resolved" => state.discard.len().to_string(),
        "strategies" => {
            let fits = |id: &&EventId| matches!(pack.event(**id).kind, EventKind::Strategy(_));
            state.discard.iter().filter(fits).count().to_string()
        }
        "deck" => state.deck.len().to_string(),
        // Top to bottom.
        "colours" => {
            let stage = stage(rest)?;
            let cards = state.event.iter().chain(state.deck.iter().rev()).map(|id| pack.event(*id));
            joined(
                cards
                    .filter(|event| event.stage == stage)
                    .map(|event| if event.blue { "blue" } else { "black" }),
            )
        }
        "line" => state.line.to_string(),
        "finished" => (state.phase == Phase::Finished).to_string(),
        "winners" => joined(state.winners.iter()),
        "rank" => state.rank.clone().unwrap_or("nothing".into()),
        "mecatol" => joined(
            state.mecatol.iter().map(|slot| slot.seat.map_or("AI".into(), |seat| seat.to_string())),
        ),
        "left" | "right" => {
            let side = if word == "left" { Side::Left } else { Side::Right };
            match state.neighbor(super::position::seat(state, rest)?, side) {
                Neighbor::Player(seat) => seat.to_string(),
                Neighbor::Ai => "AI".into(),
            }
        }
        "speaker" => state.speaker.to_string(),
        "agendas" => state.agendas[stage(rest)?.section()].len().to_string(),
        "ai" => of_ai(state, rest)?,
        _ => return Err(format!("there is no fact `{what}`")),
    })
}

/// `M2`: crossed icons; `M1 II`: crossed and lined icons; `strength II`, `votes III`.
fn of_ai(state: &State, what: &str) -> Result<String, String> {
    let ai = state.ai.as_ref().ok_or("the AI faction does not play")?;
    let sheet = &state.pack.get().ai;
    if let Some(track) = AiTrack::by_word(what) {
        let at = (track as usize).checked_sub(AiTrack::M2 as usize).ok_or("name the stage")?;
        return Ok(ai.goals[at].to_string());
    }
    let (track, stage) = what.split_once(' ').ok_or("write `M1 II`")?;
    let section = Stage::by_word(stage).ok_or("there is no such stage")?.section();
    let (marked, printed) = match track {
        "M1" | "strength" => (ai.strength.get(section), sheet.strength.get(section)),
        _ => (ai.votes.get(section), sheet.votes.get(section)),
    };
    let (Some(marked), Some(printed)) = (marked, printed) else {
        return Err("no such section".into());
    };
    Ok(match track {
        "M1" | "I1" => format!("{} crossed {} lined", marked.crossed, marked.lined),
        _ => ai::value(marked, printed).to_string(),
    })
}
