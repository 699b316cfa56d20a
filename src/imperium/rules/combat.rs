//! Space combat (RR 78) and ground combat (RR 42): rounds, dice, hits, and how they end.
//!
//! Both are fought alike; only a space combat has anti-fighter barrage (RR 10) and retreats.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::ask::*;
use super::dice::{self, Die, Volley, Volleys};
use super::hits::{self, Due};
use super::tables::{Number, number};
use super::window::{self, Moment};
use super::{fleet, retreat, scoring};

/// A combat that is being fought.
struct Battle {
    place: Place,
    /// Attacker, then defender (RR 13, 29).
    sides: [Seat; 2],
    round: u8,
    /// "space combat in 205", for labels and news.
    name: String,
}

/// Space combat in the system, if two players have ships there (RR 78).
pub fn space_combat(game: &mut Game, system: SystemId) -> Flow {
    let Some(sides) = opponents(&game.state, system) else { return Ok(()) };
    let place = Place::Space(system);
    let battle = Battle { place, sides, round: 0, name: format!("space combat in {system}") };
    game.say(|state| {
        let [attacker, defender] = sides;
        let fleet = |seat| fleet_words(state, seat, place);
        format!(
            "Space combat in **{}**: {attacker} ({}) against {defender} ({}).",
            state.system_name(system),
            fleet(attacker),
            fleet(defender)
        )
    });
    fight(game, battle)
}

/// Ground combat between the active player's ground forces and those of another (RR 42).
pub fn ground_combat(game: &mut Game, attacker: Seat, planet: PlanetId) -> Flow {
    let forces = &game.state.planet(planet).forces;
    let others = forces.owners().into_iter().filter(|seat| *seat != attacker);
    let Some(defender) = others.into_iter().find(|seat| forces.has_troops(*seat)) else {
        return Ok(());
    };
    if !forces.has_troops(attacker) {
        return Ok(());
    }
    let (place, sides) = (Place::Planet(planet), [attacker, defender]);
    game.say(|state| {
        let army = |seat| fleet_words(state, seat, place);
        let name = planet.name();
        format!(
            "Ground combat on **{name}**: {attacker} ({}) against {defender} ({}).",
            army(attacker),
            army(defender)
        )
    });
    let name = format!("ground combat on {}", planet.name());
    fight(game, Battle { place, sides, round: 0, name })
}

/// The two players with ships in the system, the active player first.
fn opponents(state: &State, system: SystemId) -> Option<[Seat; 2]> {
    let fleets = state.fleets(system);
    let attacker = fleets.iter().copied().find(|seat| Some(*seat) == state.active);
    let attacker = attacker.or(fleets.first().copied())?;
    let defender = fleets.into_iter().find(|seat| *seat != attacker)?;
    Some([attacker, defender])
}

/// "2 cruisers, 1 carrier": whoever fights for `seat` here.
fn fleet_words(state: &State, seat: Seat, place: Place) -> String {
    let mut units: Vec<(UnitKind, u8)> = Vec::new();
    for stack in fighters(state, seat, place) {
        match units.last_mut() {
            Some((kind, n)) if *kind == stack.kind => *n += stack.count,
            _ => units.push((stack.kind, stack.count)),
        }
    }
    fleet::listed(&units)
}

/// Units that take part: ships in space, ground forces on planets.
fn fighters(state: &State, seat: Seat, place: Place) -> impl Iterator<Item = &Stack> + Clone {
    hits::targets(state, seat, place, HitSource::SpaceCombat)
}

impl Battle {
    fn system(&self) -> Option<SystemId> {
        match self.place {
            Place::Space(system) => Some(system),
            Place::Planet(_) => None,
        }
    }

    /// "space combat in **Quann / 205**", for news.
    fn title(&self, state: &State) -> String {
        match self.place {
            Place::Space(system) => format!("space combat in **{}**", state.system_name(system)),
            Place::Planet(planet) => format!("ground combat on **{}**", planet.name()),
        }
    }

    fn opponent(&self, seat: Seat) -> Seat {
        if seat == self.sides[0] { self.sides[1] } else { self.sides[0] }
    }

    fn stands(&self, state: &State, seat: Seat) -> bool {
        fighters(state, seat, self.place).next().is_some()
    }

