//! How the committed palette was found: k-means over everything that can be in a picture.

use std::collections::BTreeMap;

use super::*;

/// Colours to a step of two, and how much each counts.
fn colours() -> Vec<([f32; 3], f32)> {
    let scenes = [crowded(), preset(8)].map(|view| scene::scene(&view, &names()));
    let mut lists: Vec<List> = scenes.iter().map(layout::board::board).collect();
    lists.push(sheet());
    let scene = scene::scene(&fought(), &names());
    lists.extend(maps().iter().map(|(_, map)| layout::map(&scene, map)));
    lists.extend(layout::zoom::zoom(&scene, SystemId(0)));
    lists.push(layout::chart(&scene));
    let hand = with_hand();
    lists.push(layout::hand::hand("Your hand", &scene::hand(&hand, &names())));
    let mut counts: BTreeMap<[u8; 3], u32> = BTreeMap::new();
    for list in &lists {
        for pixel in true_colour(list) {
            let part = |shift: u32| (pixel >> shift) as u8 & !1;
            *counts.entry([part(0), part(8), part(16)]).or_default() += 1;
        }
    }
    // Large dark areas would take every entry: a colour counts by the root of its pixels.
    let weight = |count: u32| (count as f32).sqrt();
    counts.into_iter().map(|(c, n)| (c.map(|part| f32::from(part) + 0.5), weight(n))).collect()
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    let [r, g, b] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    3.0 * r * r + 4.0 * g * g + 2.0 * b * b
}

fn nearest(entries: &[[f32; 3]], colour: [f32; 3]) -> (usize, f32) {
    let all = entries.iter().enumerate().map(|(i, entry)| (i, distance(*entry, colour)));
    all.min_by(|a, b| a.1.total_cmp(&b.1)).expect("there are entries")
}

#[test]
fn training() {
    let Ok(file) = std::env::var("PALETTE") else { return };
    let colours = colours();
    let pinned: Vec<[f32; 3]> =
        theme::pinned().iter().map(|Rgb(r, g, b)| [*r, *g, *b].map(f32::from)).collect();
    let fixed = pinned.len();
    let mut entries = pinned;
    // Begin with whatever is worst served, then let the free entries settle.
    let mut error: Vec<f32> = colours.iter().map(|(c, _)| nearest(&entries, *c).1).collect();
    while entries.len() < 256 {
        let worst = (0..colours.len())
            .max_by(|a, b| (error[*a] * colours[*a].1).total_cmp(&(error[*b] * colours[*b].1)))
            .expect("there are colours");
        let new = colours[worst].0;
        entries.push(new);
        for (i, (colour, _)) in colours.iter().enumerate() {
            error[i] = error[i].min(distance(new, *colour));
        }
    }
    for _ in 0..14 {
        let mut sums = vec![([0.0f64; 3], 0.0f64); 256];
        for (colour, weight) in &colours {
            let (at, _) = nearest(&entries, *colour);
            for (sum, part) in sums[at].0.iter_mut().zip(colour) {
                *sum += f64::from(part * weight);
            }
            sums[at].1 += f64::from(*weight);
        }
        for (entry, (sum, weight)) in entries.iter_mut().zip(&sums).skip(fixed) {
            if *weight > 0.0 {
                *entry = sum.map(|part| (part / weight) as f32);
            }
        }
    }
    let bytes: Vec<u8> = entries
        .iter()
        .flat_map(|entry| entry.map(|part| part.round().clamp(0.0, 255.0) as u8))
        .collect();
    fs::write(file, bytes).expect("the palette can be written");
    let total: f64 =
        colours.iter().map(|(c, w)| f64::from(nearest(&entries, *c).1 / 3.0 * w)).sum();
    let weight: f64 = colours.iter().map(|(_, w)| f64::from(*w)).sum();
    println!(
        "{} colours, {fixed} fixed, weighted error {:.2}",
        colours.len(),
        (total / weight).sqrt()
    );
}
