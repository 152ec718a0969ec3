//! What makes a recording a shard, from the events and back.

use crate::event::{BaselineInfo, PartInfo, Scope, ShardInfo};
use crate::report::record::document as doc;

impl From<&ShardInfo> for doc::Shard {
    fn from(shard: &ShardInfo) -> Self {
        doc::Shard {
            index: shard.index,
            count: shard.count,
            all_cases: shard.all_cases,
            baseline: shard.baseline.as_ref().map(|baseline| doc::Baseline {
                hash: baseline.hash.clone(),
                scope: match baseline.scope {
                    Scope::Everything => doc::Scope::Everything,
                    Scope::Problems => doc::Scope::Problems,
                    Scope::Solutions => doc::Scope::Solutions,
                    Scope::Parts => doc::Scope::Parts,
                },
            }),
        }
    }
}

impl From<&doc::Shard> for ShardInfo {
    fn from(shard: &doc::Shard) -> Self {
        ShardInfo {
            index: shard.index,
            count: shard.count,
            all_cases: shard.all_cases,
            baseline: shard.baseline.as_ref().map(|baseline| BaselineInfo {
                hash: baseline.hash.clone(),
                scope: match baseline.scope {
                    doc::Scope::Everything => Scope::Everything,
                    doc::Scope::Problems => Scope::Problems,
                    doc::Scope::Solutions => Scope::Solutions,
                    doc::Scope::Parts => Scope::Parts,
                },
            }),
        }
    }
}

impl From<&PartInfo> for doc::Part {
    fn from(part: &PartInfo) -> Self {
        doc::Part {
            content: part.content.clone(),
            groups: part.groups.clone(),
            cases: part.cases.clone(),
            left_out: part.left_out,
        }
    }
}

impl From<&doc::Part> for PartInfo {
    fn from(part: &doc::Part) -> Self {
        PartInfo {
            content: part.content.clone(),
            groups: part.groups.clone(),
            cases: part.cases.clone(),
            left_out: part.left_out,
        }
    }
}
