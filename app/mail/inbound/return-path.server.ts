import { createHash, createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';

import type { Current } from '#app/current/current.server.ts';
import { isSameText } from '#lib/signed.server.ts';

const PREFIX = 'bounce+';
/** Characters: with the prefix they stay below the 64 of a local part. */
const [HASH, SIGNATURE] = [32, 16];

/** The same for each spelling of an address. It tells the address to nobody who does not guess it. */
export function addressHashOf(address: string): string {
  const at = address.lastIndexOf('@');
  const key = `${address.slice(0, at).toLowerCase()}@${domainToASCII(address.slice(at + 1))}`;
  return createHash('sha256').update(`email ${key}`).digest('hex').slice(0, HASH);
}

type Keys = Pick<Current, 'config' | 'secret'>;

/** Where reports about mails to an address go: it says which one, so that nobody else can have it suppressed. */
export function returnPathOf({ config, secret }: Keys, to: string): string | undefined {
  if (config.INBOUND_DOMAIN === undefined) return undefined;
  const hash = addressHashOf(to);
  return `${PREFIX}${hash}${signatureOf(hash, secret)}@${config.INBOUND_DOMAIN}`;
}

/** @returns the hash of the address that it is about; undefined for what is none of ours */
export function readReturnPath({ config, secret }: Keys, address: string): string | undefined {
  const [, local = '', domain] = /^(.*)@([^@]*)$/.exec(address.toLowerCase()) ?? [];
  if (domain !== config.INBOUND_DOMAIN?.toLowerCase() || !local.startsWith(PREFIX)) return undefined;
  const hash = local.slice(PREFIX.length, PREFIX.length + HASH);
  return isSameText(local.slice(PREFIX.length + HASH), signatureOf(hash, secret)) ? hash : undefined;
}

function signatureOf(hash: string, secret: string): string {
  return createHmac('sha256', secret).update(`return path\n${hash}`).digest('hex').slice(0, SIGNATURE);
}
