//! Input, grids and the contract that every game's program follows
