//! The world out of its journal and back: what a restart finds again.

use std::borrow::Cow;

use anyhow::Result;

use super::ids;
use super::journal::{Journal, Record};
use super::world::{BOT, DAWN, NONCE_MEMORY, Nonce, TABLES, World};

impl World {
    /// Reads the folder back; people who are asked for and were not there yet are added.
    pub fn restore(names: &[String], url: &str, folder: &std::path::Path) -> Result<World> {
        let (journal, records) = Journal::open(folder)?;
        let read_lines = records.len();
        let mut world = World::new(&[], url);
        world.journal = journal;
        for record in records {
            world.apply(record);
        }
        for name in names {
            if !world.users.iter().any(|u| u.global_name == *name) {
                world.admit(name);
            }
        }
        world.recall_nonces();
        world.count_unread();
        let kept = world.snapshot();
        if read_lines == 0 || read_lines > 2 * kept.len() + 1000 {
            let mut journal = std::mem::take(&mut world.journal);
            journal.rewrite(&world.snapshot())?;
            world.journal = journal;
        }
        Ok(world)
    }

    fn apply(&mut self, record: Record<'static>) {
        match record {
            Record::User(user) => {
                self.add_direct_channel(&user);
                self.users.push(user.into_owned());
            }
            Record::Roles { user, roles } => drop(self.held_roles.insert(user, roles)),
            Record::Channel(channel) => {
                self.ids.after(channel.id);
                self.channels.insert(channel.id, channel.into_owned());
            }
            Record::ChannelGone(id) => {
                self.channels.remove(&id);
                self.messages.remove(&id);
            }
            Record::Message(message) => {
                self.ids.after(message.id);
                message.attachments.iter().for_each(|a| self.ids.after(a.id));
                self.messages
                    .entry(message.channel)
                    .or_default()
                    .insert(message.id, message.into_owned());
            }
            Record::MessageGone { channel, id } => {
                self.messages.entry(channel).or_default().remove(&id);
            }
            Record::Commands { guild: true, list } => self.guild_commands = list,
            Record::Commands { guild: false, list } => self.global_commands = list,
            Record::Read { user, channel, upto } => drop(self.read.insert((user, channel), upto)),
            Record::Settings { user, closed_dms: true } => drop(self.closed_dms.insert(user)),
            Record::Settings { user, closed_dms: false } => drop(self.closed_dms.remove(&user)),
            Record::Interaction(interaction) => {
                self.ids.after(interaction.id);
                if interaction.expires > ids::now() {
                    self.interactions.insert(interaction.id, interaction.into_owned());
                }
            }
        }
    }

    /// Everything as records, the shortest journal that gives this state.
    fn snapshot(&self) -> Vec<Record<'_>> {
        let mut out: Vec<_> = self.users.iter().map(|u| Record::User(Cow::Borrowed(u))).collect();
        out.extend(
            self.held_roles.iter().map(|(user, r)| Record::Roles { user: *user, roles: r.clone() }),
        );
        // The first channels exist without a record, so those deleted since need one.
        let first = (0..TABLES.len()).map(|n| ids::at(DAWN + 3000, n as u64 + 1));
        out.extend(first.filter(|id| !self.channels.contains_key(id)).map(Record::ChannelGone));
        out.extend(self.channels.values().map(|c| Record::Channel(Cow::Borrowed(c))));
        out.extend(
            self.messages
                .values()
                .flat_map(|m| m.values())
                .map(|m| Record::Message(Cow::Borrowed(m))),
        );
        out.push(Record::Commands { guild: true, list: self.guild_commands.clone() });
        out.push(Record::Commands { guild: false, list: self.global_commands.clone() });
        out.extend(self.read.iter().map(|(&(user, channel), &upto)| Record::Read {
            user,
            channel,
            upto,
        }));
        out.extend(self.closed_dms.iter().map(|&user| Record::Settings { user, closed_dms: true }));
        out.extend(self.interactions.values().map(|i| Record::Interaction(Cow::Borrowed(i))));
        out
    }

    fn recall_nonces(&mut self) {
        let since = ids::now().saturating_sub(NONCE_MEMORY);
        let mut found: Vec<Nonce> = self
            .messages
            .values()
            .flat_map(|m| m.values())
            .filter(|m| m.author == BOT && ids::made(m.id) > since)
            .filter_map(|m| {
                let nonce = m.nonce.clone()?;
                Some(Nonce { nonce, at: ids::made(m.id), channel: m.channel, message: m.id })
            })
            .collect();
        found.sort_by_key(|n| n.message);
        self.nonces = found.into();
    }

    fn count_unread(&mut self) {
        for user in self.users.iter().map(|u| u.id) {
            for (&channel, messages) in &self.messages {
                let read = self.read.get(&(user, channel)).copied().unwrap_or(0);
                let fresh = messages.range(read + 1..).map(|(_, m)| m);
                let count = fresh.filter(|m| m.author != user && self.sees(user, m)).count() as u32;
                if count > 0 {
                    self.unread.insert((user, channel), count);
                }
            }
        }
    }
}
