//! Problem packages: the model and one reader for each folder format
