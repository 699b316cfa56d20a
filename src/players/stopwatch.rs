//! Time on a processor, which other programs of the machine do not lengthen.

use std::time::Duration;

/// How long this thread has been on a processor; only differences mean something.
#[cfg(unix)]
pub fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// The clock on the wall, where the system's account of threads is not at hand.
#[cfg(not(unix))]
pub fn thread_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_and_sleep_does_not() {
        let begun = thread_time();
        let mut sum = 0u64;
        while thread_time() - begun < Duration::from_millis(2) {
            sum = sum.wrapping_add(std::hint::black_box(1));
        }
        assert!(sum > 0);
        #[cfg(unix)]
        {
            let before = thread_time();
            std::thread::sleep(Duration::from_millis(50));
            assert!(thread_time() - before < Duration::from_millis(25));
        }
    }
}
