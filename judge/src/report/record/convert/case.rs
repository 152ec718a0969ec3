//! What a case came to, from the events and back.

use crate::model::{CaseResult, Excerpt, Measured, Points, Timed};
use crate::report::record::document as doc;
use crate::report::record::value::{Bytes, Code, Ending, Millis};
use crate::transcript::{self as talk, Transcript};

impl From<&CaseResult> for doc::Case {
    fn from(case: &CaseResult) -> Self {
        doc::Case {
            name: case.name.clone(),
            verdict: Code(case.verdict),
            message: case.message.clone(),
            measured: case.measured.map(doc::Measured::from),
            beside_others: case.beside_others.map(doc::Measured::from).map(Box::new),
            times: case.times.iter().map(doc::Timed::from).collect(),
            compared: case.compared,
            points: case.points.map(doc::Points::from),
            score: case.score,
            transcript: case
                .transcript
                .as_deref()
                .map(doc::Talk::from)
                .map(Box::new),
            excerpt: case
                .excerpt
                .as_deref()
                .map(doc::Excerpt::from)
                .map(Box::new),
            stderr: Bytes(case.stderr.clone()),
        }
    }
}

impl From<&doc::Case> for CaseResult {
    fn from(case: &doc::Case) -> Self {
        CaseResult {
            name: case.name.clone(),
            verdict: case.verdict.0,
            message: case.message.clone(),
            measured: case.measured.as_ref().map(Measured::from),
            beside_others: case.beside_others.as_deref().map(Measured::from),
            times: case.times.iter().map(Timed::from).collect(),
            compared: case.compared,
            points: case.points.map(Points::from),
            score: case.score,
            transcript: case
                .transcript
                .as_deref()
                .map(Transcript::from)
                .map(Box::new),
            excerpt: case.excerpt.as_deref().map(Excerpt::from).map(Box::new),
            stderr: case.stderr.0.clone(),
        }
    }
}

impl From<&Transcript> for doc::Talk {
    fn from(transcript: &Transcript) -> Self {
        let line = |line: &talk::Line| doc::TalkLine {
            by: line.mark().to_owned(),
            text: Bytes(line.text.clone()),
            cut: line.cut,
        };
        let (head, left_out, tail) = transcript.parts();
        doc::Talk {
            head: head.iter().map(line).collect(),
            left_out,
            tail: tail.map(line).collect(),
        }
    }
}

impl From<&doc::Talk> for Transcript {
    fn from(said: &doc::Talk) -> Self {
        let line = |line: &doc::TalkLine| talk::Line {
            by: talk::Speaker::of_mark(&line.by),
            text: line.text.0.clone(),
            cut: line.cut,
        };
        let head = said.head.iter().map(line).collect();
        Transcript::of_parts(head, said.left_out, said.tail.iter().map(line).collect())
    }
}

impl From<Measured> for doc::Measured {
    fn from(measured: Measured) -> Self {
        doc::Measured {
            cpu_ms: Millis(measured.cpu),
            wall_ms: Millis(measured.wall),
            memory_bytes: measured.memory,
            ending: Ending(measured.exit),
        }
    }
}

impl From<&doc::Measured> for Measured {
    fn from(measured: &doc::Measured) -> Self {
        Measured {
            cpu: measured.cpu_ms.0,
            wall: measured.wall_ms.0,
            memory: measured.memory_bytes,
            exit: measured.ending.0,
        }
    }
}

impl From<&Timed> for doc::Timed {
    fn from(timed: &Timed) -> Self {
        doc::Timed {
            cpu_ms: Millis(timed.cpu),
            yardstick_ms: timed.yardstick.map(Millis),
        }
    }
}

impl From<&doc::Timed> for Timed {
    fn from(timed: &doc::Timed) -> Self {
        Timed {
            cpu: timed.cpu_ms.0,
            yardstick: timed.yardstick_ms.map(|millis| millis.0),
        }
    }
}

impl From<Points> for doc::Points {
    fn from(points: Points) -> Self {
        match points {
            Points::Score(score) => doc::Points::Score(score),
            Points::Share(share) => doc::Points::Share(share),
        }
    }
}

impl From<doc::Points> for Points {
    fn from(points: doc::Points) -> Self {
        match points {
            doc::Points::Score(score) => Points::Score(score),
            doc::Points::Share(share) => Points::Share(share),
        }
    }
}
