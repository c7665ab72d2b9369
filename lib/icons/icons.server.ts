import sharp from 'sharp';

const POINTS_PER_INCH = 72;

/** For square drawings of our own. @param size in pixels */
export async function pngIcon(svg: Uint8Array, size: number): Promise<Buffer<ArrayBuffer>> {
  const { width } = await sharp(svg).metadata();
  const density = Math.max(1, (POINTS_PER_INCH * size) / width);
  return sharp(svg, { density }).resize(size, size).png({ compressionLevel: 9 }).toBuffer();
}

/** Centres the drawing on one colour, so that masks and rounded corners cut off nothing of it. */
export function onBackground(svg: Uint8Array, colour: string, share: number): Buffer {
  const side = 100;
  const size = side * share;
  const at = (side - size) / 2;
  const inner = Buffer.from(svg)
    .toString()
    .replace('<svg ', `<svg x="${at}" y="${at}" width="${size}" height="${size}" `);
  const ground = `<rect width="${side}" height="${side}" fill="${colour}"/>`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${ground}${inner}</svg>`);
}

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

/** A Windows icon with a PNG for each size. @param sizes below 256 */
export async function icoIcon(svg: Uint8Array, sizes: readonly number[]): Promise<Buffer<ArrayBuffer>> {
  const images = await Promise.all(sizes.map((size) => pngIcon(svg, size)));
  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * sizes.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(sizes.length, 4);
  let offset = header.length;
  for (const [at, size] of sizes.entries()) {
    const length = images[at]?.length ?? 0;
    const entry = HEADER_BYTES + ENTRY_BYTES * at;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += length;
  }
  return Buffer.concat([header, ...images]);
}
