//! One file a faction.

mod arborec;
mod hacan;
mod jol_nar;
mod kit;
mod letnev;
mod muaat;
mod norr;
mod saar;
mod sol;
mod winnu;
mod xxcha;
mod yin;
mod yssaril;
