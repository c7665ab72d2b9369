import * as z from 'zod/mini';

/** More than this nobody can tell apart. */
export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 60;

/** A passkey, as its owner sees it. */
export const Passkey = z.object({
  /** The id of the credential, base64url: public, and the same wherever the passkey is used. */
  passkeyId: z.string(),
  name: z.string(),
  /** Whether it is kept in more than one place, such as by a password manager. */
  isSynced: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type Passkey = z.output<typeof Passkey>;

/** A passkey that a browser has just made and that was verified. */
export interface NewPasskey {
  readonly passkeyId: string;
  /** In the form of COSE (RFC 9052). */
  readonly publicKey: Uint8Array;
  /** How often it has signed, as it says itself; those that are synced do not count and say 0. */
  readonly counter: number;
  /** How a browser reaches it, such as `internal` or `usb`. */
  readonly transports: readonly string[];
  readonly name: string;
  readonly isSynced: boolean;
}

/** What a signature is held against. */
export interface PasskeyKey {
  readonly userId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

/** A name as it is kept, or undefined for what cannot be one. */
export function passkeyName(written: string): string | undefined {
  const name = written.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  const isName =
    name !== '' && name.length <= MAX_PASSKEY_NAME && !/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(name);
  return isName ? name : undefined;
}
