//! Whether one mark is possible, and if not, why. This is the only judge; listing and typing ask it.

use super::*;
use crate::inscription::effect::{Ban, War};
use crate::inscription::mark::{Pay, Power};

fn no<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(why))
}

type Check = Result<(), Refusal>;

impl Desk<'_> {
    /// Whether this mark is possible now.
    ///
    /// # Errors
    /// Why not, with what is possible instead where that helps.
    pub fn check(&self, mark: &Mark) -> Check {
        if let Some(what) = &self.revealed {
            return Err(Refusal::new(format!(
                "{what} was drawn or shown, so the answer ends here"
            ))
            .instead("Send what you have; the next marks come after it."));
        }
        let Some(window) = self.me.window else { return no("nothing is marked now") };
        if self.me.down {
            return no("your marker is down");
        }
        match *mark {
            Mark::Sheet(_) => self.check_sheet(window),
            Mark::Explore { from, to, pay } => self.check_explore(from, to, pay),
            Mark::Wormhole { from, to, pay } => self.check_wormhole(from, to, pay),
            Mark::ClaimSystem { system, pay } => self.check_claim_system(system, pay),
            Mark::Unlock { planet, pay } => self.check_unlock(planet, pay),
            Mark::Develop { planet, cell, pay } => self.check_develop(planet, cell, pay),
            Mark::Dock { dock, pay } => self.check_dock(dock, pay),
            Mark::Scrap { space, pay } => self.check_scrap(space, pay),
            Mark::ClaimSpace { space, pay } => self.check_claim_space(space, pay),
            Mark::Burst(spec) => self.check_burst(spec),
            Mark::EndBurst => match self.me.pending.last() {
                Some(Effect::Burst { .. }) => Ok(()),
                _ => no("no burst is going on"),
            },
            Mark::Commodity(row) => {
                self.resolving(|effect| matches!(effect, Effect::Commodities(_)))?;
                let full = self.me.ind.rows[usize::from(row)] >= self.printed.ind.columns;
                if full { no(format!("row {} is full", commodity(row))) } else { Ok(()) }
            }
            Mark::Build { unit, copy, pay } => self.check_build(unit, copy, pay),
            Mark::Deploy { unit, nodes } => self.check_deploy(unit, nodes),
            Mark::Open(unit) => self.check_open(unit),
            Mark::Tech { sheet, slot, pay } => self.check_tech(sheet, slot, pay),
            Mark::Focus { die, pay } => self.check_focus(die, pay),
            Mark::Tg(_) => self.check_tg(),
            Mark::Use(power) => self.check_use(power),
            Mark::Turn { from, to } => self.check_turn(from, to),
            Mark::Play(relic) => self.check_play(relic, window),
            Mark::Keep(relic) => match self.me.pending.last() {
                Some(Effect::KeepRelic(one, other)) if relic == *one || relic == *other => Ok(()),
                _ => no("that relic was not drawn just now"),
            },
            Mark::Save(resource) => self.check_save(resource, window),
            Mark::Take(at) => match self.me.pending.last() {
                Some(Effect::Claims(list)) if usize::from(at) < list.len() => Ok(()),
                _ => no("so many assets are not claimed at once"),
            },
            Mark::Option(at) => match self.me.pending.last() {
                Some(Effect::Either(one, other)) if at < 2 => {
                    let chosen = if at == 0 { one } else { other };
                    if self.possible(chosen) { Ok(()) } else { no("that is not possible now") }
                }
                _ => no("there are no two effects to choose from"),
            },
            Mark::Box { side: _, war } => self.check_box(war),
            Mark::Lose(asset) => {
                self.resolving(|effect| matches!(effect, Effect::LoseTgOrVote(_)))?;
                match asset {
                    Asset::Tg | Asset::Vote if self.me.count(asset) > 0 => Ok(()),
                    _ => no(format!("you have not got {}", asset.words())),
                }
            }
            Mark::Forgo(resource) => {
                self.resolving(|effect| matches!(effect, Effect::Forgo(_)))?;
                self.in_pool(resource)
            }
            Mark::Token(_) => self.resolving(|effect| matches!(effect, Effect::Token(_))),
        }
    }

    /// Whether the effect to be resolved is one of these.
    fn resolving(&self, fits: impl Fn(&Effect) -> bool) -> Check {
        match self.me.pending.last() {
            Some(effect) if fits(effect) => Ok(()),
            Some(effect) => Err(self.first(effect)),
            None => no("no effect lets you do that now"),
        }
    }

    fn first(&self, effect: &Effect) -> Refusal {
        let instead = if let Effect::Burst { .. } = effect {
            "Its resources are spent one after the other; `end burst` gives the rest up.".into()
        } else {
            // Listing asks this judge, so only the words are given here.
            String::new()
        };
        Refusal::new(format!("first {}", self.words(effect))).instead(instead)
    }

    /// Nothing waits, a strategy event is on and a sheet is active: the time to spend something.
    fn spending(&self) -> Result<Sheet, Refusal> {
        if let Some(effect) = self.me.pending.last() {
            return Err(self.first(effect));
        }
        if !self.me.window.is_some_and(Window::strategy) {
            return no("resources and assets are spent in strategy events only");
        }
        self.me.active.ok_or_else(|| {
            Refusal::new("choose your active sheet first")
                .instead("Write `sheet nav` or another one.")
        })
    }

    /// As [`Self::spending`], on this sheet.
    fn spending_on(&self, sheet: Sheet) -> Check {
        let active = self.spending()?;
        if active == sheet {
            return Ok(());
        }
        Err(Refusal::new(format!("{} is not your active sheet", sheet.name()))
            .instead(format!("{} is.", active.name())))
    }

    fn in_pool(&self, resource: Resource) -> Check {
        if self.me.pool[resource.index()] > 0 {
            return Ok(());
        }
        let pool = &self.me.pool;
        let left: Vec<String> = Resource::ALL
            .iter()
            .filter(|one| pool[one.index()] > 0)
            .map(|one| format!("{} {}", pool[one.index()], one.letter()))
            .collect();
        let left = if left.is_empty() { "nothing".into() } else { left.join(", ") };
        no(format!("you have no {} left; there is {left}", resource.letter()))
    }

    /// A mark on a sheet that an effect gives free, or one of these resources pays for.
    fn paid(
        &self,
        sheet: Sheet,
        pay: Pay,
        takes: &[Resource],
        free: impl Fn(&Effect) -> bool,
    ) -> Check {
        match self.me.pending.last() {
            Some(effect) if free(effect) => match pay {
                Pay::Free => Ok(()),
                _ => no("the effect pays for it")
                    .map_err(|r: Refusal| r.instead("Leave `with` out.")),
            },
            Some(Effect::Burst { res, .. }) if sheet == Sheet::Ind && pay == Pay::With(*res) => {
                self.accepts(takes, *res)
            }
            Some(effect) => Err(self.first(effect)),
            None => {
                self.spending_on(sheet)?;
                let Pay::With(resource) = pay else { return no("it has to be paid for") };
                self.accepts(takes, resource)?;
                self.in_pool(resource)
            }
        }
    }

    fn accepts(&self, takes: &[Resource], resource: Resource) -> Check {
        if takes.contains(&resource) {
            return Ok(());
        }
        let takes: Vec<String> = takes.iter().map(|one| one.letter().to_string()).collect();
        no(format!("it takes {}, not {}", takes.join(" or "), resource.letter()))
    }

    fn holds(&self, asset: Asset) -> Check {
        if self.me.count(asset) > 0 {
            Ok(())
        } else {
            no(format!("you have not got {}", asset.words()))
        }
    }

    fn check_sheet(&self, window: Window) -> Check {
        if let Some(effect) = self.me.pending.last() {
            return Err(self.first(effect));
        }
        match (window, self.me.active) {
            (Window::Cards, None) => Ok(()),
            (_, Some(active)) => {
                no(format!("{} is active until the end of the round", active.name()))
            }
            _ => no("a sheet is chosen when a strategy event is revealed"),
        }
    }

    fn check_explore(&self, from: u8, to: u8, pay: Pay) -> Check {
        let nav = self.printed.nav;
        self.paid(Sheet::Nav, pay, &self.printed.pack.explore, |effect| {
            matches!(effect, Effect::Explore { .. })
        })?;
        let name = |at: u8| nav.systems[usize::from(at)].name.as_str();
        if !nav.lanes.contains(&(from.min(to), from.max(to))) {
            return no(format!("no hyperlane joins {} and {}", name(from), name(to)));
        }
        self.check_frontier(from, to)
    }

    fn check_frontier(&self, from: u8, to: u8) -> Check {
        let name = |at: u8| self.printed.nav.systems[usize::from(at)].name.as_str();
        if self.me.nav.explored >> from & 1 == 0 {
            return no(format!("{} is not explored", name(from)));
        }
        if self.me.nav.explored >> to & 1 == 1 {
            return no(format!("{} is explored already", name(to)));
        }
        Ok(())
    }

    fn check_wormhole(&self, from: u8, to: u8, pay: Pay) -> Check {
        let nav = self.printed.nav;
        self.paid(Sheet::Nav, pay, &self.printed.pack.explore, |effect| {
            matches!(effect, Effect::Explore { .. })
        })?;
        let lent = matches!(self.me.pending.last(), Some(Effect::Explore { wormholes: true, .. }));
        if !lent && !self.wormholes() {
            return no("wormholes are closed until Gravity Drive is unlocked");
        }
        if from == to {
            return no("a wormhole leads to another one");
        }
        self.check_frontier(nav.wormholes[usize::from(from)].1, nav.wormholes[usize::from(to)].1)
    }

    fn wormholes(&self) -> bool {
        let techs = self.printed.nav.techs.iter().zip(self.me.techs[Sheet::Nav.index()]);
        let mut open =
            techs.filter(|(tech, (_, unlocked))| *unlocked && tech.power == TechPower::Wormholes);
        open.next().is_some() || self.has(|passive| *passive == Passive::Wormholes)
    }

    fn check_claim_system(&self, system: u8, pay: Pay) -> Check {
        self.paid(Sheet::Nav, pay, &self.printed.pack.claim_system, |effect| {
            matches!(effect, Effect::ClaimSystem(_))
        })?;
        let name = &self.printed.nav.systems[usize::from(system)].name;
        if self.me.nav.explored >> system & 1 == 0 {
            return no(format!("{name} is not explored"));
        }
        if self.me.nav.claimed >> system & 1 == 1 {
            return no(format!("{name} is claimed already"));
        }
        Ok(())
    }

    fn check_unlock(&self, planet: u8, pay: Pay) -> Check {
        match (self.me.pending.last(), pay) {
            (Some(Effect::UnlockPlanet(_) | Effect::Colony(_)), Pay::Free) => {}
            (Some(effect), _) => return Err(self.first(effect)),
            (None, Pay::Planet) => {
                self.spending_on(Sheet::Exp)?;
                self.holds(Asset::Planet)?;
            }
            _ => return no("a planet asset pays for it"),
        }
        let name = &self.printed.exp.planets[usize::from(planet)].name;
        if self.me.exp.unlocked >> planet & 1 == 1 {
            return no(format!("{name} is unlocked already"));
        }
        Ok(())
    }

    fn check_develop(&self, planet: u8, cell: u8, pay: Pay) -> Check {
        let printed = &self.printed.exp.planets[usize::from(planet)];
        let icon = printed.icons[usize::from(cell)];
        self.paid(Sheet::Exp, pay, &[icon], |effect| matches!(effect, Effect::CrossCells { .. }))?;
        if let Some(Effect::CrossCells { planet: Some(only), .. }) = self.me.pending.last()
            && *only != planet
        {
            return no("the icons are crossed on the planet just unlocked");
        }
        if self.me.exp.unlocked >> planet & 1 == 0 {
            return Err(Refusal::new(format!("{} is locked", printed.name))
                .instead(format!("A planet asset unlocks it: `unlock {}`.", slug(&printed.name))));
        }
        if self.me.exp.crossed[usize::from(planet)] >> cell & 1 == 1 {
            return no("this icon is crossed already");
        }
        Ok(())
    }

    fn check_dock(&self, dock: u8, pay: Pay) -> Check {
        let row = &self.printed.exp.docks[usize::from(dock)].row;
        let crossed = self.me.exp.docks[usize::from(dock)];
        match (self.me.pending.last(), pay) {
            (Some(Effect::CrossDock { dock: only, .. }), Pay::With(_)) => {
                if only.is_some_and(|only| only != dock) {
                    return no("the second icon is of the same dock");
                }
            }
            (Some(effect), _) => return Err(self.first(effect)),
            (None, Pay::Planet) => {
                self.spending_on(Sheet::Exp)?;
                self.holds(Asset::Planet)?;
            }
            (None, Pay::With(resource)) => {
                self.spending_on(Sheet::Exp)?;
                self.in_pool(resource)?;
            }
            _ => return no("a planet asset or a resource pays for a dock"),
        }
        if self.me.exp.built >> dock & 1 == 1 {
            return no("this dock is built already");
        }
        let open = |resource: Resource| self.open_icon(row, crossed, resource);
        if let Pay::With(resource) = pay
            && open(resource).is_none()
        {
            return no(format!("no {} is open in this row", resource.letter()));
        }
        let finishes = pay == Pay::Planet || crossed.count_ones() as usize + 1 == row.len();
        if finishes && self.me.bans(Ban::Dock) {
            return no("docks cannot be built for now");
        }
        Ok(())
    }

    /// The leftmost open icon of this resource in a row.
    pub(super) fn open_icon(
        &self,
        row: &[Resource],
        crossed: u16,
        resource: Resource,
    ) -> Option<usize> {
        (0..row.len()).find(|at| row[*at] == resource && crossed >> at & 1 == 0)
    }

    fn check_scrap(&self, space: u8, pay: Pay) -> Check {
        let ind = self.printed.ind;
        let place = &ind.spaces[usize::from(space)];
        let marked = self.me.ind.scrapped | self.me.ind.claimed;
        if let (Asset::Lock(lock), Pay::Spec(spec)) = (place.asset, pay) {
            self.spending_on(Sheet::Ind)?;
            if lock != spec {
                return no(format!("this space opens with {}", lock.word()));
            }
            self.holds(Asset::Spec(spec))?;
        } else {
            let anywhere =
                matches!(self.me.pending.last(), Some(Effect::Scrap { anywhere: true, .. }));
            self.paid(Sheet::Ind, pay, &self.printed.pack.scrap, |effect| {
                matches!(effect, Effect::Scrap { .. })
            })?;
            if let Asset::Lock(lock) = place.asset {
                return Err(Refusal::new("a tagged space is not marked in the normal way")
                    .instead(format!("Its specialty scraps it: `with {}`.", lock.word())));
            }
            if !anywhere && ind.near[usize::from(space)] & marked == 0 {
                return no("no space beside it is marked");
            }
        }
        self.check_unmarked(space)
    }

    fn check_unmarked(&self, space: u8) -> Check {
        if self.me.ind.scrapped >> space & 1 == 1 {
            return no("this space is scrapped");
        }
        if self.me.ind.claimed >> space & 1 == 1 {
            return no("this space is claimed");
        }
        Ok(())
    }

    fn check_claim_space(&self, space: u8, pay: Pay) -> Check {
        let ind = self.printed.ind;
        self.paid(Sheet::Ind, pay, &self.printed.pack.claim_space, |_| false)?;
        if let Asset::Lock(_) = ind.spaces[usize::from(space)].asset {
            return no("a tagged space can only be scrapped, with its specialty");
        }
        self.check_unmarked(space)?;
        if ind.near[usize::from(space)] & self.me.ind.scrapped == 0 {
            return no("no space beside it is scrapped");
        }
        Ok(())
    }

    fn check_burst(&self, spec: Spec) -> Check {
        self.spending_on(Sheet::Ind)?;
        let burst = self.printed.pack.bursts.iter().find(|(known, ..)| *known == spec);
        let Some((_, res, left)) = burst else {
            return no(format!("{} is not spent as resources", spec.word()));
        };
        self.holds(Asset::Spec(spec))?;
        let effect = Effect::Burst { res: *res, left: *left };
        if self.possible(std::slice::from_ref(&effect)) {
            return Ok(());
        }
        no("nothing could be marked with it")
    }

    fn check_build(&self, unit: u8, copy: u8, pay: Pay) -> Check {
        let printed = &self.printed.war.units[usize::from(unit)];
        let name = printed.id.replace('_', " ");
        let locked = printed.lock.filter(|_| self.me.war.open >> unit & 1 == 0);
        let granted = match (self.me.pending.last(), pay) {
            (Some(Effect::CrossUnit { unit: of, copy: only, .. }), Pay::With(_)) => {
                if *of != unit || only.is_some_and(|only| only != copy) {
                    return no("the icons are of one copy of another unit");
                }
                true
            }
            (Some(effect), _) => return Err(self.first(effect)),
            (None, _) => false,
        };
        if !granted {
            self.spending_on(Sheet::War)?;
        }
        if let Some(lock) = locked {
            return Err(Refusal::new(format!("the {name} is locked")).instead(format!(
                "Spend {}: `open {}`.",
                lock.word(),
                printed.id
            )));
        }
        if printed.cost == Cost::Any {
            let Pay::With(resource) = pay else { return no("one resource pays for it") };
            return if copy > 0 {
                no("there is no second row of it")
            } else {
                self.in_pool(resource)
            };
        }
        if copy >= printed.copies {
            return no(format!("there are {} of it", printed.copies));
        }
        let copies = self.printed.copies(unit);
        let paid = &self.me.war.paid[copies];
        let crossed = paid[usize::from(copy)];
        if crossed == printed.all() {
            return no("this copy is built");
        }
        if let Some(before) = paid[..usize::from(copy)].iter().position(|other| *other == crossed) {
            let other = if before == 0 { String::new() } else { format!(" {}", before + 1) };
            return Err(Refusal::new("another copy stands as far")
                .instead(format!("Use it: `pay {}{other} with …`.", printed.id)));
        }
        match (&printed.cost, pay) {
            (Cost::Icons(icons), Pay::With(resource)) => {
                if self.open_icon(icons, crossed, resource).is_none() {
                    return no(format!("no {} of this {name} is open", resource.letter()));
                }
                if granted { Ok(()) } else { self.in_pool(resource) }
            }
            (Cost::Spec(wanted), Pay::Spec(spec)) => {
                if wanted.is_some_and(|wanted| wanted != spec) {
                    return no("it is built with another specialty");
                }
                self.holds(Asset::Spec(spec))
            }
            (Cost::Spec(_), _) => no("a specialty pays for it"),
            _ => no("resources pay for it"),
        }
    }

    fn check_deploy(&self, unit: u8, nodes: crate::inscription::grid::Nodes) -> Check {
        self.resolving(|effect| matches!(effect, Effect::Deploy { unit: of, .. } if *of == unit))?;
        let grid = &self.printed.war.grid;
        if grid.places[usize::from(unit)].binary_search(&nodes).is_err() {
            return no("the unit has another shape, or the grid ends there");
        }
        let line = usize::from(self.state.line);
        if !nodes.without(grid.above(line)).is_empty() {
            return no("the whole unit must lie above the deployment line");
        }
        if !nodes.and(self.me.war.marked).is_empty() {
            return no("another unit lies there");
        }
        if !nodes.and(grid.anomalies).is_empty() && !self.over_anomalies() {
            return no("an anomaly lies there");
        }
        let near = grid.first_row(line).or(grid.around(self.me.war.marked));
        if nodes.and(near).is_empty() {
            return no("it must touch the first row above the line or another of your units");
        }
        Ok(())
    }

    pub(super) fn over_anomalies(&self) -> bool {
        self.has(|passive| *passive == Passive::OverAnomalies)
    }

    fn check_open(&self, unit: u8) -> Check {
        self.spending_on(Sheet::War)?;
        match self.printed.war.units[usize::from(unit)].lock {
            Some(_) if self.me.war.open >> unit & 1 == 1 => no("it is unlocked already"),
            Some(spec) => self.holds(Asset::Spec(spec)),
            None => no("this unit is not locked"),
        }
    }

    fn check_tech(&self, sheet: Sheet, slot: u8, pay: Pay) -> Check {
        let tech = &self.printed.techs(sheet)[usize::from(slot)];
        let (crossed, unlocked) = self.me.techs[sheet.index()][usize::from(slot)];
        if let Pay::Spec(spec) = pay {
            self.spending_on(sheet)?;
            if tech.spec != spec {
                return no(format!("it is unlocked with {}", tech.spec.word()));
            }
            self.holds(Asset::Spec(spec))?;
        } else {
            self.paid(sheet, pay, &[Resource::R], |effect| {
                matches!(effect, Effect::CrossResearch(_))
            })?;
        }
        if unlocked {
            return no("this technology is unlocked");
        }
        let finishes = matches!(pay, Pay::Spec(_)) || crossed + 1 >= self.research(tech);
        if finishes && self.me.bans(Ban::Tech) {
            return no("technologies cannot be unlocked for now");
        }
        Ok(())
    }

    /// Research icons that a technology needs.
    pub fn research(&self, tech: &Tech) -> u8 {
        let fewer = self.passives.iter().map(|passive| match passive {
            Passive::Discount(n) => *n,
            _ => 0,
        });
        tech.research.saturating_sub(fewer.sum()).max(1)
    }

    fn check_focus(&self, die: Resource, pay: Pay) -> Check {
        match (self.me.pending.last(), pay) {
            (Some(Effect::UnlockFocus(_)), Pay::Free) => {}
            (Some(effect), _) => return Err(self.first(effect)),
            (None, Pay::With(_)) => {
                self.spending()?;
                self.holds(Asset::Focus(die))?;
            }
            _ => return no("a focus asset pays for it"),
        }
        let Some(active) = self.me.active else { return no("no sheet is active") };
        if self.me.focus[active.index()][die.index()] {
            return no(format!("the {} die is unlocked on {}", die.name(), active.name()));
        }
        Ok(())
    }

    fn check_tg(&self) -> Check {
        self.spending()?;
        if self.me.free > 0 {
            return Ok(());
        }
        if self.me.bans(Ban::Tg) {
            return no("trade goods cannot be spent for now");
        }
        self.holds(Asset::Tg)
    }

    fn check_use(&self, power: Power) -> Check {
        let active = self.spending()?;
        let effects = match power {
            Power::Tech(sheet, slot) => {
                self.spending_on(sheet)?;
                let tech = &self.printed.techs(sheet)[usize::from(slot)];
                if !self.me.techs[sheet.index()][usize::from(slot)].1 {
                    return no("this technology is not unlocked");
                }
                let TechPower::PerActive(effects) = &tech.power else {
                    return no("this technology works by itself");
                };
                if self.me.used & once::TECH[usize::from(slot)] != 0 {
                    return no("it was used in this round");
                }
                effects
            }
            Power::Faction => return self.check_use_faction(active),
        };
        if self.possible(effects) { Ok(()) } else { no("it would do nothing now") }
    }

    fn check_use_faction(&self, active: Sheet) -> Check {
        let mut why = "your faction has nothing to use";
        for passive in self.passives {
            match passive {
                Passive::PerActive(sheets, _) if !sheets.contains(&active) => {
                    why = "another sheet would have to be active";
                }
                Passive::PerActive(..) if self.me.used & once::FACTION != 0 => {
                    why = "it was used in this round";
                }
                Passive::PerActive(_, effects) if !self.possible(effects) => {
                    why = "it would do nothing now";
                }
                Passive::PerActive(..) => return Ok(()),
                Passive::TurnBlackDie(sheets) if !sheets.contains(&active) => {
                    why = "another sheet would have to be active";
                }
                Passive::TurnBlackDie(_) if self.me.window != Some(Window::Dice) => {
                    why = "the dice are not rolled yet";
                }
                Passive::TurnBlackDie(_) if self.me.used & once::TURN != 0 => {
                    why = "it was used in this round";
                }
                Passive::TurnBlackDie(_) if self.possible(&[Effect::Turn { black: true }]) => {
                    return Ok(());
                }
                Passive::TurnBlackDie(_) => why = "it would do nothing now",
                _ => {}
            }
        }
        no(why)
    }

    fn check_turn(&self, from: Resource, to: Resource) -> Check {
        self.resolving(|effect| matches!(effect, Effect::Turn { .. }))?;
        if from == to {
            return no("turn it into another resource");
        }
        if let Some(Effect::Turn { black: true }) = self.me.pending.last()
            && !self.state.dice.is_some_and(|dice| dice.black.contains(&from))
        {
            return no(format!("no black die shows {}", from.letter()));
        }
        self.in_pool(from)
    }

    fn check_play(&self, relic: RelicId, window: Window) -> Check {
        if let Some(effect) = self.me.pending.last() {
            return Err(self.first(effect));
        }
        if !self.me.hand.contains(&relic) {
            return no("you do not hold that relic");
        }
        let card = self.printed.pack.relic(relic);
        let fits = match card.when {
            When::Strategy => window.strategy(),
            When::War => window == Window::War,
            When::Now | When::Council => false,
        };
        if !fits {
            return no(match card.when {
                When::Strategy => "it is played in a strategy event",
                When::War => "it is played in a war, before strengths are counted",
                _ => "it is played with a ballot",
            });
        }
        if window.strategy() {
            self.spending()?;
        }
        if self.possible(&card.effect) { Ok(()) } else { no("it would do nothing now") }
    }

    fn check_save(&self, resource: Resource, window: Window) -> Check {
        self.spending()?;
        if window != Window::Cards || !self.has(|passive| *passive == Passive::KeepResource) {
            return no("resources of a card lapse when the dice are rolled");
        }
        if self.me.keep == Some(resource) {
            return no("that is what you keep already");
        }
        self.in_pool(resource)
    }

    fn check_box(&self, war: u8) -> Check {
        self.resolving(|effect| effect.asks_side().is_some())?;
        let kind = self.me.pending.last().and_then(Effect::asks_side);
        let wars = kind.map_or(0..0, |kind| self.wars(kind));
        if wars.contains(&war) { Ok(()) } else { no("the bonus is not for that war") }
    }

    /// The wars, by section, that an effect speaks of.
    pub(super) fn wars(&self, war: War) -> std::ops::Range<u8> {
        let line = self.state.line;
        match war {
            War::This => line.saturating_sub(1)..line,
            War::Next => line..(line + 1).min(4),
            War::Last if line < 4 => 3..4,
            War::Last => 0..0,
            War::Open => line..4,
        }
    }
}
