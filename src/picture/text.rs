//! Lettering: widths, shortening to a width, and outlines. Faces fall back glyph by glyph; what no
//! face can draw is left out.

use std::sync::OnceLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use tiny_skia::{Path, PathBuilder};

use super::theme::Rgb;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Names, numbers, titles.
    Title,
    /// Planets and labels.
    Label,
    /// Small text.
    Body,
    BodyBold,
}

/// How a run of text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Style {
    pub face: Face,
    /// Pixels of the em.
    pub size: u8,
    pub ink: Rgb,
    /// Width of the dark outline behind the letters; 0 for none.
    pub halo: u8,
}

impl Style {
    pub const fn new(face: Face, size: u8, ink: Rgb) -> Style {
        Style { face, size, ink, halo: 0 }
    }

    pub const fn halo(self, halo: u8) -> Style {
        Style { halo, ..self }
    }

    pub const fn ink(self, ink: Rgb) -> Style {
        Style { ink, ..self }
    }

    pub const fn size(self, size: u8) -> Style {
        Style { size, ..self }
    }
}

/// One typeface and what its letters up to the end of Latin Extended-B are, since layout measures
/// thousands of them.
struct Typeface {
    fonts: [&'static FontRef<'static>; 2],
    common: Vec<Option<Glyph>>,
}

#[derive(Clone, Copy)]
struct Glyph {
    font: &'static FontRef<'static>,
    id: GlyphId,
    /// In ems.
    advance: f32,
}

/// Characters whose glyphs are looked up beforehand.
const COMMON: u32 = 0x250;

const FILES: [&[u8]; 5] = [
    include_bytes!("../../assets/fonts/Exo2-ExtraBold.ttf"),
    include_bytes!("../../assets/fonts/Exo2-SemiBold.ttf"),
    include_bytes!("../../assets/fonts/BarlowSemiCondensed-Medium.ttf"),
    include_bytes!("../../assets/fonts/BarlowSemiCondensed-SemiBold.ttf"),
    include_bytes!("../../assets/fonts/NotoSans-SemiBold.ttf"),
];

fn fonts() -> &'static [FontRef<'static>; 5] {
    static FONTS: OnceLock<[FontRef<'static>; 5]> = OnceLock::new();
    FONTS.get_or_init(|| {
        FILES.map(|file| FontRef::new(file).expect("the program's own typefaces are sound"))
    })
}

fn typeface(face: Face) -> &'static Typeface {
    static TYPEFACES: OnceLock<[Typeface; 4]> = OnceLock::new();
    let all = TYPEFACES.get_or_init(|| {
        let fonts = fonts();
        [0, 1, 2, 3].map(|face| {
            let pair = [&fonts[face], &fonts[4]];
            let common = (0..COMMON).map(|c| find(pair, char::from_u32(c)?)).collect();
            Typeface { fonts: pair, common }
        })
    });
    &all[face as usize]
}

/// The first font that has the character.
fn find(fonts: [&'static FontRef<'static>; 2], c: char) -> Option<Glyph> {
    fonts.into_iter().find_map(|font| {
        let id = font.charmap().map(c).filter(|id| id.to_u32() != 0)?;
        let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
        Some(Glyph { font, id, advance: metrics.advance_width(id).unwrap_or(0.0) })
    })
}

fn glyph(face: Face, c: char) -> Option<Glyph> {
    let typeface = typeface(face);
    match typeface.common.get(c as usize) {
        Some(found) => *found,
        None => find(typeface.fonts, c),
    }
}

/// Whether the character can be drawn.
pub fn can_draw(c: char) -> bool {
    glyph(Face::Title, c).is_some()
}

/// Width in pixels.
pub fn width(text: &str, style: Style) -> f32 {
    let ems: f32 = text.chars().filter_map(|c| glyph(style.face, c)).map(|g| g.advance).sum();
    ems * f32::from(style.size)
}

/// The text, or as much of it as fits with an ellipsis.
pub fn fit(text: &str, style: Style, room: f32) -> String {
    if width(text, style) <= room {
        return text.to_owned();
    }
    let mut kept: Vec<char> = text.chars().collect();
    while kept.pop().is_some() {
        let shorter: String = kept.iter().collect();
        let shorter = format!("{}…", shorter.trim_end());
        if width(&shorter, style) <= room {
            return shorter;
        }
    }
    String::new()
}

/// Breaks the text into lines no wider than `room`; at most `limit` lines, the last one shortened.
pub fn wrap(text: &str, style: Style, room: f32, limit: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = match lines.last() {
            Some(line) => format!("{line} {word}"),
            None => word.to_owned(),
        };
        let full = lines.len() >= limit;
        match lines.last_mut() {
            Some(line) if full || width(&longer, style) <= room => *line = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    lines.into_iter().map(|line| fit(&line, style, room)).collect()
}

struct Pen {
    out: PathBuilder,
    x: f32,
    y: f32,
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.out.move_to(self.x + x, self.y - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.out.line_to(self.x + x, self.y - y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.out.quad_to(self.x + cx, self.y - cy, self.x + x, self.y - y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.out.cubic_to(
            self.x + ax,
            self.y - ay,
            self.x + bx,
            self.y - by,
            self.x + x,
            self.y - y,
        );
    }

    fn close(&mut self) {
        self.out.close();
    }
}

/// The outlines with the first letter's origin at (x, y), y being the baseline. Nothing for blanks.
pub fn outline(text: &str, face: Face, size: f32, x: f32, y: f32) -> Option<Path> {
    let mut pen = Pen { out: PathBuilder::new(), x, y };
    for glyph in text.chars().filter_map(|c| glyph(face, c)) {
        if let Some(outline) = glyph.font.outline_glyphs().get(glyph.id) {
            let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
            // A glyph that cannot be drawn leaves a gap.
            let _ = outline.draw(settings, &mut pen);
        }
        pen.x += glyph.advance * size;
    }
    pen.out.finish()
}

/// Descent and ascent that hold every letter of every face, in ems.
pub const DESCENT: f32 = 0.32;
pub const ASCENT: f32 = 1.15;

/// The centre of the text's own outline, for letters that stand in the middle of something.
pub fn optical_centre(text: &str, face: Face, size: f32) -> (f32, f32) {
    outline(text, face, size, 0.0, 0.0).map_or((0.0, 0.0), |path| {
        let bounds = path.bounds();
        ((bounds.left() + bounds.right()) / 2.0, (bounds.top() + bounds.bottom()) / 2.0)
    })
}

/// Marks that control joining and direction, and have no shape of their own.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A name as it is drawn: without control and direction marks and what no face has. Nothing when
/// fewer than two visible characters are left.
pub fn drawable_name(name: &str) -> Option<String> {
    let seen = |c: &char| *c == ' ' || !(c.is_whitespace() || is_unseen(*c)) && can_draw(*c);
    let kept: String = name.chars().filter(seen).collect();
    let kept = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    (kept.chars().filter(|c| c.is_alphanumeric()).count() >= 2).then_some(kept)
}
