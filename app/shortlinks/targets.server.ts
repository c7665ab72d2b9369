import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';

import { isMixed } from '#app/aliases/rules/scripts.ts';
import { toSkeleton } from '#app/aliases/rules/skeletons.server.ts';
import type { Config } from '#app/current/config/config.server.ts';
import { ownOrigins } from '#app/current/stage.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { targetLooksAlike, targetLoops, targetNotAllowed } from './problems.ts';
import { MAX_TARGET, UTM_FIELDS } from './shortlink.ts';
import type { Utm } from './shortlink.ts';

type Own = Pick<Config, 'publicUrl' | 'mainUrl'>;

/** Printable ASCII and letters of other scripts: what URL parsers drop, or take for another sign, is in none. */
const PLAIN = /^https?:\/\/[^\s\\\p{C}]+$/iu;

/**
 * An address to which a shortlink may lead, as browsers write it: a name of the internet or a page of ours, and of these no
 * shortlink. @returns why not, for any other
 */
export function readTarget(typed: string, own: Own): URL | ProblemKind {
  const text = typed.trim();
  const url = text.length <= MAX_TARGET && PLAIN.test(text) ? URL.parse(text) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.href.length > MAX_TARGET)
    return targetNotAllowed;
  if (isOwn(url, own)) return isShortlink(url) ? targetLoops : url;
  const host = url.hostname;
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0 || !/^[^.]+(?:\.[^.]+)+$/.test(host)) return targetNotAllowed;
  return looksAlike(host) ? targetLooksAlike : url;
}

function isOwn(url: URL, own: Own): boolean {
  // Whatever its port and scheme, which a proxy may change.
  return isOwnPage(url, own) || [own.publicUrl, own.mainUrl].some((one) => new URL(one).hostname === url.hostname);
}

/** Of this site or the main one, and of nothing else that listens on the same machine. */
export function isOwnPage({ origin }: URL, { publicUrl, mainUrl }: Own): boolean {
  return [...ownOrigins(publicUrl), ...ownOrigins(mainUrl)].includes(origin);
}

function isShortlink({ pathname }: URL): boolean {
  const path = decodePath(pathname).replaceAll(/\/+/g, '/').toLowerCase();
  return /^(?:\/[a-z]{2}-[a-z]{2})?\/go(?:\/|$)/.test(path);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A part of a name that mixes scripts, or whose letters of another script all look like ours. */
function looksAlike(host: string): boolean {
  if (!host.includes('xn--')) return false;
  const readable = domainToUnicode(host);
  if (readable === '') return true;
  return readable.split('.').some((label) => {
    if (/^[\x20-\x7e]*$/.test(label)) return false;
    return label.startsWith('xn--') || isMixed(label) || /^[\x20-\x7e]*$/.test(toSkeleton(label));
  });
}

/** With the campaign in its query, in the place of what it says of one itself. */
export function withUtm(url: URL, utm: Utm): string {
  const marked = new URL(url);
  for (const field of UTM_FIELDS) {
    const value = utm[field];
    if (value !== undefined && value !== '') marked.searchParams.set(`utm_${field}`, value);
  }
  return marked.href;
}

/** Nothing that is taken for another, and no vowels, so that no word comes of it. */
const LETTERS = '23456789bcdfghjkmnpqrstvwxz';
const MADE_LENGTH = 7;

/** Of about 10^10, which nobody guesses within the limits of the site. */
export function makeSlug(): string {
  return Array.from({ length: MADE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** The same for all slugs that look alike. */
export function slugSkeleton(slug: string): string {
  return toSkeleton(slug.replaceAll(/-+/g, '-')).toLowerCase();
}

const RESERVED = new Set(
  [
    'account admin administrator alerts api app apps assets confirm confirmation connect contact editor fonts go help',
    'healthz legal linkout login logout mailbox media metrics moderator new notifications official password privacy',
    'readyz recover redeem reset rumpus security sign-in sign-up signin signup staff sso super support system terms',
    'terms-rce undefined null unlicensed verify www',
  ]
    .flatMap((line) => line.split(' '))
    .map(slugSkeleton),
);

/** Whether people would take it for a page of ours that asks who they are. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.has(slugSkeleton(slug));
}
