import { randomInt } from 'node:crypto';

import { toSkeleton } from '#app/aliases/rules/skeletons.server.ts';

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
