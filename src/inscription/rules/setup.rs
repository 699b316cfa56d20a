//! Setup.

use super::*;

/// The state before anything is dealt.
pub fn new_game(pack: PackRef, options: Options) -> State {
    let players = usize::from(options.players);
    State {
        pack,
        players: vec![Player::default(); players],
        desks: vec![None; players],
        options,
        speaker: Seat(0),
        speaker_left: true,
        round: 0,
        phase: Phase::Setup,
        deck: Vec::new(),
        discard: Vec::new(),
        event: None,
        barrier: 0,
        races: [Race { card: 0, first: None, ai: None }; 4],
        mecatol: Vec::new(),
        agendas: Default::default(),
        council: None,
        dice: None,
        ai: None,
        line: 0,
        winners: Vec::new(),
        rank: None,
    }
}

/// The usual options.
pub fn standard(players: usize) -> Options {
    Options {
        players: players as u8,
        varied: false,
        difficulty: Difficulty::Easy,
        factions: Vec::new(),
    }
}

pub(super) fn set_up(game: &mut Game) -> Flow {
    let pack = game.state.pack.get();
    sheets(game)?;
    let speaker = game.random("the Speaker", game.state.players.len() as u32, 1)?[0];
    game.state.speaker = Seat(speaker as u8 - 1);
    prepare(game)?;
    if game.state.small() {
        game.state.ai = Some(ai::start(&pack.ai, game.state.options.difficulty));
    }
    if game.state.players.len() == 2 {
        let die = game.random("which neighbour the Speaker is", 6, 1)?[0];
        game.state.speaker_left = pack.black[die as usize - 1] == Resource::M;
        let side = if game.state.speaker_left { "left" } else { "right" };
        game.say(|state| format!("{} is the other player's {side} neighbour.", state.speaker));
    }
    factions(game)?;
    for kind in Sheet::ALL {
        game.say(|state| {
            let card = state.objective(kind);
            let name = kind.name();
            format!(
                "{name} objective: {}, {} ({} VP first, then {})",
                card.name, card.text, card.first, card.later
            )
        });
    }
    game.state.phase = Phase::Event;
    Ok(())
}

/// Deals sheets: side B is the same for all, those of side A are all different.
fn sheets(game: &mut Game) -> Flow {
    let pack = game.state.pack.get();
    for kind in Sheet::ALL {
        let ids = &pack.sheet_ids[kind.index()];
        let varied: Vec<u8> =
            (0..ids.len() as u8).filter(|at| ids[usize::from(*at)] != "B").collect();
        let even = ids.iter().position(|id| id == "B").unwrap_or(0) as u8;
        let mut dealt = vec![even; game.state.players.len()];
        if game.state.options.varied && varied.len() >= game.state.players.len() {
            dealt = varied;
            game.shuffle(format!("{} sheets", kind.name()), &mut dealt)?;
        }
        for (player, sheet) in game.state.players.iter_mut().zip(dealt) {
            player.sheets[kind.index()] = sheet;
        }
    }
    for seat in game.state.seats() {
        let printed = game.state.printed(seat);
        begin(&mut game.state.players[seat.index()], &printed);
    }
    Ok(())
}

/// What is printed on the sheets of a player.
pub fn begin(player: &mut Player, printed: &Printed) {
    let nav = printed.nav;
    player.nav.explored = 1 << nav.home;
    player.nav.claimed = 1 << nav.home;
    player.nav.lanes = nav.preprinted;
    for (at, (one, other)) in nav.lanes.iter().enumerate() {
        if nav.preprinted >> at & 1 == 1 {
            player.nav.explored |= 1 << one | 1 << other;
        }
    }
    player.exp.crossed = vec![0; printed.exp.planets.len()];
    player.exp.docks = vec![0; printed.exp.docks.len()];
    player.ind.scrapped = 1 << printed.ind.start;
    player.ind.councilors = 1;
    player.war.paid = vec![0; printed.war.units.iter().map(|unit| usize::from(unit.copies)).sum()];
}

/// Decks: events, objectives, agendas, relics.
fn prepare(game: &mut Game) -> Flow {
    let pack = game.state.pack.get();
    game.state.deck = event_deck(game)?;
    for kind in Sheet::ALL {
        let cards = pack.objectives[kind.index()].len() as u32;
        let card = game.random(format!("{} objective", kind.name()), cards, 1)?[0];
        game.state.races[kind.index()].card = card as u8 - 1;
    }
    for stage in [Stage::II, Stage::III, Stage::IV] {
        let of = |at: &u8| pack.agendas[usize::from(*at)].stage == stage;
        let mut cards: Vec<AgendaId> =
            (0..pack.agendas.len() as u8).filter(of).map(AgendaId).collect();
        game.shuffle(format!("agendas of stage {}", stage.word()), &mut cards)?;
        if !game.state.small() {
            cards.truncate(1);
        }
        game.state.agendas[stage.section()] = cards;
    }
    // Round the table into own piles, so that nobody's draw depends on another's (Q25).
    let mut relics: Vec<RelicId> = (0..pack.relics.len() as u8).map(RelicId).collect();
    game.shuffle("relics", &mut relics)?;
    let players = game.state.players.len();
    for (at, relic) in relics.into_iter().enumerate() {
        game.state.players[at % players].pile.push(relic);
    }
    Ok(())
}