    /// Both sides have units left; otherwise the combat is over (RR 78.9, 42.4).
    fn goes_on(&self, state: &State) -> bool {
        self.sides.iter().all(|seat| self.stands(state, *seat))
    }

    /// Who alone has units left (RR 78.10, 42.4c); fighters alone hold no planet.
    fn winner(&self, state: &State) -> Option<Seat> {
        let [a, b] = self.sides;
        let winner = match (self.stands(state, a), self.stands(state, b)) {
            (true, false) => a,
            (false, true) => b,
            _ => return None,
        };
        let holds = match self.place {
            Place::Planet(planet) => state.planet(planet).forces.has_ground_forces(winner),
            Place::Space(_) => true,
        };
        holds.then_some(winner)
    }
}

fn fight(game: &mut Game, mut battle: Battle) -> Flow {
    for seat in battle.sides {
        game.state.player_mut(seat).feats = vec![Feat::InCombat];
    }
    game.state.combat = Some(Combat::new(battle.place, battle.sides));
    let mut broken_off = false;
    while !broken_off && battle.goes_on(&game.state) {
        battle.round += 1;
        broken_off = combat_round(game, &battle)?;
        if !broken_off {
            let (place, sides, round) = (battle.place, battle.sides, battle.round);
            let mut end = Moment::CombatRoundOver { place, sides, round };
            window::must(game, &mut end)?;
            window::window(game, &mut end)?;
        }
        game.state.end(Until::CombatRoundEnds);
    }
    game.state.end(Until::CombatEnds);
    let winner = if broken_off { None } else { battle.winner(&game.state) };
    send_back(&mut game.state);
    game.say(|state| match winner {
        Some(winner) => format!("{winner} wins the {}.", battle.title(state)),
        None => format!("The {} ends in a draw.", battle.title(state)),
    });
    if let Some(system) = battle.system() {
        // Carried units that have no ship any more (RR 78.10a, 16.3).
        for seat in battle.sides {
            fleet::tidy(game, seat, system)?;
        }
    }
    record(&mut game.state, &battle, winner);
    scoring::after_event(game, &battle.sides)?;
    for seat in battle.sides {
        game.state.player_mut(seat).feats.clear();
    }
    if let Some(by) = winner {
        let from = battle.opponent(by);
        window::must(game, &mut Moment::CombatWon { by, from, place: battle.place })?;
    }
    let mut after = match (battle.place, winner) {
        (Place::Planet(planet), Some(by)) => Moment::GroundCombatWon { by, planet },
        (Place::Space(system), winner) => {
            Moment::SpaceCombatEnds { system, sides: battle.sides, winner }
        }
        (Place::Planet(_), None) => {
            game.state.combat = None;
            return Ok(());
        }
    };
    window::must(game, &mut after)?;
    window::window(game, &mut after)?;
    game.state.combat = None;
    Ok(())
}

/// Ground forces that fought as ships go back to their planets, as many as live; those that took no
/// part are in space again.
pub fn send_back(state: &mut State) {
    let Some(combat) = &mut state.combat else { return };
    let Place::Space(system) = combat.place else { return };
    let (back, aside) =
        (std::mem::take(&mut combat.from_planets), std::mem::take(&mut combat.aside));
    combat.boarders.clear();
    for (planet, stack) in back {
        let mut left = stack.count;
        // Whoever sustained damage is as good as the others.
        for damaged in [stack.damaged, !stack.damaged] {
            let space = &mut state.system_mut(system).space;
            let gone = space.remove(stack.owner, stack.kind, damaged, left);
            state.planet_mut(planet).forces.add(stack.owner, stack.kind, damaged, gone);
            left -= gone;
        }
    }
    for stack in aside {
        let space = &mut state.system_mut(system).space;
        space.add(stack.owner, stack.kind, stack.damaged, stack.count);
    }
}

