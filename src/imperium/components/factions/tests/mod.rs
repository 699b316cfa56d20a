//! One file a faction.

mod jol_nar;
mod kit;
mod norr;
mod winnu;
mod xxcha;
mod yin;
mod yssaril;
