/** The studio's games in the order in which the site lists them. The box art of each is the snippet `box-{slug}`. */
export const games: readonly Game[] = [
  {
    name: 'Crashlands 2',
    slug: 'crashlands-2',
    tagline: 'You came back for a holiday. The planet had other plans.',
    description:
      'Land badly, make friends, feed them, and hit what is left with a wrench. Every plant has an opinion, ' +
      'every beast has dinner plans, and your house gets bigger each time somebody likes you.',
    releaseDate: '2025-04-10',
    stores: [steam('1401730', 'Crashlands_2'), googlePlay('com.bscotch.crashlands2')],
    operatingSystems: ['windows', 'android', 'ios'],
    community: { reddit: 'crashlands' },
    feedbag: { alwaysAlert: true },
    minUsertype: 'public',
    hasPatchnotes: true,
  },
  {
    name: 'How Many Dudes?',
    slug: 'how-many-dudes',
    tagline: 'One duck. The size of a horse. Do the maths.',
    description:
      'Every playground argument, settled at last: collect dudes, pile them up, and let them run at something ' +
      'unreasonable. You choose who goes in. What comes out is science.',
    unpublished: true,
    stores: [steam('3934270', 'How_Many_Dudes')],
    operatingSystems: ['windows'],
    feedbag: { alwaysAlert: true },
    minUsertype: 'public',
    hasPatchnotes: false,
  },
  {
    name: 'Crashlands',
    slug: 'crashlands',
    tagline: 'Late parcels, hostile shrubs, one very patient crate.',
    description:
      'Your ship is in pieces and the parcels still have to be delivered. Build a base out of whatever the planet ' +
      'grows, hatch something with teeth, and never once think about how much you can carry.',
    releaseDate: '2016-01-21',
    stores: [steam('391730', 'Crashlands'), appStore('808296431', 'crashlands'), googlePlay('com.bscotch.crashlands')],
    operatingSystems: ['windows', 'android', 'ios'],
    community: { reddit: 'crashlands' },
    minUsertype: 'public',
    hasPatchnotes: true,
  },
  {
    name: 'Levelhead',
    slug: 'levelhead',
    tagline: 'Teach a robot to deliver. Then make it suffer.',
    description:
      'A platformer that hands you the hammer: build a level, hide something cruel in it, and send it out for ' +
      'strangers to love or curse. The robot believes in you either way.',
    releaseDate: '2020-04-30',
    stores: [
      steam('792710', 'Levelhead'),
      { slug: 'epic', url: 'https://www.epicgames.com/store/en-US/p/levelhead' },
      googlePlay('com.bscotch.levelhead'),
    ],
    operatingSystems: ['windows', 'android', 'ios', 'switch', 'xbox'],
    minUsertype: 'public',
    hasPatchnotes: true,
  },
  {
    name: 'Quadropus Rampage',
    slug: 'quadropus-rampage',
    tagline: 'Half the arms, twice the grudge.',
    description:
      'The sea has a landlord, and he is unpleasant. Fight down through his floors with a trident, a guitar or ' +
      'whatever else fell overboard, lose everything, and go again a little stronger.',
    releaseDate: '2013',
    stores: [googlePlay('com.bscotch.quadropus')],
    operatingSystems: ['android', 'ios'],
    minUsertype: 'public',
    hasPatchnotes: false,
  },
  {
    name: 'Flop Rocket',
    slug: 'flop-rocket',
    tagline: 'Space is up. Probably.',
    description:
      'A launch pad at the bottom of a cave was the cheapest one. Nurse a wobbling rocket past rocks, worms and ' +
      'things that are nearly ducks, and spend the coins on a slightly better disaster.',
    releaseDate: '2015',
    stores: [googlePlay('com.bscotch.floprocket')],
    operatingSystems: ['android', 'ios'],
    minUsertype: 'public',
    hasPatchnotes: false,
  },
  {
    name: 'Towelfight 2',
    slug: 'towelfight-2',
    tagline: 'A gentleman, a monocle, and forty kinds of animal at speed.',
    description:
      'Some people solve their problems with words. You have an enchanted monocle that fires frogs, goats and ' +
      'worse, and a god who will not leave your friend alone.',
    releaseDate: '2013-02',
    stores: [],
    operatingSystems: ['android', 'ios'],
    minUsertype: 'public',
    hasPatchnotes: false,
  },
  {
    name: 'Roid Rage',
    slug: 'roid-rage',
    tagline: 'Everything is a rock, and every rock is angry.',
    description:
      'Two thumbs, one engine that will not switch off, and a field of asteroids with nowhere better to be. ' +
      'Gather the juice, dodge, explode, and blame the other thumb.',
    releaseDate: '2014-03',
    stores: [],
    operatingSystems: ['android'],
    minUsertype: 'public',
    hasPatchnotes: false,
  },
  {
    name: 'Rumpus Pack',
    slug: 'rumpus-pack',
    tagline: 'Everything we own, in one bag.',
    description: 'All our games and their builds in one place, for the people who have to test them before breakfast.',
    stores: [],
    operatingSystems: ['windows'],
    feedbag: { alwaysAlert: false },
    minUsertype: 'staff',
    hasPatchnotes: false,
  },
];

export interface Game {
  readonly name: string;
  /** Its place in addresses: /games/{slug}. */
  readonly slug: string;
  readonly tagline: string;
  readonly description: string;
  /** ISO 8601, as exact as is known: a day, a month or a year. */
  readonly releaseDate?: string;
  readonly unpublished?: boolean;
  readonly stores: readonly StoreEntry[];
  readonly operatingSystems: readonly OperatingSystem[];
  readonly trailer?: { readonly youtubeId: string };
  /** The name of its subreddit, without r/. */
  readonly community?: { readonly reddit: string };
  /** The address of its press kit. */
  readonly presskit?: string;
  readonly feedbag?: { readonly alwaysAlert?: boolean };
  /** The least role that sees it (specification §6). */
  readonly minUsertype: 'public' | 'authenticated' | 'staff' | 'admin' | 'super';
  readonly hasPatchnotes: boolean;
}

export interface StoreEntry {
  readonly slug: StoreSlug;
  readonly url: string;
  /** What the store calls the game; several where it is sold in several editions. */
  readonly appId?: string | readonly string[];
  readonly hidden?: boolean;
  /** Whether it comes with the store's subscription (Game Pass, Play Pass). */
  readonly subscription?: boolean;
}

export type StoreSlug =
  | 'steam'
  | 'epic'
  | 'microsoft-store'
  | 'xbox'
  | 'switch'
  | 'google-play'
  | 'the-app-store'
  | 'stove';

export type OperatingSystem = 'windows' | 'mac' | 'linux' | 'android' | 'ios' | 'switch' | 'xbox';

function steam(appId: string, page: string): StoreEntry {
  return { slug: 'steam', url: `https://store.steampowered.com/app/${appId}/${page}/`, appId };
}

function appStore(appId: string, page: string): StoreEntry {
  return { slug: 'the-app-store', url: `https://apps.apple.com/us/app/${page}/id${appId}`, appId };
}

function googlePlay(appId: string): StoreEntry {
  return { slug: 'google-play', url: `https://play.google.com/store/apps/details?id=${appId}`, appId };
}
