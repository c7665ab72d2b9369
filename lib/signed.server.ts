import { createHmac, timingSafeEqual } from 'node:crypto';

/** A URL-safe signature by `secret`; `purpose` keeps uses apart. */
export function sign(value: string, purpose: string, secret: string): string {
  return `${Buffer.from(value).toString('base64url')}.${signature(value, purpose, secret)}`;
}

/** undefined when it was not signed for this purpose. */
export function readSigned(signed: string, purpose: string, secret: string): string | undefined {
  const [encoded = '', given = '', ...rest] = signed.split('.');
  if (rest.length > 0) return undefined;
  const value = Buffer.from(encoded, 'base64url').toString();
  return isSameText(given, signature(value, purpose, secret)) ? value : undefined;
}

/** In constant time. */
export function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function signature(value: string, purpose: string, secret: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${value}`).digest('base64url');
}
