//! The same work on many things, several at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

/// What `work` makes of each item, in their order, on up to `jobs` threads, or on this one where the
/// system allows none; `None` where it panicked, and for what else was made on that thread.
pub(crate) fn map<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<Option<R>> {
    let next = AtomicUsize::new(0);
    let mut made: Vec<Option<R>> = items.iter().map(|_| None).collect();
    let worker = || {
        let mut own = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else {
                return own;
            };
            own.push((index, work(item)));
        }
    };
    let results: Vec<(usize, R)> = thread::scope(|scope| {
        let workers = start(scope, jobs.min(items.len()), || &worker);
        match workers.is_empty() {
            true => worker(),
            false => workers
                .into_iter()
                .flat_map(|worker| worker.join().unwrap_or_default())
                .collect(),
        }
    });
    for (index, result) in results {
        made[index] = Some(result);
    }
    made
}

/// Starts up to `count` threads, as many as the system allows.
pub(crate) fn start<'scope, R: Send + 'scope, W: FnOnce() -> R + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    count: usize,
    worker: impl Fn() -> W,
) -> Vec<ScopedJoinHandle<'scope, R>> {
    (0..count)
        .map_while(|_| Builder::new().spawn_scoped(scope, worker()).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_their_items() {
        let items: Vec<usize> = (0..100).collect();
        for jobs in [1, 3, 200] {
            let made = map(&items, jobs, |item| item * 2);
            assert!(
                made.iter()
                    .zip(&items)
                    .all(|(made, item)| *made == Some(item * 2))
            );
            assert_eq!(made.len(), items.len());
        }
        assert!(map(&[0; 0], 4, |item: &i32| *item).is_empty());
    }
}
