/** One game as the catalogue, its pages and its press kit know it. Texts are in English on every page. */
export interface Game {
  readonly name: string;
  /** Its place in addresses: /games/{slug}. The box art is the drawing `box-{slug}`. */
  readonly slug: string;
  readonly tagline: string;
  readonly description: string;
  /** What kind of game it is, in the players' words. */
  readonly genre: string;
  /** The colour that its drawing stands out from. */
  readonly field: Field;
  readonly features: readonly Note[];
  readonly characters?: readonly Note[];
  /** ISO 8601, as exact as is known: a day, a month or a year. */
  readonly releaseDate?: string;
  readonly unpublished?: boolean;
  readonly stores: readonly StoreEntry[];
  readonly operatingSystems: readonly OperatingSystem[];
  /** How many can play at once, where it is more than one. */
  readonly players?: number;
  readonly trailer?: Trailer;
  /** The name of its subreddit, without r/. */
  readonly community?: { readonly reddit: string };
  /** What its press kit has beside the facts; without it there is no kit. */
  readonly presskit?: PressKit;
  readonly feedbag?: { readonly alwaysAlert?: boolean };
  /** Whether its players have names of their own in it, beside the one of the site. */
  readonly aliases?: boolean;
  /** The least role that sees it (specification §6). */
  readonly minUsertype: 'public' | 'authenticated' | 'staff' | 'admin' | 'super';
  readonly hasPatchnotes: boolean;
}

/** A colour of the palette that ink is read on. */
export type Field = 'mint' | 'tangerine' | 'lagoon' | 'gum' | 'coral';

/** A few words under a title: a feature, or somebody one meets. */
export interface Note {
  readonly title: string;
  readonly text: string;
}

export interface Trailer {
  readonly youtubeId: string;
  /** The day it was published, as YYYY-MM-DD. */
  readonly uploadDate: string;
}

export interface PressKit {
  /** How the game came about, a paragraph each. */
  readonly history: readonly string[];
  /** The drawings that come with it, by name, beside the box art and the studio's logo. */
  readonly images?: readonly string[];
}

export interface StoreEntry {
  readonly slug: StoreSlug;
  readonly url: string;
  /** What the store calls the game; several where it is sold in several editions. */
  readonly appId?: string | readonly string[];
  /** Known to us, and not shown to anyone. */
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

export function steam(appId: string, page: string): StoreEntry {
  return { slug: 'steam', url: `https://store.steampowered.com/app/${appId}/${page}/`, appId };
}

export function appStore(appId: string, page: string): StoreEntry {
  return { slug: 'the-app-store', url: `https://apps.apple.com/us/app/${page}/id${appId}`, appId };
}

export function googlePlay(appId: string): StoreEntry {
  return { slug: 'google-play', url: `https://play.google.com/store/apps/details?id=${appId}`, appId };
}
