//! One file a faction.

mod arborec;
mod creuss;
mod hacan;
mod jol_nar;
mod kit;
mod l1z1x;
mod letnev;
mod mentak;
mod muaat;
mod naalu;
mod nekro;
mod norr;
mod saar;
mod sol;
mod winnu;
mod xxcha;
mod yin;
mod yssaril;
