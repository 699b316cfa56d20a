//! The moving picture, read back.

use crate::players::selfplay;

use super::*;

/// The beginning of each round of a game that computer players play.
pub fn rounds() -> Vec<View> {
    (1..=4).map(|round| View::of(&selfplay::state_in_round(4, 5, round), None)).collect()
}

/// Little-endian.
fn number(bytes: &[u8]) -> usize {
    usize::from(bytes[0]) | usize::from(bytes[1]) << 8
}

/// The pictures that a viewer sees one after the other, as palette indices.
fn seen(file: &[u8]) -> Vec<Vec<u8>> {
    assert_eq!(&file[..6], b"GIF89a");
    let (width, height) = (number(&file[6..]), number(&file[8..]));
    let mut shown = vec![0u8; width * height];
    let mut frames = Vec::new();
    let mut at = 13 + 768;
    let mut same = None;
    loop {
        match file[at] {
            0x3B => return frames,
            0x21 => {
                if file[at + 1] == 0xF9 {
                    same = (file[at + 3] & 1 == 1).then_some(file[at + 6]);
                }
                at += 2;
                while file[at] != 0 {
                    at += usize::from(file[at]) + 1;
                }
                at += 1;
            }
            0x2C => {
                let [left, top, wide, high] = [1, 3, 5, 7].map(|i| number(&file[at + i..]));
                at += 11;
                let mut data = Vec::new();
                while file[at] != 0 {
                    let length = usize::from(file[at]);
                    data.extend_from_slice(&file[at + 1..=at + length]);
                    at += length + 1;
                }
                at += 1;
                let pixels = unpacked(&data);
                assert_eq!(pixels.len(), wide * high);
                for (i, pixel) in pixels.iter().enumerate() {
                    if Some(*pixel) != same {
                        shown[(top + i / wide) * width + left + i % wide] = *pixel;
                    }
                }
                frames.push(shown.clone());
            }
            other => panic!("no block begins with {other:#x}"),
        }
    }
}

/// LZW as the standard has it.
fn unpacked(data: &[u8]) -> Vec<u8> {
    let bit = |at: usize| usize::from(data[at / 8] >> (at % 8) & 1);
    let mut out: Vec<u8> = Vec::new();
    let mut table: Vec<Vec<u8>> = Vec::new();
    let (mut width, mut at) = (9, 0);
    let mut before: Option<Vec<u8>> = None;
    loop {
        let code = (0..width).fold(0, |code, i| code | bit(at + i) << i);
        at += width;
        match code {
            256 => {
                table = (0..=255u8).map(|byte| vec![byte]).chain([vec![], vec![]]).collect();
                (width, before) = (9, None);
                continue;
            }
            257 => return out,
            _ => {}
        }
        let entry = match (table.get(code), &before) {
            (Some(known), _) => known.clone(),
            (None, Some(before)) => [before.as_slice(), &before[..1]].concat(),
            (None, None) => panic!("the first code after a reset is known"),
        };
        if let Some(before) = before.filter(|_| table.len() < 4096) {
            table.push([before.as_slice(), &entry[..1]].concat());
        }
        if table.len() == 1 << width && width < 12 {
            width += 1;
        }
        out.extend_from_slice(&entry);
        before = Some(entry);
    }
}

#[test]
fn a_moving_picture_shows_each_frame_as_it_was_drawn() {
    let mut dice = art::canvas::Dice::new(9);
    let (width, height) = (97u16, 61u16);
    let pixels = usize::from(width) * usize::from(height);
    let mut frames: Vec<Vec<u8>> = vec![(0..pixels).map(|_| dice.below(255) as u8).collect()];
    for _ in 0..3 {
        let mut next = frames[frames.len() - 1].clone();
        for _ in 0..40 {
            next[dice.below(pixels as u32) as usize] = dice.below(4) as u8;
        }
        frames.push(next);
    }
    frames.push(vec![7; pixels]);
    let given: Vec<gif::Frame> =
        frames.iter().map(|indices| gif::Frame { indices: indices.clone(), time: 50 }).collect();
    assert!(seen(&gif::gif(width, height, &given)) == frames);
}

#[test]
fn a_replay_goes_from_the_first_view_to_the_last() {
    let views = rounds();
    let renderer = Renderer::new();
    let replay = renderer.replay(&views, &names()).expect("there are views");
    assert_eq!(&replay.png[..6], b"GIF89a");
    assert_eq!(seen(&replay.png).len(), views.len());
    assert!(replay.png.len() < 2_000_000, "{replay:?}");
    assert!(renderer.replay(&[], &names()).is_none());
}
