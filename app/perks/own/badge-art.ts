import gift from '#content/art/account-perks.svg';
import bug from '#content/art/badge-bug.svg';
import crown from '#content/art/badge-crown.svg';
import duck from '#content/art/badge-duck.svg';
import heart from '#content/art/badge-heart.svg';
import rocket from '#content/art/badge-rocket.svg';
import star from '#content/art/badge-star.svg';

import type { BadgeName } from '../perk.ts';

const ART: Record<BadgeName, string> = { bug, crown, duck, heart, rocket, star };

/** The drawing of a badge, or of any other perk. */
export function badgeArt(badge: BadgeName | null): string {
  return badge === null ? gift : ART[badge];
}
