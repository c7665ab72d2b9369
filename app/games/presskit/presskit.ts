/** A press kit as `presskit.json` has it, and as its page shows it. Addresses are absolute. */
export interface PressKitData {
  readonly name: string;
  readonly developer: string;
  readonly website: string;
  readonly contact: string;
  readonly genre: string;
  readonly tagline: string;
  readonly description: string;
  readonly features: readonly { readonly title: string; readonly text: string }[];
  readonly history: readonly string[];
  /** ISO 8601, as exact as is known; absent when the game is not out. */
  readonly releaseDate?: string;
  readonly platforms: readonly string[];
  readonly stores: readonly PressStore[];
  /** Where the trailer is to be seen. */
  readonly trailer?: string;
  readonly images: readonly PressImage[];
}

export interface PressStore {
  readonly name: string;
  readonly url: string;
  /** What the game runs on when it is from there. */
  readonly platforms: readonly string[];
  readonly appIds: readonly string[];
  /** What it comes with there, such as a Game Pass. */
  readonly subscription?: string | undefined;
}

/** One drawing, as every file that there is of it. */
export interface PressImage {
  readonly kind: PressImageKind;
  /** What it shows, in English. */
  readonly caption: string;
  /** The one that every editor's system takes first. */
  readonly files: readonly PressFile[];
}

export type PressImageKind = 'boxArt' | 'banner' | 'narrowBanner' | 'picture' | 'logo' | 'mark';

export interface PressFile {
  /** Its name as a file, in the archive too. */
  readonly file: string;
  readonly type: 'image/png' | 'image/svg+xml';
  /** In pixels; for a drawing without pixels, its shape. */
  readonly width: number;
  readonly height: number;
  readonly url: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** The studio's own kit. */
export interface StudioKit {
  readonly name: string;
  readonly description: string;
  readonly website: string;
  readonly contact: string;
  /** The games that the asker may read a kit of. */
  readonly games: readonly { readonly name: string; readonly slug: string }[];
  readonly images: readonly PressImage[];
}

/** Where a kit and its parts are. @param part such as `.json`, `.zip` or `/levelhead-box-art.png` */
export function pressKitPath(slug: string, part = ''): string {
  return `/games/${slug}/presskit${part}`;
}
