//! Packs from files: reading the format of `docs/inscription-packs.md` and refusing what cannot be
//! played, with the line and the field.

use super::data::*;
use super::effect::{self, Effect};
use super::grid::Grid;
use super::reader::{self, Field};

mod sheets;

/// A pack from its files, as (name, text). Sheets may stand in files of their own.
///
/// # Errors
/// One line that names the file, the line and the field.
pub fn pack(files: &[(&str, &str)]) -> Result<Pack, String> {
    let mut tables = Vec::new();
    for (file, text) in files {
        tables.push((*file, *text, reader::parse(file, text)?));
    }
    let mut fields = Vec::new();
    for (file, text, table) in &tables {
        fields.extend(reader::top(file, text, table.get_ref()));
    }
    Loader { name: files.first().map_or("", |file| file.0), fields }.pack()
}

const TOP: [&str; 17] = [
    "id",
    "version",
    "footer",
    "legend",
    "nav",
    "exp",
    "ind",
    "war",
    "mecatol",
    "dice",
    "ai",
    "event",
    "objectives",
    "relics",
    "agendas",
    "factions",
    "comment",
];

struct Loader<'a> {
    name: &'a str,
    fields: Vec<(String, Field<'a>)>,
}

impl<'a> Loader<'a> {
    fn get(&self, key: &str) -> Result<Field<'a>, String> {
        let found = self.fields.iter().find(|(name, _)| name == key);
        let missing = || format!("{}, line 1: `{key}` is missing", self.name);
        found.map(|(_, field)| field.clone()).ok_or_else(missing)
    }

    /// All sheets of a kind, from all files.
    fn sheets(&self, kind: Sheet) -> Result<Vec<(String, Field<'a>)>, String> {
        let mut sheets: Vec<(String, Field<'a>)> = Vec::new();
        for (_, field) in self.fields.iter().filter(|(name, _)| name == kind.word()) {
            for (id, sheet) in field.table()? {
                if sheets.iter().any(|(known, _)| *known == id) {
                    return Err(sheet.wrong("there is a sheet of this name already"));
                }
                sheets.push((id, sheet));
            }
        }
        if !sheets.iter().any(|(id, _)| id == "B") && sheets.is_empty() {
            return Err(format!("{}, line 1: there is no {} sheet", self.name, kind.name()));
        }
        Ok(sheets)
    }

    fn pack(&self) -> Result<Pack, String> {
        for (name, field) in &self.fields {
            if !TOP.contains(&name.as_str()) {
                return Err(field.wrong("no such field"));
            }
        }
        let of = |kind| self.sheets(kind);
        let war_sheets = of(Sheet::War)?;
        let units = sheets::unit_ids(&war_sheets)?;
        let units = units.as_slice();
        let nav = of(Sheet::Nav)?;
        let exp = of(Sheet::Exp)?;
        let ind = of(Sheet::Ind)?;
        let ids = |sheets: &[(String, Field)]| sheets.iter().map(|(id, _)| id.clone()).collect();
        let sheet_ids = [ids(&nav), ids(&exp), ids(&ind), ids(&war_sheets)];
        let each = |sheets: &[(String, Field<'a>)]| -> Vec<Field<'a>> {
            sheets.iter().map(|(_, field)| field.clone()).collect()
        };
        let legend = self.get("legend")?;
        let (explore, claim_system) = {
            let nav = legend.get("nav")?;
            nav.only(&["explore", "claim"])?;
            (resources(&nav.get("explore")?)?, resources(&nav.get("claim")?)?)
        };
        let ind_legend = legend.get("ind")?;
        ind_legend.only(&["scrap", "claim", "burst"])?;
        let mut pack = Pack {
            id: self.get("id")?.str()?.to_string(),
            version: self.get("version")?.number(0, 1_000_000)?,
            footer: self.get("footer")?.str()?.to_string(),
            explore,
            claim_system,
            scrap: resources(&ind_legend.get("scrap")?)?,
            claim_space: resources(&ind_legend.get("claim")?)?,
            bursts: bursts(&ind_legend)?,
            nav: each(&nav).iter().map(|f| sheets::nav(f, units)).collect::<Result<_, _>>()?,
            exp: each(&exp).iter().map(|f| sheets::exp(f, units)).collect::<Result<_, _>>()?,
            ind: each(&ind).iter().map(|f| sheets::ind(f, units)).collect::<Result<_, _>>()?,
            war: each(&war_sheets)
                .iter()
                .map(|f| sheets::war(f, units))
                .collect::<Result<_, _>>()?,
            sheet_ids,
            mecatol: mecatol(&self.get("mecatol")?)?,
            black: black(&self.get("dice")?)?,
            focus: focus(&self.get("dice")?)?,
            ai: ai(&self.get("ai")?)?,
            events: events(&self.get("event")?)?,
            objectives: objectives(&self.get("objectives")?)?,
            relics: Vec::new(),
            agendas: Vec::new(),
            factions: Vec::new(),
        };
        pack.relics = relics(&self.get("relics")?, units)?;
        pack.agendas = agendas(&self.get("agendas")?, units)?;
        pack.factions = factions(&self.get("factions")?, units)?;
        Ok(pack)
    }
}

fn resources(field: &Field) -> Result<Vec<Resource>, String> {
    let found = field.all("resource", Resource::by_word)?;
    if found.is_empty() { Err(field.wrong("name a resource at least")) } else { Ok(found) }
}

/// `"MMI"`.
fn icons(field: &Field) -> Result<Vec<Resource>, String> {
    let text = field.str()?;
    let icons: Option<Vec<Resource>> = text.chars().map(Resource::by_letter).collect();
    let icons = icons.filter(|icons| !icons.is_empty() && icons.len() <= 12);
    icons.ok_or_else(|| field.wrong(format!("`{text}` is no row of M, I and R")))
}

fn effects(field: &Field, key: &str, units: &[String]) -> Result<Vec<Effect>, String> {
    match field.find(key)? {
        None => Ok(Vec::new()),
        Some(text) => effect::effects(text.str()?, units).map_err(|why| text.wrong(why)),
    }
}

fn text(field: &Field, key: &str) -> Result<String, String> {
    Ok(field.find(key)?.map_or(Ok(""), |text| text.str())?.to_string())
}

fn bursts(field: &Field) -> Result<Vec<(Spec, Resource, u8)>, String> {
    let mut found = Vec::new();
    let Some(bursts) = field.find("burst")? else { return Ok(found) };
    for (name, burst) in bursts.table()? {
        let spec = name.strip_prefix("spec:").and_then(Spec::by_word);
        let spec = spec.ok_or_else(|| burst.wrong("the name is a specialty such as `spec:c`"))?;
        let icons = icons(&burst)?;
        if icons.iter().any(|icon| *icon != icons[0]) {
            return Err(burst.wrong("a burst is of one resource"));
        }
        found.push((spec, icons[0], icons.len() as u8));
    }
    Ok(found)
}

fn mecatol(field: &Field) -> Result<Vec<(i8, u8)>, String> {
    field.only(&["vp", "votes"])?;
    let (vp, votes) = (field.get("vp")?, field.get("votes")?);
    let (points, count) = (vp.list()?, votes.list()?);
    if points.len() != count.len() || points.len() < 8 {
        return Err(vp.wrong("eight slots at least, and as many values as votes"));
    }
    let slot = |(vp, votes): (&Field, &Field)| Ok((vp.number(0, 50)?, votes.number(0, 50)?));
    points.iter().zip(&count).map(slot).collect()
}

fn black(dice: &Field) -> Result<[Resource; 6], String> {
    dice.only(&["black", "focus"])?;
    let field = dice.get("black")?;
    icons(&field)?.try_into().map_err(|_| field.wrong("a die has six faces"))
}

fn focus(dice: &Field) -> Result<[[u8; 6]; 3], String> {
    let focus = dice.get("focus")?;
    let mut all = [[0; 6]; 3];
    for die in Resource::ALL {
        let field = focus.get(&die.letter().to_string())?;
        let faces: Result<Vec<u8>, String> =
            field.list()?.iter().map(|face| face.number(1, 2)).collect();
        all[die.index()] = faces?.try_into().map_err(|_| field.wrong("a die has six faces"))?;
    }
    Ok(all)
}

fn section(field: &Field) -> Result<Section, String> {
    let mut section = Section { values: Vec::new(), crossed: 0 };
    for value in field.list()? {
        let printed = value.str().ok();
        let number = match printed {
            Some(text) => text.strip_suffix('*').and_then(|number| number.parse().ok()),
            None => Some(value.number(0, 99)?),
        };
        let number =
            number.ok_or_else(|| value.wrong("write a number, or `\"3*\"` for a printed cross"))?;
        if printed.is_some() {
            if usize::from(section.crossed) < section.values.len() {
                return Err(value.wrong("what is printed crossed comes first"));
            }
            section.crossed += 1;
        }
        section.values.push(number);
    }
    if section.crossed == 0 {
        return Err(field.wrong("the first value is printed crossed, so that the AI has one"));
    }
    Ok(section)
}

fn ai(field: &Field) -> Result<AiSheet, String> {
    field.only(&AiTrack::ALL.map(AiTrack::word))?;
    let stages = ["II", "III", "IV", "V"];
    let sections = |key: &str, stages: &[&str]| -> Result<Vec<Section>, String> {
        let track = field.get(key)?;
        track.only(stages)?;
        stages.iter().map(|stage| section(&track.get(stage)?)).collect()
    };
    let exact = "as many as were read";
    let goals: Result<Vec<GoalTrack>, String> =
        ["M2", "I2", "R1", "R2"].iter().map(|key| goal_track(&field.get(key)?)).collect();
    Ok(AiSheet {
        strength: sections("M1", &stages)?.try_into().expect(exact),
        votes: sections("I1", &stages[..3])?.try_into().expect(exact),
        goals: goals?.try_into().expect(exact),
    })
}

fn goal_track(field: &Field) -> Result<GoalTrack, String> {
    field.only(&["icons", "goals", "then"])?;
    let icons = field.get("icons")?.number(1, 30)?;
    let mut goals = Vec::new();
    for (at, goal) in field.get("goals")?.table()? {
        let behind = at.parse().ok().filter(|n| (1..=icons).contains(n));
        let behind = behind.ok_or_else(|| goal.wrong("the name is the number of an icon"))?;
        let goal = goal.read("goal of the AI", |text| match text.strip_prefix("objective:") {
            Some(sheet) => Sheet::by_word(sheet).map(AiGoal::Objective),
            None => (text == "mecatol").then_some(AiGoal::Mecatol),
        })?;
        goals.push((behind, goal));
    }
    let then = field.get("then")?.read("track", AiTrack::by_word)?;
    Ok(GoalTrack { icons, goals, then })
}

fn events(field: &Field) -> Result<Vec<Event>, String> {
    let mut events = Vec::new();
    for stage in field.list()? {
        stage.only(&["stage", "blue", "black"])?;
        let word = stage.get("stage")?.read("stage", Stage::by_word)?;
        for (key, blue) in [("blue", true), ("black", false)] {
            for card in stage.get(key)?.list()? {
                events.push(event(&card, word, blue)?);
            }
        }
        let of = |blue| events.iter().filter(|e| e.stage == word && e.blue == blue).count();
        let (blue, black) = (of(true), of(false));
        if blue != black && blue != black + 1 {
            return Err(stage.wrong(
                "colours alternate with blue at the bottom: as many blue cards as \
                                    black ones, or one more",
            ));
        }
    }
    let last = events.iter().filter(|e| e.kind == EventKind::War { last: true }).count();
    if last != 1 {
        return Err(field.wrong("one event ends the game: `Name|war|end`"));
    }
    for stage in [Stage::II, Stage::III, Stage::IV, Stage::V] {
        let wars =
            events.iter().filter(|e| e.stage == stage && matches!(e.kind, EventKind::War { .. }));
        if wars.count() != 1 {
            return Err(field.wrong(format!("stage {} has one war", stage.word())));
        }
        let councils = events.iter().filter(|e| e.stage == stage && e.kind == EventKind::Council);
        if councils.count() != usize::from(stage != Stage::V) {
            return Err(field.wrong("stages II, III and IV have one council each"));
        }
    }
    Ok(events)
}

fn event(card: &Field, stage: Stage, blue: bool) -> Result<Event, String> {
    let parts: Vec<&str> = card.str()?.split('|').map(str::trim).collect();
    let kind = match parts[1..] {
        ["strategy", icons] => {
            let mut pool = [0; 3];
            for icon in icons.chars() {
                let icon = Resource::by_letter(icon);
                pool[icon.ok_or_else(|| card.wrong("resources are M, I and R"))?.index()] += 1;
            }
            EventKind::Strategy(pool)
        }
        ["war"] => EventKind::War { last: false },
        ["war", "end"] => EventKind::War { last: true },
        ["council"] => EventKind::Council,
        ["production"] => EventKind::Production,
        ["special"] => EventKind::Special,
        _ => return Err(card.wrong("write `Name|strategy|MMI`, `Name|war`, `Name|council`…")),
    };
    Ok(Event { name: parts[0].to_string(), stage, blue, kind })
}

fn objectives(field: &Field) -> Result<[Vec<Objective>; 4], String> {
    field.only(&Sheet::ALL.map(Sheet::word))?;
    let mut all: [Vec<Objective>; 4] = Default::default();
    for kind in Sheet::ALL {
        let list = field.get(kind.word())?;
        for card in list.list()? {
            card.only(&["id", "name", "text", "goal", "first", "later"])?;
            let goal = card.get("goal")?;
            all[kind.index()].push(Objective {
                id: card.get("id")?.str()?.to_string(),
                name: card.get("name")?.str()?.to_string(),
                text: card.get("text")?.str()?.to_string(),
                goal: goal.read("condition", goal_of)?,
                first: card.get("first")?.number(0, 50)?,
                later: card.get("later")?.number(0, 50)?,
            });
        }
        if all[kind.index()].is_empty() {
            return Err(list.wrong("one objective at least"));
        }
    }
    Ok(all)
}

fn goal_of(text: &str) -> Option<Goal> {
    let mut words = text.split_whitespace();
    let word = words.next()?;
    let numbers: Option<Vec<u8>> = words.map(|number| number.parse().ok()).collect();
    Some(match (word, numbers?.as_slice()) {
        ("explored", [n]) => Goal::Explored(*n),
        ("relic_systems", []) => Goal::RelicSystems,
        ("borders", [claimed]) => Goal::Borders { claimed: *claimed },
        ("developed", [n]) => Goal::Developed(*n),
        ("docks", [n]) => Goal::Docks(*n),
        ("colonies", [unlocked, population]) => {
            Goal::Colonies { unlocked: *unlocked, population: *population }
        }
        ("rows", [n]) => Goal::Rows(*n),
        ("vote_icons", [n]) => Goal::VoteIcons(*n),
        ("spaces", [scrapped, claimed]) => Goal::Spaces { scrapped: *scrapped, claimed: *claimed },
        ("unit_types", [n]) => Goal::UnitTypes(*n),
        ("section", [n]) => Goal::Section(*n),
        ("war_assets", [n]) => Goal::WarAssets(*n),
        _ => return None,
    })
}

fn relics(field: &Field, units: &[String]) -> Result<Vec<Relic>, String> {
    let mut relics = Vec::new();
    for (id, card) in field.table()? {
        card.only(&["name", "vp", "when", "effect", "text"])?;
        let when = card.get("when")?.read("time to play a relic", |text| {
            Some(match text {
                "now" => When::Now,
                "strategy" => When::Strategy,
                "war" => When::War,
                "council" => When::Council,
                _ => return None,
            })
        })?;
        relics.push(Relic {
            id,
            name: card.get("name")?.str()?.to_string(),
            vp: card.get("vp")?.number(0, 50)?,
            when,
            text: card.get("text")?.str()?.to_string(),
            effect: effects(&card, "effect", units)?,
        });
    }
    if relics.len() < 16 {
        return Err(field.wrong("16 relics at least, two for each of eight players"));
    }
    Ok(relics)
}

fn agendas(field: &Field, units: &[String]) -> Result<Vec<Agenda>, String> {
    let mut agendas = Vec::new();
    for (id, card) in field.table()? {
        card.only(&["star", "name", "pass", "fail", "pass_text", "fail_text"])?;
        let stage = id.split('_').next().and_then(Stage::by_word);
        let stage = stage.filter(|stage| (Stage::II..=Stage::IV).contains(stage));
        agendas.push(Agenda {
            stage: stage.ok_or_else(|| card.wrong("its name begins with II_, III_ or IV_"))?,
            name: card.get("name")?.str()?.to_string(),
            star: card.get("star")?.bool()?,
            outcomes: [effects(&card, "pass", units)?, effects(&card, "fail", units)?],
            text: [text(&card, "pass_text")?, text(&card, "fail_text")?],
            id,
        });
    }
    // A counter agenda must exist whatever is drawn first.
    for stage in [Stage::II, Stage::III, Stage::IV] {
        let has = |star| agendas.iter().any(|agenda| agenda.stage == stage && agenda.star == star);
        if !has(true) || !has(false) {
            let why = format!("stage {} needs agendas with and without a star", stage.word());
            return Err(field.wrong(why));
        }
    }
    Ok(agendas)
}

fn factions(field: &Field, units: &[String]) -> Result<Vec<Faction>, String> {
    let mut factions = Vec::new();
    for (id, card) in field.table()? {
        let names =
            ["name", "setup", "passive", "ability", "setup_text", "passive_text", "ability_text"];
        card.only(&names)?;
        let passive = card.get("passive")?;
        factions.push(Faction {
            id,
            name: card.get("name")?.str()?.to_string(),
            setup: effects(&card, "setup", units)?,
            passives: effect::passives(passive.str()?, units).map_err(|why| passive.wrong(why))?,
            ability: effects(&card, "ability", units)?,
            text: [
                text(&card, "setup_text")?,
                text(&card, "passive_text")?,
                text(&card, "ability_text")?,
            ],
        });
    }
    if factions.len() < 24 {
        return Err(field.wrong("24 factions at least, three for each of eight players"));
    }
    Ok(factions)
}

#[cfg(test)]
mod recipe;
#[cfg(test)]
mod tests;
