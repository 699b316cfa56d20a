//! What is asked, as a sentence to the player who is asked.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::strategy_cards;
use crate::imperium::rules::tables::{Number, number, tables};
use crate::imperium::rules::window::Moment;
use crate::imperium::state::*;

use super::*;

/// What a prompt asks, as one sentence to the player who is asked.
pub fn question(state: &State, seat: Seat, question: &Question) -> String {
    match question {
        Question::StartingTechnologies { count } => {
            format!("Choose {}.", count_of(*count, "starting technology"))
        }
        Question::PlaceStartingUnits => {
            "Place your ground forces and structures on your home planets.".into()
        }
        Question::KeepSecret => "Keep one of these secret objectives; the other goes back.".into(),
        Question::PickStrategyCard => "Pick a strategy card.".into(),
        Question::ChooseAction => "Your turn: activate a system, perform a strategic action, \
             play a card, or pass."
            .into(),
        Question::ChooseAnotherAction => {
            "You may perform another action this turn, or end it.".into()
        }
        Question::Move { system } => {
            format!("Which ships move into **{}**?", state.system_name(*system))
        }
        Question::FireSpaceCannon { system, dice, .. } => {
            let dice = if *dice == 1 { "1 die".into() } else { format!("{dice} dice") };
            format!("Fire your space cannons in **{}** ({dice})?", state.system_name(*system))
        }
        Question::AssignHits { place, hits, source, .. } => {
            let n = count_of(*hits, "hit");
            format!("Assign {n} from {} in **{}**.", source.name(), place_name(state, *place))
        }
        Question::AnnounceRetreat { system } => {
            format!("Announce a retreat from **{}**?", state.system_name(*system))
        }
        Question::RetreatWith { .. } => "What does the retreating fleet take along?".into(),
        Question::TokenFromSheet { system } => {
            format!("Which command token goes to {system}? Your reinforcements are empty.")
        }
        Question::InvasionOrder { system } => {
            format!("On which planet of **{}** first?", state.system_name(*system))
        }
        Question::RetreatTo { .. } => "Retreat to which system?".into(),
        Question::RemoveExcess { system, fleet, capacity } => {
            let mut why = Vec::new();
            if *fleet > 0 {
                why.push(format!("{fleet} over your fleet pool"));
            }
            if *capacity > 0 {
                why.push(format!("{capacity} without capacity"));
            }
            format!(
                "Choose what to remove in **{}**: {}.",
                state.system_name(*system),
                why.join(", ")
            )
        }
        Question::Bombard { system } => {
            format!("Which planets do you bombard in **{}**?", state.system_name(*system))
        }
        Question::CommitGroundForces { system } => {
            format!("Which ground forces land in **{}**?", state.system_name(*system))
        }
        Question::Produce { system, limit } => {
            let units = count_of(*limit, "unit");
            format!("Produce in **{}**: up to {units}.", state.system_name(*system))
        }
        Question::ProduceOn { planet, cost } => {
            format!("Produce on **{}**: units that cost up to {cost} together.", planet.name())
        }
        Question::ProduceFreely { system, limit: 1 } => {
            format!("Produce a unit in **{}**.", state.system_name(*system))
        }
        Question::ProduceFreely { system, limit } => {
            format!("Produce up to {limit} units in **{}**.", state.system_name(*system))
        }
        Question::Spread => "Which infantry move to which of your planets nearby?".into(),
        Question::Salvage { system, kinds } => {
            let kinds = list(kinds.iter().map(|kind| kind.name().to_string()));
            format!("Produce one ship in **{}**: {kinds}?", state.system_name(*system))
        }
        Question::Transfer { count } => {
            format!("Which ground forces, up to {count}, go to which of your planets?")
        }
        Question::Primary { card } => {
            let text = strategy_cards::rule(*card).map_or("", |rule| rule.text[0]);
            format!("**{}**: {text}", card.name())
        }
        Question::Secondary { card } => {
            let rule = strategy_cards::rule(*card);
            let text = rule.map_or("", |rule| rule.text[1]);
            let token =
                rule.is_some_and(|rule| rule.token) && !strategy_cards::is_free(state, seat, *card);
            let cost = if token { " for a strategy token" } else { "" };
            format!("**{}**: use the secondary ability{cost}? {text}", card.name())
        }
        Question::Target { card, step } => {
            format!("**{}**: {}", card.name(), strategy_cards::target_text(*card, *step))
        }
        Question::AgendaOrder { .. } => "Put the agendas back: those before the deck lie on top \
             of it, those after it at the bottom."
            .into(),
        Question::Research { resources: 0 } => "Research a technology.".into(),
        Question::Research { resources } => {
            format!("Research a technology for {}?", count_of(*resources, "resource"))
        }
        Question::Respond { to } => respond(state, to),
        Question::CardTarget { card } => format!("**{}**: choose a target.", card.name()),
        Question::TechnologyTarget { tech } => format!("**{}**: choose.", tech.name()),
        Question::CopyInstead { tech } => {
            format!("Which technology do you give up to copy **{}**?", tech.name())
        }
        Question::UnitText { unit, kind, from } => {
            let place = place_name(state, *from);
            format!("**{}**: how many {} of **{place}**?", unit.name(), kind.plural())
        }
        Question::RerollAll { of, hits, dice, .. } => format!(
            "{of} has {} with {}. Are all of these dice rolled again?",
            count_of(*hits, "hit"),
            if *dice == 1 { "1 die".into() } else { format!("{dice} dice") }
        ),
        Question::Reroll { of, .. } => format!("Which dice of {of} are rolled again?"),
        Question::LoseShips { count, .. } => {
            let ships = if *count == 1 { "ship".into() } else { format!("{count} ships") };
            format!("Choose which {ships} you lose; nothing cancels that.")
        }
        Question::TakeFromBoard { kind, to } => format!(
            "You have no {} left for **{}**. From where do you take one?",
            kind.name(),
            place_name(state, *to)
        ),
        Question::NoteTarget { note } => format!("**{}**: choose.", note.name()),
        Question::DiscardDown { limit } => {
            format!("Discard action cards down to {limit}.")
        }
        Question::Revive { planet, count } => format!(
            "{count} infantry come back. How many of them on **{}**? The others follow on your next \
             home planet.",
            planet.name()
        ),
        Question::DiscardCards { count: 1 } => "Discard one of your action cards.".into(),
        Question::DiscardCards { count } => format!("Discard {count} of your action cards."),
        Question::AbilityTarget { ability } => format!("**{}**: choose.", ability.name()),
        Question::UnitTarget { unit } => format!("**{}**: choose.", unit.name()),
        Question::TakeHit { place, kind, .. } => {
            format!("A hit at your {} in **{}**.", kind.name(), place_name(state, *place))
        }
        Question::DiscardSecret => "Return one secret objective; you may hold three.".into(),
        Question::ScoreObjectives => "Score up to one public and one secret objective.".into(),
        Question::ScoreSecret => "Score this secret objective now?".into(),
        Question::Tokens { gained } => {
            format!("You gain {}. How shall your pools be?", count_of(*gained, "command token"))
        }
        Question::GainTokens { count } => {
            format!("You gain {}. How shall your pools be?", count_of(*count, "command token"))
        }
        Question::Vote { agenda } => {
            let votes = number(state, Number::Votes { seat }, 0);
            let more = if votes > 0 {
                format!(" You have {}.", count_of(votes.max(0) as u32, "extra vote"))
            } else {
                String::new()
            };
            format!("**{}**: how do you vote?{more}", agenda.name())
        }
        Question::BreakTie { agenda } => format!("**{}** is tied; you decide.", agenda.name()),
        Question::AgendaTarget { agenda, step } => {
            format!("**{}**: {}", agenda.name(), tables().agenda_asks(*agenda, *step))
        }
        Question::NextPrediction { .. } => {
            "More than one of your predictions is right. Which is resolved next?".into()
        }
        Question::MayResearch => "You may research a technology.".into(),
        Question::Lose { agenda, lot, count } => {
            let what = match lot {
                Lot::Ships if *count == 1 => "1 ship, no fighter".into(),
                Lot::Ships => format!("{count} ships, no fighters"),
                Lot::Kind(kind) => kind.label(usize::from(*count)),
                Lot::System(system) => {
                    format!("{count} of your units in {}", state.system_name(*system))
                }
            };
            format!("**{}**: choose {what} to destroy.", agenda.name())
        }
        Question::Pay { resources, influence } if *influence > 0 => {
            let _ = resources;
            format!("Pay {influence} influence.")
        }
        Question::Pay { resources, .. } => format!("Pay {}.", count_of(*resources, "resource")),
    }
}

