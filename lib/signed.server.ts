import { createHmac, timingSafeEqual } from 'node:crypto';

/** `value` with a signature that only the holder of `secret` can make; URL-safe. `purpose` keeps uses apart. */
export function sign(value: string, purpose: string, secret: string): string {
  return `${Buffer.from(value).toString('base64url')}.${signature(value, purpose, secret)}`;
}

/** The value that was signed for this purpose, or undefined when it was not. */
export function readSigned(signed: string, purpose: string, secret: string): string | undefined {
  const [encoded = '', given = '', ...rest] = signed.split('.');
  if (rest.length > 0) return undefined;
  const value = Buffer.from(encoded, 'base64url').toString();
  return isSameText(given, signature(value, purpose, secret)) ? value : undefined;
}

/** Compares in a time that does not tell where two texts part. */
export function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function signature(value: string, purpose: string, secret: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${value}`).digest('base64url');
}
