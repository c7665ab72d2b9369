import { palette } from '#content/art/palette.ts';

import { DEFAULT_AVATAR } from '../player.ts';
import { firstCreatures } from './creatures.ts';
import type { Creature } from './creatures.ts';
import { Dice, hashText } from './dice.ts';
import { EYE_KINDS, MOUTH_KINDS, drawEyes, drawMouth } from './faces.ts';
import type { Eyes, Mouth } from './faces.ts';
import { GEAR_KINDS, drawGear } from './gear.ts';
import type { Gear } from './gear.ts';
import { moreCreatures } from './more-creatures.ts';
import { Pen, dot, mix, stroke } from './pen.ts';

const CREATURES = { ...firstCreatures, ...moreCreatures };
type CreatureKind = keyof typeof CREATURES;
const KINDS = Object.keys(CREATURES) as [CreatureKind, ...CreatureKind[]];

/** 128 by 128. Any text is an id: an unknown one is always the same of a bounded number of creatures, by its words. */
export function avatarSvg(avatarId: string): string {
  const { kind, colours, eyes, mouth, gear, ground } = pickRecipe(avatarId);
  const { main, accent, back } = PALETTES[colours % PALETTES.length] ?? PALETTES[0];
  const creature: Creature = CREATURES[kind];
  const pen = new Pen();
  const mark = creature.glows ? mix(accent, '#ffffff', 0.35) : palette.ink;
  const face = { mark, white: creature.glows ? mark : '#ffffff', lid: main };
  const drawn = [
    creature.draw(pen, { main, accent }),
    creature.eyes && drawEyes(eyes, creature.eyes, face),
    creature.mouth && drawMouth(mouth, creature.mouth, kind === 'robot' ? palette.ink : mark),
    drawGear(pen, gear, creature, accent),
  ];
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128" stroke-linecap="round" stroke-linejoin="round">' +
    '<clipPath id="tile"><rect width="128" height="128" rx="26"/></clipPath><g clip-path="url(#tile)">' +
    `<path fill="${back}" d="M0 0h128v128H0z"/>${GROUNDS[ground](back)}${shrunk(drawn.join(''))}</g></svg>`
  );
}

interface AvatarRecipe {
  kind: CreatureKind;
  colours: number;
  eyes: Eyes;
  mouth: Mouth;
  gear: Gear;
  ground: Ground;
}

/** Those by hand, then those by rule: so many creatures of each kind, by the place of their name. */
export function pickRecipe(avatarId: string): AvatarRecipe {
  const drawn = BY_HAND[avatarId];
  if (drawn !== undefined) return drawn;
  const named = NAMED.get(avatarId);
  if (named !== undefined) return recipeByRule(named.kind, named.at);
  const kind =
    KINDS.find((one) => HINTS[one].test(avatarId)) ??
    KINDS[hashText(avatarId.split('-', 1)[0] ?? '') % KINDS.length] ??
    'robot';
  return recipeByRule(kind, 100 + (hashText(`${avatarId}.`) % STRANGERS));
}

/** Of each kind, for ids that the catalogue does not have; pictures are kept, so there is an end to them. */
const STRANGERS = 12;

function recipeByRule(kind: CreatureKind, at: number): AvatarRecipe {
  const dice = new Dice(`${kind} ${at}`);
  return {
    kind,
    colours: (KINDS.indexOf(kind) * 5 + at * 3) % PALETTES.length,
    eyes: dice.pick(EYE_KINDS),
    mouth: dice.pick(MOUTH_KINDS),
    gear: dice.pick(GEAR_KINDS),
    ground: dice.pick(GROUND_KINDS),
  };
}

const { grape, coral, tangerine, sun, mint, lagoon, gum, cloud } = palette;

