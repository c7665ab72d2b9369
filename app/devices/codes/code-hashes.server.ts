import { createHmac } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { networkKey } from '#lib/limits/caller-key.ts';
import { toCodeKey } from '#lib/token/readable-code.ts';

/** Of the letters of a code, however they were typed. Without the secret nobody can try all of them. */
export function hashOfUserCode({ secret }: Pick<Current, 'secret'>, typed: string): Buffer {
  return createHmac('sha256', secret)
    .update(`device code\n${toCodeKey(typed) ?? ''}`)
    .digest();
}

/** Of the network of who asks, for one code alone. */
export function hashOfNetwork({ secret, address = '' }: Pick<Current, 'secret' | 'address'>, code: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update(`device network\n${networkKey(address)}\n`)
    .update(code)
    .digest();
}
