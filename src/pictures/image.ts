/** What an image is, by its first bytes: a small file may hold more points than memory does. */

/** Points of a side at most. */
const MAX_SIDE = 1024;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

interface Side {
  width: number;
  height: number;
}

/** The media type of a PNG, GIF or JPEG of at most 1 024 points a side; undefined for anything else. */
export function imageOf(bytes: Buffer): string | undefined {
  const found = png(bytes) ?? gif(bytes) ?? jpeg(bytes);
  if (!found) return undefined;
  const [type, { width, height }] = found;
  return width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE ? type : undefined;
}

type Found = readonly [type: string, side: Side];

function png(bytes: Buffer): Found | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(PNG)) return undefined;
  return ['image/png', { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }];
}

function gif(bytes: Buffer): Found | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return ['image/gif', { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }];
}

/** The size of a JPEG stands in its first frame, behind segments that tell their length. */
function jpeg(bytes: Buffer): Found | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return ['image/jpeg', { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }];
  }
  return undefined;
}
