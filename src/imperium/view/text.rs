//! Questions and choices in words. Seats appear as marks, see `engine::name_seats`.
