//! The engine, tried with two games that it has never heard of: a dice duel and a small card game.

use super::*;

mod cards;
mod chance;
mod duel;
mod random_play;
mod replay;
mod submit;
mod undo;

/// A game at a table: what a host keeps in memory, what it has stored, and all that was told.
struct Table<G: Rulebook> {
    now: Current<G>,
    record: Record<G>,
    news: Vec<News>,
}

impl<G: Rulebook> Table<G> {
    fn open(words: &str, state: G::State) -> Self {
        let seed = Seed::of(words);
        let (now, submission) = Current::start(seed.clone(), state);
        assert_eq!(now.trouble, None);
        let record = Record { seed, journal: Vec::new(), checkpoints: Vec::new() };
        let mut table = Table { now, record, news: Vec::new() };
        table.keep(submission);
        table
    }

    fn keep(&mut self, submission: Submission<G>) {
        self.record.add(&submission);
        self.news.extend(submission.news);
    }

    fn try_answer(&mut self, seat: Seat, choices: Vec<G::Choice>, by: By) -> Result<(), Rejected> {
        let (now, submission) = self.now.submit(seat, choices, by)?;
        self.now = now;
        self.keep(submission);
        Ok(())
    }

    fn try_deed(&mut self, seat: Seat, deed: G::Deed) -> Result<(), Rejected> {
        let (now, submission) = self.now.deed(seat, deed, By::Player)?;
        self.now = now;
        self.keep(submission);
        Ok(())
    }

    /// Seat `seat` answers with one choice, which must be legal.
    fn says(&mut self, seat: u8, choice: G::Choice) -> &mut Self {
        self.try_answer(Seat(seat), vec![choice], By::Player).expect("a legal answer");
        self
    }

    fn does(&mut self, seat: u8, deed: G::Deed) -> &mut Self {
        self.try_deed(Seat(seat), deed).expect("a legal deed");
        self
    }

    fn undo(&mut self, to: usize, fresh: bool) -> &mut Self {
        let (now, submission) = self.record.undo(to, fresh, "mod").expect("something to undo");
        self.now = now;
        self.news.extend(submission.news);
        self
    }

    fn redo(&mut self) -> &mut Self {
        let (now, submission) = self.record.redo("mod").expect("something to redo");
        self.now = now;
        self.news.extend(submission.news);
        self
    }

    /// Everything that a player can tell a position by.
    fn stands(&self) -> (String, Vec<Prompt<G>>) {
        assert_eq!(self.now.trouble, None);
        (self.now.digest(), self.now.prompts.clone())
    }

    fn asked(&self) -> Vec<u8> {
        self.now.prompts.iter().map(|prompt| prompt.seat.0).collect()
    }

    fn told(&self, audience: Option<u8>) -> Vec<&str> {
        let heard = |news: &&News| news.audience.includes(audience.map(Seat));
        self.news.iter().filter(heard).map(|news| news.text.as_str()).collect()
    }

    /// The entries in force, in order.
    fn live(&self) -> Vec<Entry<G>> {
        let line = journal::Line::of(&self.record.journal);
        line.live.iter().map(|at| self.record.journal[*at].clone()).collect()
    }

    /// Dice that are in force.
    fn dice(&self) -> Vec<(String, Vec<u32>)> {
        let dice = self.live().into_iter().filter_map(|entry| match entry {
            Entry::Chance { label, faces: 1.., outcomes } => Some((label, outcomes)),
            _ => None,
        });
        dice.collect()
    }
}

/// The same thing under other rules, or after a trip through the store.
fn transplant<A: Serialize, B: DeserializeOwned>(thing: &A) -> B {
    let text = serde_json::to_string(thing).expect("plain data");
    serde_json::from_str(&text).expect("the same shape")
}

fn stored<A: Rulebook, B: Rulebook>(record: &Record<A>) -> Record<B> {
    Record {
        seed: transplant(&record.seed),
        journal: transplant(&record.journal),
        checkpoints: transplant(&record.checkpoints),
    }
}

fn refusal(result: Result<impl Sized, Rejected>) -> String {
    match result {
        Err(Rejected::Refused(refusal)) => refusal.why,
        Err(Rejected::Broken(why)) => panic!("broken: {why}"),
        Ok(_) => panic!("it was allowed"),
    }
}

fn broken(result: Result<impl Sized, Rejected>) -> String {
    match result {
        Err(Rejected::Broken(why)) => why,
        Err(Rejected::Refused(refusal)) => panic!("refused: {refusal}"),
        Ok(_) => panic!("it was allowed"),
    }
}

#[test]
fn seats_are_named_only_where_the_engine_marked_them() {
    let name = |seat: Seat| ["Ann", "\u{ab}0\u{bb}", "Cem"][seat.index()].to_string();
    let named = |text: &str| name_seats(text, name);
    assert_eq!(named(&format!("{} hits {}", Seat(0), Seat(2))), "Ann hits Cem");
    assert_eq!(named("«1» wins"), "«0» wins", "a name is not read again");
    assert_eq!(named("««2»»"), "«Cem»");
    assert_eq!(named("« «2» «"), "« Cem «");
    for hostile in ["«", "»«", "«»", "«+2»", "«02»", "«-1»", "«256»", "«2", "«\u{0662}»", "«2 »"]
    {
        assert_eq!(named(hostile), hostile);
    }
}

#[test]
fn news_reach_their_audience_and_nobody_else() {
    let these = Audience::These(vec![Seat(0), Seat(2)]);
    assert!(Audience::Everyone.includes(None));
    assert!(Audience::Only(Seat(1)).includes(Some(Seat(1))));
    assert!(!Audience::Only(Seat(1)).includes(Some(Seat(0))));
    assert!(!Audience::Only(Seat(1)).includes(None));
    assert!(these.includes(Some(Seat(2))) && !these.includes(Some(Seat(1))));
    assert!(!these.includes(None));
}
