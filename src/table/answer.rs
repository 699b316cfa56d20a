//! Answering: by choices, by keys, by typed commands; and what is done out of turn.

use crate::engine::{By, Prompt, Refusal, Seat, Shape};
use crate::store::Status;

use super::table::guarded;
use super::{Act, Actor, DraftView, Hosted, Line, Notice, Refused, Table};

/// What a command did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// Length of the journal now.
    pub position: usize,
    /// What the acting seat is told of it; what everybody is, if a moderator acted in its place.
    pub lines: Vec<String>,
    pub finished: bool,
}

/// What a typed command did.
#[derive(Clone, Debug, PartialEq)]
pub enum Acted {
    Done(Done),
    /// Something was added to a draft.
    Draft(DraftView),
    /// The draft was thrown away.
    Cancelled,
    /// It is kept until the question comes, in these words; see [`Table::answer_ahead`].
    Ahead(String),
}

impl<G: Hosted> Table<G> {
    /// Answers the open question of `seat`. `position` is that of the button, or nothing for a
    /// command typed just now.
    pub async fn submit(
        &mut self,
        actor: &Actor,
        seat: Seat,
        position: Option<usize>,
        choices: Vec<G::Choice>,
    ) -> Result<Done, Refused> {
        let by = self.may_act(actor, seat)?;
        self.expect_fresh(seat, position)?;
        self.append(actor, seat, |current| current.submit(seat, choices, by)).await
    }

    /// Answers with the options or parts of these keys.
    pub async fn act_by_keys(
        &mut self,
        actor: &Actor,
        seat: Seat,
        position: Option<usize>,
        keys: &[String],
    ) -> Result<Done, Refused> {
        self.may_act(actor, seat)?;
        self.expect_fresh(seat, position)?;
        let choices = self.choices_of(seat, keys)?;
        self.submit(actor, seat, position, choices).await
    }

    /// Does something out of turn.
    pub async fn deed(
        &mut self,
        actor: &Actor,
        seat: Seat,
        deed: G::Deed,
    ) -> Result<Done, Refused> {
        let by = self.may_act(actor, seat)?;
        self.append(actor, seat, |current| current.deed(seat, deed, by)).await
    }

    /// A typed command with its options as (name, value).
    pub async fn command(
        &mut self,
        actor: &Actor,
        seat: Seat,
        name: &str,
        options: &[(String, String)],
    ) -> Result<Acted, Refused> {
        let by = self.may_act(actor, seat)?;
        let acted = self.obey(actor, seat, name, options).await;
        match (by, acted) {
            (By::Moderator(_), Err(refused)) => {
                // Whoever tries things out in another's place leaves a trace, and does not learn
                // from refusals what would be possible.
                self.note(actor, &format!("tried /{name} in the place of seat {}", seat.0)).await;
                Err(match refused {
                    Refused::Illegal(refusal) => {
                        Refused::Illegal(Refusal { instead: String::new(), ..refusal })
                    }
                    other => other,
                })
            }
            (_, acted) => acted,
        }
    }

    async fn obey(
        &mut self,
        actor: &Actor,
        seat: Seat,
        name: &str,
        options: &[(String, String)],
    ) -> Result<Acted, Refused> {
        self.expect_command(name)?;
        if !actor.in_place && self.ahead(seat, name).is_some() {
            return Ok(Acted::Ahead(self.answer_ahead(actor, seat, name, options).await?));
        }
        let draft = self.read_draft(seat).await?;
        let (state, prompts) = (&self.current.shown, &self.current.prompts);
        match guarded(|| G::command(state, seat, prompts, &draft, name, options))?? {
            Act::Answer(choices) => Ok(Acted::Done(self.submit(actor, seat, None, choices).await?)),
            Act::Deed(deed) => Ok(Acted::Done(self.deed(actor, seat, deed).await?)),
            Act::Confirm => Ok(Acted::Done(self.submit_draft(actor, seat, None).await?)),
            Act::Draft(parts) => Ok(Acted::Draft(self.draft_put(actor, seat, &parts).await?)),
            Act::Cancel => {
                self.draft_clear(actor, seat, None).await?;
                Ok(Acted::Cancelled)
            }
        }
    }