const PALETTES = [
  { back: sun, main: lagoon, accent: coral },
  { back: lagoon, main: tangerine, accent: sun },
  { back: grape, main: mint, accent: gum },
  { back: coral, main: '#fff1d0', accent: lagoon },
  { back: mint, main: gum, accent: grape },
  { back: '#4a3791', main: '#b79cff', accent: sun },
  { back: gum, main: '#8be3f0', accent: coral },
  { back: tangerine, main: grape, accent: mint },
  { back: '#bfe9ff', main: coral, accent: sun },
  { back: '#33246e', main: '#8bf2c0', accent: gum },
  { back: '#ffe3a1', main: '#7b8cff', accent: tangerine },
] as const;

const GROUNDS = {
  rays: (back) =>
    `<circle cx="64" cy="84" r="55" fill="none" stroke="${mix(back, cloud, 0.3)}" stroke-width="110" stroke-dasharray="17.28" stroke-linecap="butt"/>`,
  halftone: (back) =>
    [0, 1, 2, 3, 4, 5, 6, 7]
      .flatMap((row) => [0, 1, 2, 3, 4, 5, 6, 7].map((column) => [row, column] as const))
      .map(([row, column]) =>
        dot(
          column * 17 + (row % 2) * 8.5 + 2,
          row * 17 + 4,
          1.4 + (row + 7 - column) * 0.28,
          mix(back, palette.ink, 0.16),
        ),
      )
      .join(''),
  moon: (back) => dot(64, 66, 52, mix(back, cloud, 0.34)),
  stripes: (back) =>
    stroke(
      'M-20 40 60-40M-20 84 104-40M-20 128 148-40M0 152 168-16M44 152 168 28M88 152 168 72',
      15,
      mix(back, cloud, 0.24),
    ),
  stars: (back) =>
    (
      [
        [18, 22],
        [104, 18],
        [112, 62],
        [14, 66],
        [30, 108],
        [100, 104],
        [64, 12],
      ] as const
    )
      .map(
        ([x, y], at) =>
          `<path d="M${x} ${y - 8}q1 7 8 8-7 1-8 8-1-7-8-8 7-1 8-8" fill="${mix(back, at % 2 === 0 ? '#ffffff' : palette.ink, 0.4)}"/>`,
      )
      .join(''),
  hills: (back) =>
    `<path d="M0 88q34-26 62-6 30-26 66-4v50H0z" fill="${mix(back, palette.ink, 0.18)}"/><path d="M0 108q40-18 70-4 30-14 58-2v26H0z" fill="${mix(back, palette.ink, 0.32)}"/>`,
} as const satisfies Record<string, (back: string) => string>;
type Ground = keyof typeof GROUNDS;
const GROUND_KINDS = Object.keys(GROUNDS) as [Ground, ...Ground[]];

const BY_HAND: Record<string, AvatarRecipe> = Object.assign(Object.create(null), {
  [DEFAULT_AVATAR]: { kind: 'robot', colours: 3, eyes: 'wide', mouth: 'smile', gear: 'tie', ground: 'rays' },
  'spookstone-screamer': { kind: 'ghost', colours: 9, eyes: 'wide', mouth: 'scream', gear: 'none', ground: 'moon' },
  'shade-rune': { kind: 'rune', colours: 5, eyes: 'angry', mouth: 'flat', gear: 'none', ground: 'stars' },
  'parcel-of-joy': { kind: 'parcel', colours: 1, eyes: 'happy', mouth: 'smile', gear: 'none', ground: 'rays' },
  'night-clerk': { kind: 'robot', colours: 9, eyes: 'sleepy', mouth: 'flat', gear: 'bow', ground: 'stars' },
  'lord-bog': { kind: 'frog', colours: 2, eyes: 'sleepy', mouth: 'smile', gear: 'crown', ground: 'hills' },
  'static-hour': { kind: 'television', colours: 0, eyes: 'crossed', mouth: 'wobble', gear: 'none', ground: 'halftone' },
  'good-boy-17': { kind: 'cat', colours: 3, eyes: 'dots', mouth: 'tongue', gear: 'none', ground: 'moon' },
} satisfies Record<string, AvatarRecipe>);