/// `hits` from `from` on the other side's units, outside of its combat rolls: they may be answered
/// and are assigned as combat hits are.
pub fn strike(game: &mut Game, place: Place, on: Seat, from: Seat, hits: u8) -> Flow {
    let source = source(place);
    if hits == 0 || hits::targets(&game.state, on, place, source).next().is_none() {
        return Ok(());
    }
    let mut moment = Moment::CombatHits { on, from, place, hits };
    window::must(game, &mut moment)?;
    window::window(game, &mut moment)?;
    match moment {
        Moment::CombatHits { hits, .. } => hits::assign(game, on, place, hits, source, from),
        _ => Ok(()),
    }
}

/// One round; true when a card ended the combat in a draw.
fn combat_round(game: &mut Game, battle: &Battle) -> Flow<bool> {
    let (place, sides, round) = (battle.place, battle.sides, battle.round);
    let worn = worn(&game.state, battle);
    let mut start = Moment::CombatRoundStarts { place, sides, round, over: false };
    window::must(game, &mut start)?;
    if !battle.goes_on(&game.state) {
        return Ok(false);
    }
    window::window(game, &mut start)?;
    if matches!(start, Moment::CombatRoundStarts { over: true, .. }) {
        return Ok(true);
    }
    if let Some(system) = battle.system()
        && round == 1
        && battle.goes_on(&game.state)
    {
        game.state.onslaught = Some(Onslaught::Barrage);
        barrage(game, battle, system)?;
        game.state.onslaught = None;
    }
    if !battle.goes_on(&game.state) {
        return Ok(false);
    }
    let retreating = match battle.system() {
        Some(system) => announce_retreats(game, battle, system)?,
        None => None,
    };
    exchange(game, battle)?;
    window::must(game, &mut Moment::HitsAssigned { place, sides, worn })?;
    if let (Some(seat), Some(system)) = (retreating, battle.system())
        && battle.goes_on(&game.state)
    {
        if game.state.fights_as_ships(seat, system) {
            send_back(&mut game.state);
        }
        retreat::retreat(game, seat, system)?;
    }
    let mut end = Moment::CombatRoundEnds { place, sides, used: Seats::default() };
    window::alternate(game, &mut end, sides)?;
    hits::mourn(game)?;
    Ok(false)
}

/// Units of both sides that are damaged already.
fn worn(state: &State, battle: &Battle) -> Vec<Stack> {
    let damaged = |seat| fighters(state, seat, battle.place).filter(|stack| stack.damaged).copied();
    battle.sides.into_iter().flat_map(damaged).collect()
}

/// Anti-fighter barrage (RR 10): fighters are lost on both sides at once. Nothing is rolled where
/// there is nothing to hit.
fn barrage(game: &mut Game, battle: &Battle, system: SystemId) -> Flow {
    let mut hits = [0; 2];
    for (i, seat) in battle.sides.into_iter().enumerate() {
        let space = &game.state.system(system).space;
        if space.count(battle.opponent(seat), UnitKind::Fighter) == 0 {
            continue;
        }
        let mut volleys = Volleys::default();
        for stack in space.ships(seat) {
            let card = game.state.card(seat, stack.kind);
            if let Some(attack) = card.and_then(|card| card.anti_fighter_barrage) {
                volleys.add(Volley::new(stack.kind, stack.count, attack, 0));
            }
        }
        if !volleys.is_empty() {
            let what = format!("anti-fighter barrage, {}", battle.name);
            game.say(|_| format!("Anti-fighter barrage of {seat}:"));
            let (by, dice) = (seat, volleys.throw(game, seat, &what)?);
            let mut rolled = Moment::BarrageRolled { by, place: battle.place, dice };
            window::must(game, &mut rolled)?;
            window::window(game, &mut rolled)?;
            if let Moment::BarrageRolled { dice, .. } = rolled {
                hits[i] = dice::hits(&dice);
            }
        }
    }
    take_hits(game, battle, hits, [0; 2], HitSource::Barrage)
}

/// The defender first; the attacker may not when the defender did (RR 78.4).
fn announce_retreats(game: &mut Game, battle: &Battle, system: SystemId) -> Flow<Option<Seat>> {
    let [attacker, defender] = battle.sides;
    for seat in [defender, attacker] {
        if retreat::destinations(&game.state, seat, system).is_empty() {
            continue;
        }
        let question = Question::AnnounceRetreat { system };
        let options = vec![Choice::Pass, Choice::Yes];
        let answer = game.choose(|_| Prompt::one(seat, question.clone(), options.clone()))?;
        if answer == Choice::Yes {
            game.say(|_| format!("{seat} announces a retreat."));
            let against = battle.opponent(seat);
            let mut announced =
                Moment::RetreatAnnounced { by: seat, against, system, prevented: false };
            window::must(game, &mut announced)?;
            window::window(game, &mut announced)?;
            let prevented = matches!(announced, Moment::RetreatAnnounced { prevented: true, .. });
            return Ok((!prevented).then_some(seat));
        }
    }
    Ok(None)
}

