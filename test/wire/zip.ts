import { crc32, inflateRawSync } from 'node:zlib';

import { expect } from 'vitest';

/** The files of an archive by name, each unpacked and held against its checksum. */
export function unpack(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.toString('latin1', at, at + 4)).toBe('PK\u0001\u0002');
    const [method, sum, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)];
    const lengths = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString('utf8', at + 46, at + 46 + (lengths[0] ?? 0));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + packed);
    const body = method === 0 ? bytes : inflateRawSync(bytes);
    expect(crc32(body), name).toBe(sum);
    files.set(name, body);
    at += 46 + lengths.reduce((sum, length) => sum + length, 0);
  }
  return files;
}