const NAMES: Record<CreatureKind, string> = {
  robot: 'bolt-botherer tin-poet rusty-regular spare-unit',
  ghost: 'sheet-happens polite-haunt attic-tenant',
  rune: 'mumbling-menhir standing-order pebble-oracle',
  blob: 'second-dessert lab-accident warm-jelly',
  bird: 'early-worm beak-week crooked-crow',
  cactus: 'free-hugs desert-landlord needle-felt',
  mushroom: 'cap-and-down spore-loser damp-baron',
  crab: 'sideways-sam pinch-hitter tidal-tyrant',
  moth: 'lamp-enthusiast sweater-critic dusty-duchess',
  skull: 'bone-appetit late-uncle no-body',
  fish: 'gill-power puddle-admiral bubble-bandit',
  cloud: 'mild-drizzle dice-of-bolt grumble-cumulus',
  saucer: 'crop-artist lost-tourist beam-me-lunch',
  parcel: 'return-to-sender fragile-ego this-side-up',
  dragon: 'small-inferno hoard-manager smoke-break',
  flower: 'petal-to-metal sunday-bloom pollen-boss',
  cat: 'nine-to-five keyboard-warmer alley-senator',
  octopus: 'eight-excuses ink-intern tentacle-tutor',
  snail: 'express-delivery mobile-homeowner slow-burn',
  eyeball: 'blink-twice night-watcher see-you',
  bat: 'upside-down cave-choir echo-chamber',
  frog: 'lily-landlord croak-monsieur puddle-prince',
  egg: 'not-yet hard-boiled shell-game',
  television: 'late-show remote-dice rerun-rita',
  flame: 'hot-take campfire-karl slow-toast',
  planet: 'ring-leader moon-tax orbit-otto',
};

const NAMED = new Map(
  KINDS.flatMap((kind) => NAMES[kind].split(' ').map((avatarId, at) => [avatarId, { kind, at }] as const)),
);

export const AVATARS: readonly string[] = [...Object.keys(BY_HAND), ...NAMED.keys()];

const HINTS: Record<CreatureKind, RegExp> = {
  robot: /bot|employee|bureau|gr-?18|mech|drone|android/i,
  ghost: /ghost|spook|scream|haunt|spirit|phantom|boo/i,
  rune: /rune|stone|rock|totem|golem|statue/i,
  blob: /blob|slime|goo|ooze|jelly|jibber/i,
  bird: /bird|crow|owl|duck|hawk|chick|penguin/i,
  cactus: /cact|needle|thorn|spike/i,
  mushroom: /shroom|fung|spore|toad|scrub/i,
  crab: /crab|lobster|claw|shrimp/i,
  moth: /moth|butterfly|bug|beetle|bee|fly/i,
  skull: /skull|skel|bone|dead/i,
  fish: /fish|shark|whale|gill|flip/i,
  cloud: /cloud|storm|thunder|rain|weather/i,
  saucer: /ufo|alien|saucer|martian/i,
  parcel: /parcel|box|package|crate/i,
  dragon: /drag|dino|liz|rex/i,
  flower: /flower|petal|plant|bloom|rose/i,
  cat: /cat|rat|kitt|tiger|lion|fox|dog/i,
  octopus: /octo|squid|tentac|kraken/i,
  snail: /snail|slug|shell|worm/i,
  eyeball: /eye|watch|look|ocula/i,
  bat: /bat|vamp|shade|night/i,
  frog: /frog|newt|swamp/i,
  egg: /egg|hatch/i,
  television: /tv|screen|tele|camera/i,
  flame: /flame|fire|lava|ember|blaze/i,
  planet: /planet|moon|star|orbit|cosm/i,
};

function shrunk(drawn: string): string {
  return `<g transform="translate(8.3 15.5) scale(.87)">${drawn}</g>`;
}
