import { createHash, createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';

import type { Current } from '#app/current/current.server.ts';
import { isSameText } from '#lib/signed.server.ts';

const PREFIX = 'bounce+';
/** Characters: with the prefix they stay below the 64 of a local part. */
const [HASH, DAY, SIGNATURE] = [32, 4, 12];
const DAY_MS = 86_400_000;

/** The same for each spelling of an address. It tells the address to nobody who does not guess it. */
export function hashAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const key = `${address.slice(0, at).toLowerCase()}@${domainToASCII(address.slice(at + 1))}`;
  return createHash('sha256').update(`email ${key}`).digest('hex').slice(0, HASH);
}

type Keys = Pick<Current, 'config' | 'secret'>;

export interface SentMail {
  /** Of its receiver. */
  readonly addressHash: string;
  /** Of which it is, in UTC: `2026-11-02`. */
  readonly day: string;
}

/** Where reports about a mail go: it says to whom and when, so that nobody else can have an address suppressed. */
export function writeReturnPath({ config, secret, now }: Keys & Pick<Current, 'now'>, to: string): string | undefined {
  if (config.INBOUND_DOMAIN === undefined) return undefined;
  const day = Math.floor(now().getTime() / DAY_MS).toString(16);
  const about = `${hashAddress(to)}${day.padStart(DAY, '0')}`;
  return `${PREFIX}${about}${computeSignature(about, secret)}@${config.INBOUND_DOMAIN}`;
}

/** @returns what it is about; undefined for what is none of ours */
export function readReturnPath({ config, secret }: Keys, address: string): SentMail | undefined {
  const [, local = '', domain] = /^(.*)@([^@]*)$/.exec(address.toLowerCase()) ?? [];
  if (domain !== config.INBOUND_DOMAIN?.toLowerCase() || !local.startsWith(PREFIX)) return undefined;
  const about = local.slice(PREFIX.length, PREFIX.length + HASH + DAY);
  if (!isSameText(local.slice(PREFIX.length + about.length), computeSignature(about, secret))) return undefined;
  const addressHash = about.slice(0, HASH);
  return { addressHash, day: toDay(new Date(Number.parseInt(about.slice(HASH), 16) * DAY_MS)) };
}

/** In UTC. */
export function toDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function computeSignature(about: string, secret: string): string {
  return createHmac('sha256', secret).update(`return path\n${about}`).digest('hex').slice(0, SIGNATURE);
}
