/** Powers of 2 in the field of 256 elements that QR codes count in. */
const POWERS = new Uint8Array(255);
const LOGARITHMS = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  POWERS[exponent] = value;
  LOGARITHMS[value] = exponent;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

export function multiply(one: number, other: number): number {
  if (one === 0 || other === 0) return 0;
  return POWERS[((LOGARITHMS[one] ?? 0) + (LOGARITHMS[other] ?? 0)) % 255] ?? 0;
}

export function powerOfTwo(exponent: number): number {
  return POWERS[exponent % 255] ?? 0;
}

/** What lets a reader mend a block that it reads wrongly in up to half as many places: the remainder of its division. */
export function correctionOf(block: readonly number[], length: number): number[] {
  const divisor = divisorOf(length);
  const rest = [...block, ...Array<number>(length).fill(0)];
  for (let at = 0; at < block.length; at += 1) {
    const factor = rest[at] ?? 0;
    for (const [place, coefficient] of divisor.entries()) {
      rest[at + place] = (rest[at + place] ?? 0) ^ multiply(coefficient, factor);
    }
  }
  return rest.slice(block.length);
}

/** (x - 2⁰)(x - 2¹)…, the highest coefficient first. */
function divisorOf(length: number): number[] {
  let divisor = [1];
  for (let root = 0; root < length; root += 1) {
    divisor = [...divisor, 0].map((one, at) => one ^ multiply(divisor[at - 1] ?? 0, powerOfTwo(root)));
  }
  return divisor;
}
