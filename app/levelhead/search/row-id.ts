/**
 * The `_id` of a row as tools know it: 24 hexadecimal characters, of which the first eight are the second it was made in, as
 * in those that the first tools were written for. They are what a UUID of version 7 begins with (its millisecond, its
 * counter and 42 of its 62 random bits), so that their order is that of the UUIDs, and the row is found without a table. A
 * UUID of another kind is its own.
 */
export function toRowId(uuid: string): string {
  if (uuid.charAt(14) !== '7' || uuid >= END_OF_SECONDS) return uuid;
  const bits = BigInt(`0x${uuid.replaceAll('-', '')}`);
  const time = bits >> 80n;
  const counter = (bits >> 64n) & 0xfffn;
  const random = (bits & RANDOM_MASK) >> CUT_BITS;
  const id = ((time / 1000n) << 64n) | ((time % 1000n) << 54n) | (counter << 42n) | random;
  return id.toString(16).padStart(24, '0');
}

/** The least UUID with that `_id`. @param id 24 hexadecimal characters, or a UUID, which is its own */
export function toFirstUuid(id: string): string {
  return toUuid(id, 0n);
}

/** The greatest one. @param id as for `toFirstUuid` */
export function toLastUuid(id: string): string {
  return toUuid(id, (1n << CUT_BITS) - 1n);
}

/** Random bits of a UUID that do not stand in the `_id`. */
const CUT_BITS = 20n;
/** 32 bits of them, in the year 2106. */
const END_OF_SECONDS = '03e80000';
const RANDOM_MASK = (1n << 62n) - 1n;
const VERSION_AND_VARIANT = (0x7n << 76n) | (0x2n << 62n);

function toUuid(id: string, cut: bigint): string {
  if (id.length !== 24) return id;
  const bits = BigInt(`0x${id}`);
  // Of an `_id` from elsewhere the milliseconds may be more than a second has.
  const time = (bits >> 64n) * 1000n + ((bits >> 54n) & 0x3ffn);
  const counter = (bits >> 42n) & 0xfffn;
  const random = ((bits & ((1n << 42n) - 1n)) << CUT_BITS) | cut;
  const all = (time << 80n) | (counter << 64n) | VERSION_AND_VARIANT | random;
  const text = all.toString(16).padStart(32, '0');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}
