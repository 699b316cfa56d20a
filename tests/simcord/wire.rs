//! The least HTTP and WebSocket client, to say to the server what no library would.

use std::io::Read;
use std::time::Duration;

use custodian::simcord::Simcord;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|l| l.split_once(": "));
        lines.into_iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v)
    }
}

pub async fn http(method: &str, url: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let (host, path) =
        url.trim_start_matches("http://").split_once('/').expect("an address with a path");
    let mut stream = TcpStream::connect(host).await.expect("the server listens");
    let mut ask = format!(
        "{method} /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n",
        body.len()
    );
    headers.iter().for_each(|(name, value)| ask.push_str(&format!("{name}: {value}\r\n")));
    ask.push_str("\r\n");
    stream.write_all(ask.as_bytes()).await.expect("the request is sent");
    stream.write_all(body).await.expect("the payload is sent");
    let mut all = Vec::new();
    stream.read_to_end(&mut all).await.expect("the answer is read");
    let end = all.windows(4).position(|w| w == b"\r\n\r\n").expect("an answer has a head") + 4;
    let head = String::from_utf8_lossy(&all[..end]).into_owned();
    Answer { status: head[9..12].parse().expect("a status"), head, body: all[end..].to_vec() }
}

/// A request as the bot makes it.
pub async fn rest(simcord: &Simcord, method: &str, path: &str, body: Value) -> Answer {
    let token = format!("Bot {}", simcord.token());
    let headers = [("Authorization", token.as_str()), ("Content-Type", "application/json")];
    let text = if body.is_null() { String::new() } else { body.to_string() };
    http(method, &format!("{}/api/v10{path}", simcord.url()), &headers, text.as_bytes()).await
}

/// A post as the page makes it.
pub async fn post(simcord: &Simcord, path: &str, body: Value) -> Answer {
    let headers = [("Content-Type", "application/json")];
    http("POST", &format!("{}{path}", simcord.url()), &headers, body.to_string().as_bytes()).await
}

pub struct Socket {
    stream: TcpStream,
    /// The code with which the server closed.
    pub closed: Option<u16>,
}

impl Socket {
    pub async fn open(simcord: &Simcord, path: &str) -> Socket {
        let (stream, head) = Socket::handshake(simcord, path, "").await;
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        Socket { stream, closed: None }
    }

    /// Asks for a socket; what the server answers. `more` are further header lines.
    pub async fn handshake(simcord: &Simcord, path: &str, more: &str) -> (TcpStream, String) {
        let url = simcord.url();
        let host = url.trim_start_matches("http://");
        let mut stream = TcpStream::connect(host).await.expect("the server listens");
        let ask = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n"
        );
        stream.write_all(ask.as_bytes()).await.expect("the request is sent");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.expect("the handshake is answered"));
        }
        (stream, String::from_utf8_lossy(&head).into_owned())
    }

    pub async fn send(&mut self, payload: Value) {
        let text = payload.to_string();
        let mut frame = vec![0x81, 0x80 | 126];
        frame.extend((text.len() as u16).to_be_bytes());
        // A mask of zeros leaves the text as it is.
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.stream.write_all(&frame).await.expect("the frame is sent");
    }

    /// The next payload; `None` when nothing comes within a second or the line ends.
    pub async fn next(&mut self) -> Option<Value> {
        tokio::time::timeout(Duration::from_secs(1), self.read()).await.ok().flatten()
    }

    /// The next event of this name; others are passed over.
    pub async fn event(&mut self, name: &str) -> Value {
        let mut passed = Vec::new();
        while let Some(payload) = self.next().await {
            if payload["t"] == name {
                return payload["d"].clone();
            }
            passed.push(payload["t"].to_string());
        }
        panic!("no {name} came, only {passed:?}");
    }

    async fn read(&mut self) -> Option<Value> {
        loop {
            let kind = self.stream.read_u8().await.ok()? & 0x0f;
            let length = match self.stream.read_u8().await.ok()? & 0x7f {
                126 => u64::from(self.stream.read_u16().await.ok()?),
                127 => self.stream.read_u64().await.ok()?,
                short => u64::from(short),
            };
            let mut data = vec![0; length as usize];
            self.stream.read_exact(&mut data).await.ok()?;
            match kind {
                1 => return serde_json::from_slice(&data).ok(),
                2 => {
                    let mut text = String::new();
                    flate2::read::ZlibDecoder::new(&data[..]).read_to_string(&mut text).ok()?;
                    return serde_json::from_str(&text).ok();
                }
                8 => {
                    self.closed = data.get(..2).map(|c| u16::from_be_bytes([c[0], c[1]]));
                    return None;
                }
                _ => {}
            }
        }
    }
}