    /// Commands of another game are refused with those of this one.
    fn expect_command(&self, name: &str) -> Result<(), Refused> {
        if knows::<G>(name) {
            return Ok(());
        }
        let known: Vec<String> = G::COMMANDS.iter().map(|(name, _)| format!("`/{name}`")).collect();
        let refusal = Refusal::new(format!("{} has no command `/{name}`", G::TITLE));
        Err(refusal.instead(format!("Here you can write {}.", known.join(", "))).into())
    }

    /// In whose name `actor` may act for `seat`.
    pub(super) fn may_act(&self, actor: &Actor, seat: Seat) -> Result<By, Refused> {
        match self.game.status {
            Status::Running => {}
            Status::Lobby => return Err(Refused::NotStarted),
            Status::Finished | Status::Abandoned => return Err(Refused::Finished),
        }
        if let Some(trouble) = &self.current.trouble {
            return Err(Refused::Stopped(trouble.clone()));
        }
        if let Some(rest) = &self.rest {
            return Err(Refused::Paused(rest.by.clone()));
        }
        let own = self.seat_of(&actor.user);
        match own {
            Some(own) if own == seat => Ok(By::Player),
            _ if self.player(seat).is_none() => Err(Refused::NotAPlayer),
            _ if actor.in_place && self.is_moderator(actor) => {
                Ok(By::Moderator(actor.name.clone()))
            }
            _ if actor.in_place => Err(Refused::NotModerator),
            Some(_) => Err(Refused::WrongSeat),
            None => Err(Refused::NotAPlayer),
        }
    }

    /// Whether what was asked at `position` is still what is asked of `seat`.
    pub(super) fn expect_fresh(&self, seat: Seat, position: Option<usize>) -> Result<(), Refused> {
        let asked = self.asked.iter().find(|row| row.seat == seat.0);
        match (asked, position) {
            (None, None) => Err(Refused::NotAsked),
            (None, Some(_)) => Err(Refused::Stale(None)),
            (Some(row), Some(at)) if at < row.since || at > self.position() => {
                let now = guarded(|| self.question(seat))?;
                Err(Refused::Stale(now.map(Box::new)))
            }
            (Some(_), _) => Ok(()),
        }
    }

    pub(super) fn prompt(&self, seat: Seat) -> Result<&Prompt<G>, Refused> {
        self.current.prompt_of(seat).ok_or(Refused::NotAsked)
    }

    /// The choices of these keys, in their order.
    pub(super) fn choices_of(
        &self,
        seat: Seat,
        keys: &[String],
    ) -> Result<Vec<G::Choice>, Refused> {
        let mut choices: Vec<G::Choice> = Vec::new();
        for key in keys {
            choices.push(self.choice_of(seat, &choices, key)?);
        }
        Ok(choices)
    }

    /// The choice of `key` that may follow `draft`. Parts of suggestions are known too.
    pub(super) fn choice_of(
        &self,
        seat: Seat,
        draft: &[G::Choice],
        key: &str,
    ) -> Result<G::Choice, Refused> {
        let prompt = self.prompt(seat)?;
        let state = &self.current.shown;
        let found = guarded(|| {
            let find = |choices: Vec<G::Choice>| {
                choices.into_iter().find(|choice| G::choice_key(choice) == key)
            };
            match prompt.shape {
                Shape::Compound => find(G::next(state, prompt, draft))
                    .or_else(|| find(G::suggest(state, prompt).concat())),
                _ => find(prompt.options.clone()),
            }
        })?;
        found.ok_or_else(|| Refused::NoSuchOption(key.into()))
    }