/// Both sides roll, the attacker first, then both take their hits (RR 78.5, 78.6, 42.1, 42.2).
fn exchange(game: &mut Game, battle: &Battle) -> Flow {
    let mut cast = [Vec::new(), Vec::new()];
    let what = format!("{}, combat round {}", battle.name, battle.round);
    if battle.round > 1 {
        game.say(|_| format!("Combat round {}:", battle.round));
    }
    for (i, seat) in battle.sides.into_iter().enumerate() {
        let silenced =
            |lasting: &Lasting| lasting.seat == seat && lasting.effect == Effect::NoCombatRolls;
        if game.state.lasting.iter().any(silenced) {
            game.say(|_| format!("{seat} cannot roll in this round."));
            continue;
        }
        let dice = combat_dice(&game.state, battle, seat).throw(game, seat, &what)?;
        cast[i] = rolled(game, battle, seat, dice)?;
    }
    let cast = all_cast(game, battle, cast)?;
    let (mut hits, mut aimed) = ([0; 2], [0; 2]);
    for (i, seat) in battle.sides.into_iter().enumerate() {
        dice::amend(&mut game.state, seat, &cast[i]);
        hits[i] = dice::hits(&cast[i]);
        aimed[i] = aimed_hits(&game.state, battle, seat, &cast[i]);
    }
    let mut rolled = Moment::CombatRolled { place: battle.place, sides: battle.sides, hits };
    window::must(game, &mut rolled)?;
    if let Moment::CombatRolled { hits: with, .. } = rolled {
        hits = with;
    }
    take_hits(game, battle, hits, aimed, source(battle.place))
}

/// How many hits of a space combat go to ships other than fighters.
fn aimed_hits(state: &State, battle: &Battle, seat: Seat, dice: &[Die]) -> u8 {
    let Some(system) = battle.system() else { return 0 };
    let mut aims: Vec<(UnitKind, bool)> = Vec::new();
    let mut total = 0;
    for die in dice.iter().filter(|die| die.hits() > 0) {
        let kind = die.kind;
        let known = aims.iter().find(|(other, _)| *other == kind).map(|(_, aims)| *aims);
        let aimed =
            known.unwrap_or_else(|| number(state, Number::HitsAimed { seat, kind, system }, 0) > 0);
        if known.is_none() {
            aims.push((kind, aimed));
        }
        total += if aimed { die.hits() } else { 0 };
    }
    total
}

/// What the dice of `by` show after everybody's responses (RR 78.5e).
fn rolled(game: &mut Game, battle: &Battle, by: Seat, dice: Vec<Die>) -> Flow<Vec<Die>> {
    if dice.is_empty() {
        return Ok(dice);
    }
    let (place, round, against) = (battle.place, battle.round, battle.opponent(by));
    let mut rolled = Moment::DiceRolled { by, against, place, round, dice };
    window::must(game, &mut rolled)?;
    window::window(game, &mut rolled)?;
    match rolled {
        Moment::DiceRolled { dice, .. } => Ok(dice),
        _ => Ok(Vec::new()),
    }
}

/// What all dice of the round show after responses to both sides' rolls.
fn all_cast(game: &mut Game, battle: &Battle, dice: [Vec<Die>; 2]) -> Flow<[Vec<Die>; 2]> {
    if dice.iter().any(Vec::is_empty) {
        return Ok(dice);
    }
    let (place, sides, round) = (battle.place, battle.sides, battle.round);
    let mut cast = Moment::DiceCast { place, sides, round, dice };
    window::must(game, &mut cast)?;
    window::window(game, &mut cast)?;
    match cast {
        Moment::DiceCast { dice, .. } => Ok(dice),
        _ => Ok(Default::default()),
    }
}

