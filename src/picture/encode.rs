//! An indexed PNG put together from bands of rows that were compressed on their own, so that what
//! did not change need not be compressed again.

use flate2::{Compress, Compression, FlushCompress};

/// A compressed stretch of rows, and what joins it to the others.
#[derive(Clone, Debug)]
pub struct Band {
    pub bytes: Vec<u8>,
    checksum: u32,
    length: usize,
}

/// Compresses rows that each begin with their filter byte.
pub fn band(rows: &[u8]) -> Band {
    let mut deflate = Compress::new(Compression::new(2), false);
    let mut bytes = Vec::with_capacity(rows.len() / 3 + 1024);
    loop {
        let done = deflate.total_in() as usize;
        // A full flush ends on a byte and forgets what was before, so that bands can be joined.
        let state = deflate.compress_vec(&rows[done..], &mut bytes, FlushCompress::Full);
        let all_in = deflate.total_in() as usize == rows.len();
        if state.is_err() || (all_in && bytes.len() < bytes.capacity()) {
            break;
        }
        bytes.reserve(rows.len() / 4 + 1024);
    }
    Band { bytes, checksum: adler(rows), length: rows.len() }
}

const ADLER: u32 = 65_521;

fn adler(bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (1u32, 0u32);
    // As many as fit before the sums overflow.
    for chunk in bytes.chunks(5_552) {
        for byte in chunk {
            a += u32::from(*byte);
            b += a;
        }
        (a, b) = (a % ADLER, b % ADLER);
    }
    b << 16 | a
}

/// The checksum of two stretches one after the other.
fn joined(first: u32, second: u32, second_length: usize) -> u32 {
    let length = (second_length % ADLER as usize) as u64;
    let (a1, b1) = (u64::from(first & 0xFFFF), u64::from(first >> 16));
    let (a2, b2) = (u64::from(second & 0xFFFF), u64::from(second >> 16));
    let m = u64::from(ADLER);
    let a = (a1 + a2 + m - 1) % m;
    let b = (b1 + b2 + length * (a1 + m - 1)) % m;
    (b << 16 | a) as u32
}

/// The whole file.
pub fn png<'a>(
    (width, height): (u32, u32),
    palette: &[u8; 768],
    bands: impl Iterator<Item = &'a Band>,
) -> Vec<u8> {
    let mut data = vec![0x78, 0x01];
    let mut checksum = 1;
    for band in bands {
        data.extend_from_slice(&band.bytes);
        checksum = joined(checksum, band.checksum, band.length);
    }
    // An empty last block.
    data.extend_from_slice(&[0x01, 0x00, 0x00, 0xFF, 0xFF]);
    data.extend_from_slice(&checksum.to_be_bytes());

    let mut header = Vec::with_capacity(13);
    header.extend_from_slice(&width.to_be_bytes());
    header.extend_from_slice(&height.to_be_bytes());
    // Eight bits, indexed, deflate, no filter heuristics, not interlaced.
    header.extend_from_slice(&[8, 3, 0, 0, 0]);

    let mut file = Vec::with_capacity(data.len() + 900);
    file.extend_from_slice(b"\x89PNG\r\n\x1a\n");
    chunk(&mut file, b"IHDR", &header);
    chunk(&mut file, b"PLTE", palette);
    chunk(&mut file, b"IDAT", &data);
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    file.extend_from_slice(&(data.len() as u32).to_be_bytes());
    let from = file.len();
    file.extend_from_slice(name);
    file.extend_from_slice(data);
    let sum = crc32fast::hash(&file[from..]);
    file.extend_from_slice(&sum.to_be_bytes());
}
