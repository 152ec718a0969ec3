//! Real headless browsers, driven by the DevTools protocol over a pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// No answer takes this long, unless the browser hangs.
const HANGS: Duration = Duration::from_secs(120);

/// By these names it may be on `PATH`.
pub(crate) const NAMES: [&str; 4] = ["chromium", "google-chrome", "chromium-browser", "chrome"];

/// Browsers that no test uses now: to start one takes longer than most tests do with it.
static IDLE: Mutex<Vec<Process>> = Mutex::new(Vec::new());

/// Ends the browsers, once no test is left.
pub(crate) fn end_all() {
    IDLE.lock().unwrap().clear();
}

/// A browser with one page, which knows nothing of the pages of other tests.
pub(crate) struct Browser {
    process: Option<Process>,
    context: Value,
    session: Value,
    /// What happened meanwhile.
    events: Vec<Value>,
}

struct Process {
    child: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    last: u64,
    _profile: TempDir,
}

impl Process {
    fn start() -> Process {
        let name = NAMES.into_iter().find(|name| crate::is_on_path(name));
        let profile = TempDir::new().unwrap();
        // The protocol wants its pipes as descriptors 3 and 4.
        let mut child = Command::new("sh")
            .args([
                "-c",
                "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1",
                "sh",
            ])
            .arg(name.expect("a browser is on PATH"))
            // Root has no use for its sandbox, and the page is our own.
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
            ])
            .args(["--remote-debugging-pipe", "--window-size=1400,1000"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while answers
                .read_until(0, &mut message)
                .is_ok_and(|size| size > 0)
            {
                message.pop();
                let message = serde_json::from_slice(&std::mem::take(&mut message)).unwrap();
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Process {
            commands: child.stdin.take().unwrap(),
            child,
            messages,
            last: 0,
            _profile: profile,
        }
    }

    /// The answer to a command, to the page of a session or to the browser itself; what happens
    /// there before it comes is added to `events`.
    #[track_caller]
    fn call(
        &mut self,
        session: &Value,
        method: &str,
        parameters: Value,
        events: &mut Vec<Value>,
    ) -> Value {
        self.last += 1;
        let mut command = json!({"id": self.last, "method": method, "params": parameters});
        if !session.is_null() {
            command["sessionId"] = session.clone();
        }
        self.commands
            .write_all(format!("{command}\0").as_bytes())
            .unwrap();
        loop {
            let message = self.next();
            if message["id"] == self.last {
                assert!(message["error"].is_null(), "{method}: {message:#}");
                return message["result"].clone();
            }
            if message["sessionId"] == *session {
                events.push(message);
            }
        }
    }

    #[track_caller]
    fn next(&self) -> Value {
        let message = self.messages.recv_timeout(HANGS);
        message.expect("the browser answers")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Browser {
    pub(crate) fn start() -> Browser {
        let idle = IDLE.lock().unwrap().pop();
        let mut process = idle.unwrap_or_else(Process::start);
        let mut own =
            |method, parameters| process.call(&Value::Null, method, parameters, &mut Vec::new());
        let context = own("Target.createBrowserContext", json!({}))["browserContextId"].take();
        let target = own(
            "Target.createTarget",
            json!({"url": "about:blank", "browserContextId": context}),
        );
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = own("Target.attachToTarget", attach)["sessionId"].take();
        let mut browser = Browser {
            process: Some(process),
            context,
            session,
            events: Vec::new(),
        };
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Opens a file and waits for it to be loaded.
    pub(crate) fn open(&mut self, path: &Path) {
        let url = format!("file://{}", path.display());
        self.events.clear();
        self.call("Page.navigate", json!({"url": url}));
        while !self.happened("Page.loadEventFired") {
            let event = self.process.as_ref().unwrap().next();
            if event["sessionId"] == self.session {
                self.events.push(event);
            }
        }
        // What is not drawn yet has no text.
        let frame = "new Promise((drawn) => requestAnimationFrame(() => drawn(true)))";
        self.value(&format!("{frame}.then(() => {frame})"));
    }

    /// The value of an expression in the page.
    #[track_caller]
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", asked);
        let thrown = &answer["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}\n{thrown:#}");
        answer["result"]["value"].clone()
    }

    /// The visible text of the first element that a selector matches.
    #[track_caller]
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector({selector:?}).innerText"));
        text.as_str().unwrap().to_owned()
    }

    /// Clicks in the middle of the first element that a selector matches.
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'center'}}); \
             const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let mouse = json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", mouse);
        }
    }

    /// Presses a key, by its name, such as `Enter` or `a`.
    pub(crate) fn press(&mut self, key: &str) {
        let mut down = json!({"type": "keyDown", "key": key});
        if key.chars().count() == 1 {
            down["text"] = key.into();
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call(
            "Input.dispatchKeyEvent",
            json!({"type": "keyUp", "key": key}),
        );
    }

    /// Types a text.
    pub(crate) fn write(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
    }

    /// Prefers dark colours, or light ones.
    pub(crate) fn prefer(&mut self, scheme: &str) {
        let feature = json!({"name": "prefers-color-scheme", "value": scheme});
        self.call("Emulation.setEmulatedMedia", json!({"features": [feature]}));
    }

    /// Whether an event of this name came since the page was opened.
    pub(crate) fn happened(&self, name: &str) -> bool {
        self.events.iter().any(|event| event["method"] == name)
    }

    /// The addresses that were asked for since the page was opened.
    pub(crate) fn requests(&self) -> Vec<String> {
        let requests = self
            .events
            .iter()
            .filter(|event| event["method"] == "Network.requestWillBeSent");
        requests
            .map(|event| {
                event["params"]["request"]["url"]
                    .as_str()
                    .unwrap()
                    .to_owned()
            })
            .collect()
    }

    #[track_caller]
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        let process = self.process.as_mut().unwrap();
        process.call(&self.session, method, parameters, &mut self.events)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // One in which a test failed is of no more use.
        if let Some(mut process) = self.process.take()
            && !thread::panicking()
        {
            let context = json!({"browserContextId": self.context});
            let ended = "Target.disposeBrowserContext";
            process.call(&Value::Null, ended, context, &mut Vec::new());
            IDLE.lock().unwrap().push(process);
        }
    }
}
