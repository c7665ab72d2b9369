/** A game of the catalogue. Its texts are in English in every locale. */
export interface Game {
  readonly name: string;
  /** Its path is /games/{slug}, its box art the drawing `box-{slug}`. */
  readonly slug: string;
  readonly tagline: string;
  readonly description: string;
  readonly genre: string;
  readonly field: Field;
  readonly features: readonly Note[];
  readonly characters?: readonly Note[];
  /** ISO 8601: a day, a month or a year. */
  readonly releaseDate?: string;
  readonly unpublished?: boolean;
  readonly stores: readonly StoreEntry[];
  readonly operatingSystems: readonly OperatingSystem[];
  /** The number of concurrent players, if more than one. */
  readonly players?: number;
  readonly trailer?: Trailer;
  /** The name of its subreddit, without r/. */
  readonly community?: { readonly reddit: string };
  /** The content of its press kit beside the facts; without it there is no kit. */
  readonly presskit?: PressKit;
  readonly feedbag?: { readonly alwaysAlert?: boolean };
  /** Whether its players have names in the game, beside the one of the site. */
  readonly aliases?: boolean;
  /** The lowest role that sees it (specification §6). */
  readonly minUsertype: 'public' | 'authenticated' | 'staff' | 'admin' | 'super';
  readonly hasPatchnotes: boolean;
}

/** A background colour of the palette that is readable under ink. */
export type Field = 'mint' | 'tangerine' | 'lagoon' | 'gum' | 'coral';

export interface Note {
  readonly title: string;
  readonly text: string;
}

interface Trailer {
  readonly youtubeId: string;
  /** YYYY-MM-DD. */
  readonly uploadDate: string;
}

interface PressKit {
  readonly history: readonly string[];
  /** The names of its drawings, beside the box art and the studio's logo. */
  readonly images?: readonly string[];
}

export interface StoreEntry {
  readonly slug: StoreSlug;
  readonly url: string;
  /** The store's id of the game; several for several editions. */
  readonly appId?: string | readonly string[];
  readonly hidden?: boolean;
  /** Whether the store's subscription has it (Game Pass, Play Pass). */
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
