import { createHash, randomBytes } from 'node:crypto';

const COUNTER_BITS = 12n;
let lastTime = 0n;
let counter = 0n;

/** Version 7 (RFC 9562): the time first, then a counter, so that the ids of one process only ever rise. */
export function uuidv7(now: number): string {
  const time = BigInt(now);
  if (time > lastTime) {
    lastTime = time;
    counter = BigInt(randomBytes(2).readUInt16BE()) & 0x7ffn;
  } else {
    counter += 1n;
    if (counter >> COUNTER_BITS) {
      lastTime += 1n;
      counter = 0n;
    }
  }
  return formatUuid(lastTime, counter);
}

/** The same for something of another time; those of one millisecond are in no order. */
export function pastUuidv7(time: number): string {
  return formatUuid(BigInt(time), BigInt(randomBytes(2).readUInt16BE()) & 0xfffn);
}

/** Version 5 (RFC 9562): the same for the same name in the same space, another UUID, on every machine. */
export function uuidv5(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(space).update(name).digest().subarray(0, 16);
  bytes[6] = (Number(bytes[6]) & 0x0f) | 0x50;
  bytes[8] = (Number(bytes[8]) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** As PostgreSQL writes one. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

function formatUuid(time: bigint, counter: bigint): string {
  const head = time.toString(16).padStart(12, '0');
  const rest = randomBytes(8);
  rest[0] = (Number(rest[0]) & 0x3f) | 0x80;
  const tail = rest.toString('hex');
  const middle = (0x7000n | counter).toString(16);
  return `${head.slice(0, 8)}-${head.slice(8)}-${middle}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
