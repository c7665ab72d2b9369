import * as z from 'zod/mini';

export const MAX_EMAILS = 10;

/** One bare address: no second receiver and no new header line fits in, whatever strangers write. */
const ADDRESS = /^[^\p{C}\p{Z}@,;:<>()[\]\\"]{1,64}@[^\p{C}\p{Z}@,;:<>()[\]\\"]{1,190}$/u;
/** A host as it may be written: a URL would drop what follows `#`, `/` or `?`, and decode what follows `%`. */
const WRITTEN_HOST = /^[\p{L}\p{M}\p{Nd}.-]+$/u;
/** As the network spells it. The last label begins with a letter: numbers would be one of its addresses. */
const HOST = /^(?=.{1,190}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** An address as its owner writes it, without space around it. */
export const EmailAddress = z.pipe(
  z.string(),
  z.transform((value: string, context) => {
    const address = value.trim().normalize('NFC');
    if (emailKey(address) !== undefined) return address;
    context.issues.push({ code: 'custom', message: 'an e-mail address', input: value });
    return z.NEVER;
  }),
);

/**
 * What makes two spellings one address: small letters, and the host as the network spells it. Whatever has a key is
 * mailed to that very host, so a spelling that programs may read in two ways has none: full-width letters, for one.
 * @returns undefined for what is no address
 */
export function emailKey(address: string): string | undefined {
  if (address.length > 254 || !ADDRESS.test(address)) return undefined;
  const at = address.lastIndexOf('@');
  const [local, host] = [address.slice(0, at), hostOf(address.slice(at + 1))];
  return host === undefined || !isPlain(local) ? undefined : `${local.toLowerCase()}@${host}`;
}

/** What counts as one mailbox: many hosts put whatever stands behind a plus into the same. */
export function mailboxKey(address: string): string | undefined {
  return emailKey(address)?.replace(/\+.*(?=@)/, '');
}

function isPlain(written: string): boolean {
  return written.normalize('NFKC') === written;
}

function hostOf(written: string): string | undefined {
  if (!WRITTEN_HOST.test(written) || !isPlain(written)) return undefined;
  const url = `http://${written}/`;
  const host = URL.canParse(url) ? new URL(url).host : '';
  return HOST.test(host) ? host : undefined;
}

/** Enough of an address for its owner to know it, and not enough for anyone else to write to it. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = '', ...rest] = address.slice(0, at);
  return `${first}${rest.length > 1 ? '•••' : '•'}${rest.length > 2 ? rest.at(-1) : ''}${address.slice(at)}`;
}

/** An address of an account, as its owner sees it. */
export interface AccountEmail {
  readonly address: string;
  readonly key: string;
  readonly isVerified: boolean;
  readonly isPrimary: boolean;
  readonly addedAt: Date;
}
