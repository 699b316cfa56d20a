//! The bot's requests against Discord's official OpenAPI description.

use custodian::simcord::Hook;

pub fn hook() -> Option<Hook> {
    None
}
