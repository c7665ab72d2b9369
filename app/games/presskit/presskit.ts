/** A press kit as `presskit.json` has it, and as its page shows it. Addresses are absolute. */
export interface PressKit {
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
  readonly appIds: readonly string[];
  /** What it comes with there, such as a Game Pass. */
  readonly subscription?: string | undefined;
}

export interface PressImage {
  /** Its name as a file, in the archive too. */
  readonly file: string;
  readonly kind: 'picture' | 'logo';
  readonly url: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** Where a kit and its parts are. @param part such as `.json`, `.zip` or `/box-levelhead.svg` */
export function pressKitPath(slug: string, part = ''): string {
  return `/games/${slug}/presskit${part}`;
}
