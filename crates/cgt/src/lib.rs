//! Combinatorial game theory: Grundy values and outcomes by search