    pub(super) async fn append(
        &mut self,
        actor: &Actor,
        seat: Seat,
        run: impl FnOnce(
            &crate::engine::Current<G>,
        ) -> Result<
            (crate::engine::Current<G>, crate::engine::Submission<G>),
            crate::engine::Rejected,
        >,
    ) -> Result<Done, Refused> {
        let ran = guarded(|| run(&self.current)).and_then(|ran| ran.map_err(Refused::from));
        let (next, submission) = match ran {
            Ok(ran) => ran,
            Err(Refused::Broken(why)) => return Err(self.broken(actor, why).await),
            Err(refused) => return Err(refused),
        };
        let stands_in = actor.in_place && self.seat_of(&actor.user) != Some(seat);
        let hears = (!stands_in).then_some(seat);
        let heard = submission.news.iter().filter(|news| news.audience.includes(hears));
        let lines = heard.map(|news| self.named(&news.text)).collect();
        let moved = self.moved(next, submission);
        self.spent.clear();
        let mut letters = Vec::new();
        if stands_in {
            letters.push(Notice::InPlace { by: actor.name.clone(), seat }.public());
        }
        self.commit(moved, &actor.user, letters).await?;
        if stands_in {
            self.note(actor, &format!("acted in the place of seat {}", seat.0)).await;
        }
        Ok(Done { position: self.position(), lines, finished: self.finished() })
    }

    /// Adds to the audit trail. What it is about has happened already and is not undone for it.
    pub(super) async fn note(&self, actor: &Actor, what: &str) {
        let noted = self.store().audit(self.now(), &self.game.id, &actor.user, what).await;
        if let Err(trouble) = noted {
            tracing::error!(game = self.game.id, what, %trouble, "the audit trail has a gap");
        }
    }

    /// Notes that the rules failed, for the operator. The game stands where it stood.
    pub(super) async fn broken(&self, actor: &Actor, why: String) -> Refused {
        tracing::error!(game = self.game.id, user = actor.user, why, "the rules failed");
        self.note(actor, &format!("the rules failed: {why}")).await;
        Refused::Broken(why)
    }
}

/// Reads `/vote outcome:pass 2`. Where a command has one option, its name may be left out.
pub(super) fn read_line(line: &str, known: &[(&str, &[&str])]) -> Result<Line, Refusal> {
    let Some(line) = line.trim().strip_prefix('/') else {
        return Err(Refusal::new("a command begins with /"));
    };
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let names = known.iter().find(|(command, _)| *command == name).map_or(&[][..], |(_, own)| own);
    let mut options: Vec<(String, String)> = Vec::new();
    let mut rest = rest.trim();
    if let ([only], false) = (names, rest.is_empty())
        && !rest.starts_with(&format!("{only}:"))
    {
        return Ok((name.into(), vec![(only.to_string(), rest.into())]));
    }
    while !rest.is_empty() {
        let Some((option, tail)) = rest.split_once(':') else {
            return Err(Refusal::new(format!("`{rest}` has no option name"))
                .instead(format!("Options of /{name}: {}.", names.join(", "))));
        };
        let ends = names.iter().filter_map(|next| tail.find(&format!(" {next}:")));
        let end = ends.min().unwrap_or(tail.len());
        options.push((option.trim().into(), tail[..end].trim().into()));
        rest = tail[end..].trim();
    }
    Ok((name.into(), options))
}

/// Whether a command is one of the game's.
pub(super) fn knows<G: Hosted>(command: &str) -> bool {
    G::COMMANDS.is_empty() || G::COMMANDS.iter().any(|(name, _)| *name == command)
}

/// A count-aware difference: `options` without what `used` has of them.
pub(super) fn without<C: PartialEq + Clone>(options: &[C], used: &[C]) -> Vec<C> {
    let mut left = options.to_vec();
    for choice in used {
        if let Some(at) = left.iter().position(|other| other == choice) {
            left.remove(at);
        }
    }
    left
}

/// What `check` says of a draft, with its panics made refusals.
pub(super) fn checked<G: Hosted>(
    table: &Table<G>,
    prompt: &Prompt<G>,
    draft: &[G::Choice],
) -> Result<Result<(), Refusal>, Refused> {
    guarded(|| prompt.check(&table.current.shown, draft))
}
