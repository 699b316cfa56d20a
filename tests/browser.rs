//! The local page in a real browser: a game is made and a turn played by typing, on a desktop's and on a
//! phone's window. Where Chromium or its driver is not installed this is left out; in CI that is a failure.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const LONG: Duration = Duration::from_secs(60);

/// A process group that ends with the test.
struct Process(Child);

impl Process {
    fn start(command: &mut Command) -> Process {
        Process(command.process_group(0).stdin(Stdio::null()).spawn().expect("it starts"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The browser's own children are in the group too.
        let group = format!("-{}", self.0.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// `custodian local` with a folder of its own.
fn local(data: &Path) -> (Process, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_custodian"));
    command
        .args(["local", "--port", "0", "--dealing", "browser", "--data"])
        .arg(data)
        .stdout(Stdio::piped());
    let mut process = Process::start(&mut command);
    let out = process.0.stdout.take().expect("it is piped");
    let mut lines = BufReader::new(out).lines();
    let first = lines.next().expect("it says where it is").expect("text");
    let url = first.strip_prefix("Custodian is ready: ").expect("an address").to_string();
    // Whatever follows is read, so that it can always be written.
    std::thread::spawn(move || lines.for_each(drop));
    (process, url)
}

/// A browser window, driven by the WebDriver protocol.
struct Browser {
    port: u16,
    session: String,
    _driver: Process,
    _profile: tempfile::TempDir,
}

/// The name of an element's reference in the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
const ENTER: &str = "\u{E007}";

impl Browser {
    fn open(chromium: &Path, driver: &Path) -> Browser {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr());
        let port = port.expect("a free port").port();
        let mut command = Command::new(driver);
        command.arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null());
        let process = Process::start(&mut command);
        let started = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(started.elapsed() < LONG, "the driver does not start");
            std::thread::sleep(Duration::from_millis(50));
        }
        let profile = tempfile::tempdir().expect("a temporary folder");
        let args = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            &format!("--user-data-dir={}", profile.path().display()),
        ];
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": args, "binary": chromium},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let made = call(port, "POST", "/session", &wanted).expect("a session");
        let session = made["sessionId"].as_str().expect("its id").to_string();
        Browser { port, session, _driver: process, _profile: profile }
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        call(self.port, method, &format!("/session/{}{path}", self.session), body)
    }

    fn must(&self, method: &str, path: &str, body: &Value) -> Value {
        self.ask(method, path, body).unwrap_or_else(|why| panic!("{method} {path}: {why}"))
    }

    /// Gives the page exactly this size, as a phone's or a desktop's screen has.
    fn resize(&self, width: u32, height: u32, phone: bool) {
        let params =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone});
        let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": params});
        self.must("POST", "/goog/cdp/execute", &command);
    }

    fn go(&self, url: &str) {
        self.must("POST", "/url", &json!({"url": url}));
    }

    fn script(&self, script: &str) -> Value {
        self.must("POST", "/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Waits until the script returns something true.
    fn until(&self, what: &str, script: &str) -> Value {
        let started = Instant::now();
        loop {
            let value = self.script(script);
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return value;
            }
            if started.elapsed() > LONG {
                self.shoot("failed");
                let text = self.script("return document.body.innerText");
                panic!("not seen: {what}\n{}", text.as_str().unwrap_or_default());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// The newest shown element that fits.
    fn find(&self, css: &str) -> String {
        let script = format!(
            "return [...document.querySelectorAll({})].filter(e => e.getClientRects().length && !e.disabled).pop()",
            json!(css)
        );
        let found = self.until(css, &script);
        found[ELEMENT].as_str().expect("an element").to_string()
    }

    /// Presses what fits. What is drawn anew meanwhile is looked for again.
    fn press(&self, css: &str) {
        let started = Instant::now();
        loop {
            let element = self.find(css);
            match self.ask("POST", &format!("/element/{element}/click"), &json!({})) {
                Ok(_) => return,
                Err(why) if started.elapsed() > LONG => panic!("{css}: {why}"),
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    fn keys(&self, text: &str) {
        let composer = self.find("[data-testid=composer]");
        self.must("POST", &format!("/element/{composer}/value"), &json!({"text": text}));
    }

    /// Types a line and sends it.
    fn type_line(&self, line: &str) {
        self.keys(line);
        self.press("[data-testid=send]");
        let sent = "return document.querySelector('[data-testid=composer]').value === ''";
        // A suggestion that was open has been taken; the second press sends.
        let started = Instant::now();
        while self.script(sent) != true {
            assert!(started.elapsed() < LONG, "{line} is not sent: {}", self.composer_error());
            std::thread::sleep(Duration::from_millis(300));
            if self.script(sent) != true {
                self.keys(ENTER);
            }
        }
    }

    fn composer_error(&self) -> Value {
        self.script("return document.querySelector('[data-testid=composer-error]').innerText")
    }

    /// Waits for a message of the bot with this in it.
    fn message(&self, holds: &str) {
        let script = format!(
            "return [...document.querySelectorAll('[data-testid=message][data-author=custodian]')]\
             .some(e => e.innerText.includes({}))",
            json!(holds)
        );
        self.until(holds, &script);
    }

    fn shoot(&self, name: &str) {
        // What slides has come to rest, and pictures are painted.
        std::thread::sleep(Duration::from_millis(600));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/screenshots");
        fs::create_dir_all(&folder).expect("the folder for screenshots");
        let shot = self.must("GET", "/screenshot", &Value::Null);
        let png = decoded(shot.as_str().expect("an image"));
        fs::write(folder.join(format!("{name}.png")), png).expect("it can be written");
    }

    /// Nothing on the page is wider than the window.
    fn fits(&self) {
        let wide = self.script("return document.documentElement.scrollWidth - innerWidth");
        assert!(wide.as_i64().is_some_and(|n| n <= 0), "the page scrolls sideways by {wide}");
    }

    /// What the page complained about.
    fn complaints(&self) -> Vec<String> {
        let log = self.must("POST", "/se/log", &json!({"type": "browser"}));
        let severe = log.as_array().into_iter().flatten().filter(|l| l["level"] == "SEVERE");
        severe.map(|line| line["message"].to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.ask("DELETE", "", &Value::Null);
    }
}

/// One request of the WebDriver protocol: a small HTTP client is all that it needs.
fn call(port: u16, method: &str, path: &str, body: &Value) -> Result<Value, String> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(|why| why.to_string())?;
    stream.set_read_timeout(Some(LONG * 2)).map_err(|why| why.to_string())?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).map_err(|why| why.to_string())?;
    stream.write_all(body.as_bytes()).map_err(|why| why.to_string())?;
    let mut answer = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        answer.read_line(&mut line).map_err(|why| why.to_string())?;
        if line.trim().is_empty() {
            break;
        }
        let lower = line.to_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().map_err(|_| format!("a strange answer: {line}"))?;
        }
    }
    let mut bytes = vec![0; length];
    answer.read_exact(&mut bytes).map_err(|why| why.to_string())?;
    let answer: Value = serde_json::from_slice(&bytes).map_err(|why| why.to_string())?;
    match answer["value"]["error"].as_str() {
        Some(error) => Err(format!("{error}: {}", answer["value"]["message"])),
        None => Ok(answer["value"].clone()),
    }
}

/// Base64, as screenshots come in.
fn decoded(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut out = Vec::new();
    for four in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = four.iter().fold(0u32, |bits, c| bits << 6 | u32::from(digit(*c)));
        let bits = bits << (6 * (4 - four.len()));
        out.extend_from_slice(&bits.to_be_bytes()[1..four.len()]);
    }
    out
}

/// The newest message with the current question.
const QUESTION: &str = "[...document.querySelectorAll('[data-testid=message]')].filter(m => m.innerText.includes('⏳')).pop()";

#[test]
fn a_newcomer_plays_a_turn_in_the_browser() {
    let (Some(chromium), Some(driver)) = (installed("chromium"), installed("chromedriver")) else {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "chromium or its driver is missing");
        println!("left out: chromium or chromedriver is not installed");
        return;
    };
    let data = tempfile::tempdir().expect("a temporary folder");
    let (_bot, url) = local(data.path());
    let browser = Browser::open(&chromium, &driver);
    browser.resize(1440, 900, false);
    browser.go(&url);
    browser.until("the first steps", "return !!document.querySelector('[data-testid=first-run]')");
    browser.shoot("first-run");
    browser.press("[data-testid=first-run-dismiss]");

    // A game with five computers.
    // A faction that is asked nothing else in the set-up.
    browser.type_line("/game create name:Pax factions:sol");
    browser.message("1 of 3–8");
    browser.type_line("/game fill count:5");
    browser.message("6 of 3–8");
    browser.shoot("lobby");
    browser.type_line("/game start");
    browser.message("⏳");
    let picture = "return [...document.querySelectorAll('[data-testid=picture] img')].map(i => { i.loading = 'eager'; return i.naturalWidth; }).find(w => w > 2000) || false";
    browser.until("the picture of the galaxy", picture);
    browser.shoot("desktop");

    // The picture at its full size.
    browser.press("[data-testid=picture]");
    browser.until(
        "the picture alone",
        "return !!document.querySelector('[data-testid=lightbox][open]')",
    );
    browser.shoot("picture");
    browser.script("document.querySelector('[data-testid=lightbox]').close()");

    // Two secret objectives came privately; one is kept by its button.
    browser.press("[data-testid=dm]");
    browser.message("secret objective");
    browser.shoot("secret");
    browser.press("[data-testid=message][data-author=custodian] [data-testid=button]");
    browser.message("You keep");
    browser.shoot("kept");
    browser.press("[data-testid=channel][data-name=pax]");
    one_turn(&browser);
    browser.shoot("turn");
    browser.fits();

    // Somebody else sees the table and none of Mira's cards.
    browser.press("[data-testid=user][data-username=jon]");
    let acting =
        "return document.querySelector('[data-testid=acting-as]')?.dataset.username === 'jon'";
    browser.until("acting as Jon", acting);
    browser.message("Pax");
    let private = "return document.querySelectorAll('[data-ephemeral=true]').length";
    assert_eq!(browser.script(private), 0, "Jon sees private answers");
    browser.shoot("jon");

    phone(&browser, &url);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Picks a strategy card and begins a tactical action, both typed.
fn one_turn(browser: &Browser) {
    let asks = |what: &str| {
        format!(
            "return {QUESTION}?.innerText.includes({}) && !!{QUESTION}.querySelector('.mention')",
            json!(what)
        )
    };
    browser.until("Mira picks", &asks("Pick a strategy card"));
    browser.keys("/pick card:");
    browser.press("[data-testid=suggestion]");
    browser.keys(ENTER);
    // Whoever comes before may offer something first.
    let mine = format!("return !!{QUESTION}?.innerText.includes('@Mira')");
    let asked = |script: &str| browser.script(script) == true;
    let started = Instant::now();
    while !asked(&asks("Your turn")) {
        if asked(&mine) && !asked(&asks("Pick a strategy card")) && !asked(&asks("Your turn")) {
            browser.type_line("/pass");
        }
        assert!(started.elapsed() < LONG * 2, "the action phase does not come");
        std::thread::sleep(Duration::from_millis(500));
    }
    browser.shoot("action");
    browser.keys("/activate system:");
    browser.press("[data-testid=suggestion]");
    browser.shoot("typed");
    browser.keys(ENTER);
    browser.message("Mira activates");
    // Where ships could move, none does; then it is somebody else's turn.
    let over = "const all = [...document.querySelectorAll('[data-testid=message]')].map(m => m.innerText); \
                const mine = all.findLastIndex(t => t.includes('Mira activates')); \
                return all.slice(mine + 1).some(t => t.includes(\"'s turn\") && !t.includes(\"Mira's turn\"))";
    let started = Instant::now();
    while !asked(over) {
        assert!(started.elapsed() < LONG, "the turn does not end");
        if asked(&mine) {
            browser.type_line("/pass");
        }
        std::thread::sleep(Duration::from_millis(1000));
    }
}

/// The same opening on a phone.
fn phone(browser: &Browser, url: &str) {
    browser.resize(390, 844, true);
    browser.go(url);
    browser.script("localStorage.clear(); return true");
    browser.go(url);
    browser.press("[data-testid=first-run-dismiss]");
    browser.press("[data-testid=open-channels]");
    browser.shoot("phone-channels");
    browser.press("[data-testid=channel][data-name=table-2]");
    browser.type_line("/game create name:Small factions:sol");
    browser.message("1 of 3–8");
    browser.type_line("/game fill count:2");
    browser.message("3 of 3–8");
    browser.type_line("/game start");
    browser.message("⏳");
    browser.fits();
    browser.shoot("phone");
    browser.press("[data-testid=open-channels]");
    browser.press("[data-testid=dm]");
    browser.message("secret objective");
    browser.fits();
    browser.shoot("phone-secret");
}
