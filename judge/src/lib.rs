//! A local online-judge runner