fn source(place: Place) -> HitSource {
    match place {
        Place::Space(_) => HitSource::SpaceCombat,
        Place::Planet(_) => HitSource::GroundCombat,
    }
}

/// All combat dice of one side.
fn combat_dice(state: &State, battle: &Battle, seat: Seat) -> Volleys {
    let place = battle.place;
    let mut volleys = Volleys::default();
    for stack in fighters(state, seat, place) {
        let kind = stack.kind;
        let Some(card) = state.card(seat, kind) else { continue };
        let Some(mut attack) = card.combat else { continue };
        if let (true, Some(system)) = (card.has_variable_dice(), battle.system()) {
            attack.dice = state.fleet_size(system, battle.opponent(seat));
        }
        let base = nebula_bonus(state, battle, seat);
        let add = number(state, Number::CombatRoll { seat, kind, place }, base);
        let natural = number(state, Number::NaturalHits { seat, kind, place }, 0).clamp(0, 9) as u8;
        volleys.add(Volley { natural, ..Volley::new(kind, stack.count, attack, add) });
    }
    volleys
}

/// Ships that defend in a nebula add 1 to their combat rolls (RR 59.3).
fn nebula_bonus(state: &State, battle: &Battle, seat: Seat) -> i32 {
    let nebula = battle.system().is_some_and(|system| state.is_anomaly(system, Anomaly::Nebula));
    i32::from(nebula && seat == battle.sides[1])
}

/// `hits` are what the attacker and the defender scored, `aimed` how many of those spare fighters.
/// Hits without anything to hit are lost.
fn take_hits(
    game: &mut Game,
    battle: &Battle,
    mut hits: [u8; 2],
    aimed: [u8; 2],
    source: HitSource,
) -> Flow {
    let place = battle.place;
    let mut dues = [Due { seat: battle.sides[0], hits: 0, from: battle.sides[1] }; 2];
    let (mut first, rolled) = (dues, hits);
    for (i, on) in battle.sides.into_iter().enumerate() {
        let from = battle.opponent(on);
        let scored = &mut hits[1 - i];
        if *scored > 0 && hits::targets(&game.state, on, place, source).next().is_some() {
            let mut moment = Moment::CombatHits { on, from, place, hits: *scored };
            window::must(game, &mut moment)?;
            window::window(game, &mut moment)?;
            if let Moment::CombatHits { hits, .. } = moment {
                *scored = hits;
            }
        }
        // Hits that were cancelled are the worst ones.
        let cancelled = rolled[1 - i] - (*scored).min(rolled[1 - i]);
        let worst = aimed[1 - i].saturating_sub(cancelled).min(*scored);
        first[i] = Due { seat: on, hits: worst, from };
        dues[i] = Due { seat: on, hits: *scored - worst, from };
    }
    if first.iter().any(|due| due.hits > 0) {
        hits::assign_all(game, place, HitSource::AimedCombat, &mut first)?;
    }
    hits::assign_all(game, place, source, &mut dues)
}

/// Notes down what objectives ask of a combat.
fn record(state: &mut State, battle: &Battle, winner: Option<Seat>) {
    if let Some(system) = battle.system() {
        for seat in battle.sides {
            if state.fleet_size(system, seat) >= 3 {
                state.record(seat, Feat::ThreeShipsAfterCombat);
            }
        }
    }
    let Some(winner) = winner else { return };
    let loser = battle.opponent(winner);
    let system = state.system_of(battle.place);
    let most = state.seats().map(|seat| state.points(seat)).max();
    if Some(state.points(loser)) == most {
        state.record(winner, Feat::BeatTheLeader);
    }
    if winner == battle.sides[0] {
        state.record(winner, Feat::AttackedAndBeat(loser));
    }
    if !state.anomalies(system).is_empty() {
        state.record(winner, Feat::WonInAnomaly);
    }
    if state.home_of(system).is_some_and(|home| home != winner) {
        state.record(winner, Feat::WonInTheirHome);
    }
    if let Place::Space(system) = battle.place
        && state.system(system).space.count(winner, UnitKind::Flagship) > 0
    {
        state.record(winner, Feat::WonWithFlagship);
    }
}
