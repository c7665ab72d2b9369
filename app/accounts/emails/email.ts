export const MAX_EMAILS = 10;

/** One bare address: no second recipient and no new header line fits in. */
const ADDRESS = /^[^\p{C}\p{Z}@,;:<>()[\]\\"]{1,64}@[^\p{C}\p{Z}@,;:<>()[\]\\"]{1,190}$/u;
/** A host as it may be typed: a URL would drop what follows `#`, `/` or `?`, and decode what follows `%`. */
const HOST_INPUT = /^[\p{L}\p{M}\p{Nd}.-]+$/u;
/** The ASCII form. The last label begins with a letter, because a number may be an IP address. */
const HOST = /^(?=.{1,190}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Mail goes to exactly this host, so a spelling with two readings has no key, such as full-width letters. */
export function emailKey(address: string): string | undefined {
  if (address.length > 254 || !ADDRESS.test(address)) return undefined;
  const at = address.lastIndexOf('@');
  const [local, host] = [address.slice(0, at), parseHost(address.slice(at + 1))];
  return host === undefined || !isPlain(local) ? undefined : `${local.toLowerCase()}@${host}`;
}

/** For limits: the same for addresses that may be one mailbox, which two people may share, so it identifies nobody. */
export function mailboxKey(address: string): string | undefined {
  const key = emailKey(address);
  if (key === undefined) return undefined;
  const [local = '', host = ''] = key.split('@');
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${host === 'googlemail.com' ? 'gmail.com' : host}`;
}

function isPlain(input: string): boolean {
  return input.normalize('NFKC') === input;
}

function parseHost(input: string): string | undefined {
  if (!HOST_INPUT.test(input) || !isPlain(input)) return undefined;
  const url = `http://${input}/`;
  const host = URL.canParse(url) ? new URL(url).host : '';
  return HOST.test(host) ? host : undefined;
}

/** Enough of an address for its owner to recognize it, and not enough for anyone else to write to it. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = '', ...rest] = address.slice(0, at);
  return `${first}${rest.length > 1 ? '•••' : '•'}${rest.length > 2 ? rest.at(-1) : ''}${address.slice(at)}`;
}

export interface AccountEmail {
  readonly address: string;
  readonly key: string;
  readonly isVerified: boolean;
  readonly isPrimary: boolean;
  readonly addedAt: Date;
}

export const emailRowId = (key: string) => `email-${key}`;
export const emailCodeId = (key: string) => `email-code-${key}`;