pub(super) fn respond(state: &State, to: &Moment) -> String {
    match to {
        Moment::CardPlayed { by, card, .. } => {
            format!("{by} plays **{}**. Do you respond?", card.name())
        }
        Moment::Activated { system, .. } => {
            format!("**{}** has been activated. Do you respond?", state.system_name(*system))
        }
        Moment::SpaceCannonHits { hits, .. } => {
            let hits = count_of(*hits, "time");
            format!("Space cannons hit you {hits}. Do you respond before you assign?")
        }
        Moment::CombatRoundStarts { place, round, .. } => {
            let place = place_name(state, *place);
            format!("Combat round {round} in **{place}** begins. Do you do something first?")
        }
        Moment::CombatRolled { place, .. } => {
            let place = place_name(state, *place);
            format!("The dice of this combat round in **{place}** are cast. Do you respond?")
        }
        Moment::FlagshipDestroyed { place, .. } => {
            let place = place_name(state, *place);
            format!("Your flagship in **{place}** is destroyed. Do you respond?")
        }
        Moment::TacticalActionEnds { .. } => {
            "Your tactical action is over. Do you do something more?".into()
        }
        Moment::Produces { system, .. } => {
            let name = state.system_name(*system);
            format!("Your units in **{name}** may produce. Do you do something first?")
        }
        Moment::Produced { system, .. } => {
            let name = state.system_name(*system);
            format!("Your units in **{name}** have produced. Do you do something more?")
        }
        Moment::Secondary { card, .. } => {
            format!("You use **{}**. Do you do something else with it?", card.name())
        }
        Moment::StrategyResolved { card, .. } => {
            format!("You have resolved **{}**. Do you do something more?", card.name())
        }
        Moment::CombatHits { hits, .. } => {
            let hits = count_of(*hits, "hit");
            format!("You take {hits}. Do you respond before you assign?")
        }
        Moment::Sustained { by, kind, .. } => {
            format!("{by}'s {} sustained damage. Do you respond?", kind.name())
        }
        Moment::StrategyPhaseStarts {} => {
            "The strategy phase begins. Do you do something first?".into()
        }
        Moment::StrategyCardsReturned { .. } => {
            "The strategy cards go back to the table. Do you respond?".into()
        }
        Moment::StrategyPicked { by, card, .. } => {
            format!("{by} picks **{}**. Do you respond?", card.name())
        }
        Moment::VotesCast { agenda, .. } => {
            format!("The votes on **{}** are cast. Do you respond?", agenda.name())
        }
        Moment::SpaceCannonFires { place, .. } => {
            let place = place_name(state, *place);
            format!("Your space cannons fire at **{place}**. Do you do something first?")
        }
        Moment::HitsAssigned { place, .. } => {
            let place = place_name(state, *place);
            format!("The hits of this combat round in **{place}** are assigned. Do you respond?")
        }
        Moment::Targeted { within, .. } => respond(state, within),
        Moment::AgendaPhaseStarts {} => {
            "The agenda phase begins. Do you do something before the first agenda?".into()
        }
        Moment::WhenRevealed { agenda, .. } => {
            let name = agenda.name();
            format!("**{name}** is revealed. Do you do something before anything else happens?")
        }
        Moment::AfterRevealed { agenda } => format!(
            "**{}** will be voted on. Do you do something first, such as predicting the outcome?",
            agenda.name()
        ),
        Moment::BeforeVote { agenda, .. } => {
            format!(
                "The vote on **{}** is about to begin. Do you do something first?",
                agenda.name()
            )
        }
        Moment::Voted { by, agenda, outcome, .. } => format!(
            "{by} has voted for {} on **{}**. Anything more?",
            elected(state, *outcome),
            agenda.name()
        ),
        Moment::OutcomeDecided { agenda, outcome } => format!(
            "**{}** ends with {}. Do you respond before it takes effect?",
            agenda.name(),
            elected(state, *outcome)
        ),
        Moment::Foretold { .. } => "Your prediction is right.".into(),
        Moment::StrategyPhaseEnds {} => {
            "All strategy cards are picked. Do you do something before the action phase?".into()
        }
        Moment::ActionPerformed { .. } => "Your action is over. Do you do something more?".into(),
        Moment::CombatWon { .. } => "You have won a combat. Do you do something?".into(),
        Moment::DockPlaced { .. } => "You have placed a space dock. Do you do something?".into(),
        Moment::UnitsProduced { .. } => "You have produced units. Do you do something more?".into(),
        Moment::Researched { tech, .. } => {
            format!("You have researched {}. Do you do something more?", tech.name())
        }
        Moment::TradeGoodsGained { by } => format!("{by} gained trade goods. Do you respond?"),
        Moment::Traded { by, with } => format!("{by} traded with {with}. Do you respond?"),
        Moment::CombatRoundEnds { place, .. } => {
            let place = place_name(state, *place);
            format!("The combat round in **{place}** ends. Do you do something first?")
        }
        Moment::UnitsDestroyed { of, .. } => format!("{of} has lost units. Do you respond?"),
        Moment::Researching { .. } => "You research a technology. Do you use something?".into(),
        Moment::StatusPhaseStarts {} => "The status phase begins. Do you do something?".into(),
        Moment::GroundCombatWon { planet, .. } => {
            format!("You have won on **{}**. Do you do something more?", planet.name())
        }
        Moment::PlanetGained { planet, .. } => {
            format!("You have gained **{}**. Do you do something more?", planet.name())
        }
        Moment::BarrageRolled { dice, .. } => {
            let hits = crate::imperium::rules::dice::hits(dice);
            format!("Your barrage shows {hits} hits. Do you do something about it?")
        }
        Moment::StatusPhaseEnds {} => "The status phase ends. Do you do something first?".into(),
        Moment::ShipsMoved { by, system } => {
            format!("{by} has moved ships into **{}**. Do you respond?", state.system_name(*system))
        }
        Moment::RetreatAnnounced { by, .. } => {
            format!("{by} announces a retreat. Do you respond?")
        }
        Moment::DiceRolled { by, dice, .. } => {
            let hits = crate::imperium::rules::dice::hits(dice);
            format!("The dice of {by} show {hits} hits. Do you do something about them?")
        }
        Moment::ShipsDestroyed { owner, kinds, .. } => {
            let kinds = list(kinds.iter().map(|kind| kind.name().into()));
            format!("{owner} has lost a {kinds}. Do you respond?")
        }
        Moment::CombatRoundOver { place, round, .. } => {
            let place = place_name(state, *place);
            format!("Combat round {round} in **{place}** ends. Do you do something more?")
        }
        Moment::SpaceCombatEnds { system, winner, .. } => {
            let place = state.system_name(*system);
            match winner {
                Some(winner) => {
                    format!("{winner} has won the space combat in **{place}**. Do you respond?")
                }
                None => format!("The space combat in **{place}** is over. Do you respond?"),
            }
        }
        Moment::InvasionStarts { by, system } => {
            let place = state.system_name(*system);
            format!("{by} begins the invasion of **{place}**. Do you respond?")
        }
        Moment::Landed { by, planet, .. } => {
            format!("{by} lands on **{}**. Do you respond?", planet.name())
        }
        Moment::ControlChanges { planet, .. } => {
            format!("You are about to take **{}**. Do you do something first?", planet.name())
        }
        Moment::PlanetLost { by, planet, .. } => {
            format!("You have lost **{}** to {by}. Do you respond?", planet.name())
        }
        Moment::OthersTurnStarts { by } => {
            format!("The turn of {by} begins. Do you do something first?")
        }
        Moment::Replenished { by } => {
            format!("{by} has replenished commodities. Do you respond?")
        }
        Moment::DiceCast { dice, .. } => {
            let [first, second] =
                dice.each_ref().map(|dice| crate::imperium::rules::dice::hits(dice));
            format!(
                "All dice are cast: {first} hits of the attacker, {second} of the defender. Do you \
                 respond?"
            )
        }
        Moment::Bombarded { of, planet, infantry, .. } => format!(
            "Your bombardment has cost {of} {} on **{}**. Do you do something more?",
            UnitKind::Infantry.label(usize::from(*infantry)),
            planet.name()
        ),
        Moment::TokensDue {} => {
            "Command tokens are about to be gained. Do you do something first?".into()
        }
        Moment::Turn { .. } | Moment::TurnStarts { .. } => "Your turn.".into(),
    }
}
