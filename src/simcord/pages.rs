//! The open pages: who looks through each, and a way to tell them.

use axum::extract::ws::Utf8Bytes;
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

pub struct Page {
    pub user: u64,
    pub out: UnboundedSender<Utf8Bytes>,
}

#[derive(Default)]
pub struct Pages {
    list: Vec<Page>,
}

impl Pages {
    pub fn any(&self) -> bool {
        !self.list.is_empty()
    }

    pub fn join(&mut self, page: Page) {
        self.list.retain(|p| !p.out.is_closed());
        self.list.push(page);
    }

    pub fn leave(&mut self, out: &UnboundedSender<Utf8Bytes>) {
        self.list.retain(|p| !p.out.same_channel(out));
    }

    pub fn tell_all(&self, name: &str, d: &Value) {
        self.tell(name, d, |_| true);
    }

    pub fn tell(&self, name: &str, d: &Value, sees: impl Fn(u64) -> bool) {
        if self.list.is_empty() {
            return;
        }
        let mut text: Option<Utf8Bytes> = None;
        for page in self.list.iter().filter(|p| sees(p.user)) {
            let text = text.get_or_insert_with(|| frame(name, d));
            let _ = page.out.send(text.clone());
        }
    }
}

pub fn frame(name: &str, d: &Value) -> Utf8Bytes {
    format!(r#"{{"t":"{name}","d":{d}}}"#).into()
}
