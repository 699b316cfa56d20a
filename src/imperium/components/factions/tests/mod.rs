//! One file a faction.

mod creuss;
mod jol_nar;
mod kit;
mod l1z1x;
mod mentak;
mod naalu;
mod norr;
mod winnu;
mod xxcha;
mod yin;
mod yssaril;
