//! Runs one program under limits, isolated and measured
