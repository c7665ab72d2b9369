/** The content of `presskit.json` and of its page. Addresses are absolute. */
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
  /** ISO 8601: a day, a month or a year; absent before the release. */
  readonly releaseDate?: string;
  readonly platforms: readonly string[];
  readonly stores: readonly PressStore[];
  readonly trailer?: string;
  readonly images: readonly PressImage[];
}

export interface PressStore {
  readonly name: string;
  readonly url: string;
  readonly platforms: readonly string[];
  readonly appIds: readonly string[];
  /** Such as Game Pass. */
  readonly subscription?: string | undefined;
}

export interface PressImage {
  readonly kind: PressImageKind;
  /** In English. */
  readonly caption: string;
  readonly files: readonly PressFile[];
}

export type PressImageKind = 'boxArt' | 'banner' | 'narrowBanner' | 'picture' | 'logo' | 'mark';

export interface PressFile {
  /** The file name, also in the archive. */
  readonly file: string;
  readonly type: 'image/png' | 'image/svg+xml';
  /** In pixels; for an SVG in its own units. */
  readonly width: number;
  readonly height: number;
  readonly url: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

export interface StudioKit {
  readonly name: string;
  readonly description: string;
  readonly website: string;
  readonly contact: string;
  readonly games: readonly { readonly name: string; readonly slug: string }[];
  readonly images: readonly PressImage[];
}

/** The path of a kit or a part of it. @param part such as `.json`, `.zip` or `/levelhead-box-art.png` */
export function pressKitPath(slug: string, part = ''): string {
  return `/games/${slug}/presskit${part}`;
}
