/** A GIF (version 89a) without what is not shown: comments, other programs' data, and what stands behind its end. */
interface CleanGif {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Of all frames: an optimised one holds only what changes. */
  readonly pixels: number;
  readonly frames: number;
}

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** How often it starts anew, by the names of two browsers that are no more. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
const HEADER_BYTES = 13;
const DESCRIPTOR_BYTES = 10;

/**
 * Nothing is decoded, so that it costs a walk over the bytes, whatever the frames and their canvas.
 * @returns undefined without a whole frame; one that is cut off is left out
 */
export function cleanGif(source: Uint8Array): CleanGif | undefined {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  let at = HEADER_BYTES + colorBytes(bytes[10]);
  const parts = [bytes.subarray(0, at)];
  let control: Buffer | undefined;
  let pixels = 0;
  let frames = 0;
  while (at < bytes.length) {
    if (bytes[at] === EXTENSION) {
      const end = endOfBlocks(bytes, at + 2);
      if (end === undefined) break;
      if (bytes[at + 1] === GRAPHIC_CONTROL && end === at + 8) control = bytes.subarray(at, end);
      else if (isLoop(bytes, at) && end === at + 19) parts.push(bytes.subarray(at, end));
      at = end;
    } else if (bytes[at] === IMAGE && at + DESCRIPTOR_BYTES < bytes.length) {
      const end = endOfBlocks(bytes, at + DESCRIPTOR_BYTES + colorBytes(bytes[at + 9]) + 1);
      if (end === undefined) break;
      parts.push(...(control === undefined ? [] : [control]), bytes.subarray(at, end));
      control = undefined;
      pixels += bytes.readUInt16LE(at + 5) * bytes.readUInt16LE(at + 7);
      frames += 1;
      at = end;
    } else break;
  }
  return frames === 0 ? undefined : { bytes: Buffer.concat([...parts, Buffer.of(TRAILER)]), pixels, frames };
}

function colorBytes(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function isLoop(bytes: Buffer, at: number): boolean {
  return bytes[at + 1] === APPLICATION && LOOPS.has(bytes.toString('latin1', at + 3, at + 14));
}

/** Each block begins with its length; an empty one ends them. */
function endOfBlocks(bytes: Buffer, start: number): number | undefined {
  let at = start;
  for (let length = bytes[at]; length !== undefined; length = bytes[at]) {
    at += 1 + length;
    if (length === 0) return at;
  }
  return undefined;
}
