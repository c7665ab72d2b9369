import * as z from 'zod/mini';

export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 60;

export const Passkey = z.object({
  /** The id of the credential, base64url: public, and the same wherever the passkey is used. */
  passkeyId: z.string(),
  name: z.string(),
  isSynced: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type Passkey = z.output<typeof Passkey>;

export const passkeyRowId = (passkeyId: string) => `passkey-${passkeyId}`;

export interface NewPasskey {
  readonly passkeyId: string;
  /** In the form of COSE (RFC 9052). */
  readonly publicKey: Uint8Array;
  /** How often it has signed; synced ones do not count and send 0. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly isSynced: boolean;
}

export interface PasskeyKey {
  readonly userId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

/** In UTF-16 units, before it is normalized: a long run of combining marks takes a second. */
const MAX_TYPED = 1024;

export function passkeyName(input: string): string | undefined {
  const name = input.slice(0, MAX_TYPED).normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  const isName =
    name !== '' && name.length <= MAX_PASSKEY_NAME && !/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(name);
  return isName ? name : undefined;
}