/// In every stage the bottom card is blue and colours alternate; stage I lies on top (Setup).
fn event_deck(game: &mut Game) -> Flow<Vec<EventId>> {
    let pack = game.state.pack.get();
    let mut deck = Vec::new();
    for stage in Stage::ALL.into_iter().rev() {
        let mut piles: [Vec<EventId>; 2] = Default::default();
        for (pile, (blue, word)) in [(true, "blue"), (false, "black")].into_iter().enumerate() {
            let fits = |at: &u8| {
                let event = &pack.events[usize::from(*at)];
                event.stage == stage && event.blue == blue
            };
            piles[pile] = (0..pack.events.len() as u8).filter(fits).map(EventId).collect();
            let label = format!("{word} events of stage {}", stage.word());
            game.shuffle(label, &mut piles[pile])?;
        }
        let [blue, black] = piles;
        let mut black = black.into_iter();
        for card in blue {
            deck.push(card);
            deck.extend(black.next());
        }
    }
    Ok(deck)
}

/// Three are dealt to each, each keeps one in secret until all have chosen (Setup).
fn factions(game: &mut Game) -> Flow {
    let pack = game.state.pack.get();
    let wanted = game.state.options.factions.clone();
    let taken = |id: &FactionId| wanted.contains(&Some(*id));
    let mut deck: Vec<FactionId> = (0..pack.factions.len() as u8).map(FactionId).collect();
    deck.retain(|id| !taken(id));
    game.shuffle("factions", &mut deck)?;
    for seat in game.state.seats() {
        let player = &mut game.state.players[seat.index()];
        player.dealt = match wanted.get(seat.index()).copied().flatten() {
            Some(faction) => vec![faction],
            None => deck.split_off(deck.len() - 3),
        };
    }
    let answers = game.ask_each(|state| {
        let prompt = |seat: Seat| {
            let options = state.player(seat).dealt.iter().map(|id| Choice::Faction(*id)).collect();
            Prompt::one(seat, Question::Faction, options)
        };
        state.seats().map(prompt).collect()
    })?;
    if game.state.players.len() > 1 {
        game.reveal("the factions");
    }
    for (seat, choices) in answers {
        if let [Choice::Faction(faction)] = choices[..] {
            game.state.players[seat.index()].faction = Some(faction);
        }
    }
    for seat in game.state.seats() {
        let Some(faction) = game.state.faction(seat) else { continue };
        let mut desk = Desk::of(&game.state, seat);
        desk.push(&faction.setup);
        desk.settle();
        game.state.players[seat.index()] = desk.me;
        game.say(|_| format!("{seat} plays {}.", faction.name));
    }
    Ok(())
}

/// Shuffles again what nobody has seen.
pub fn reshuffle(game: &mut Game) -> Flow {
    let stages = Stage::ALL;
    for stage in stages {
        for blue in [true, false] {
            let pack = game.state.pack.get();
            let fits =
                |id: &EventId| pack.event(*id).stage == stage && pack.event(*id).blue == blue;
            let places: Vec<usize> =
                (0..game.state.deck.len()).filter(|at| fits(&game.state.deck[*at])).collect();
            let mut cards: Vec<EventId> = places.iter().map(|at| game.state.deck[*at]).collect();
            let colour = if blue { "blue" } else { "black" };
            game.shuffle(format!("fresh {colour} events of stage {}", stage.word()), &mut cards)?;
            for (at, card) in places.into_iter().zip(cards) {
                game.state.deck[at] = card;
            }
        }
    }
    let sizes: Vec<usize> =
        game.state.seats().map(|seat| game.state.own(seat).pile.len()).collect();
    let mut relics: Vec<RelicId> =
        game.state.seats().flat_map(|seat| game.state.own(seat).pile.clone()).collect();
    game.shuffle("fresh relics", &mut relics)?;
    for (seat, size) in game.state.seats().zip(sizes) {
        let pile: Vec<RelicId> = relics.drain(..size).collect();
        if let Some(desk) = &mut game.state.desks[seat.index()] {
            desk.pile = pile.clone();
        }
        game.state.players[seat.index()].pile = pile;
    }
    for section in 0..3 {
        let mut cards = game.state.agendas[section].clone();
        game.shuffle(format!("fresh agendas {}", section + 2), &mut cards)?;
        game.state.agendas[section] = cards;
    }
    Ok(())
}
