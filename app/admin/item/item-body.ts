/** Longer texts are not edited in a page. */
export const MAX_TEXT_BYTES = 256 * 1024;
/** Of a page of a body as bytes. */
export const HEX_PAGE_BYTES = 512;
/** Of a file that a form sends; larger ones go through the API, which streams them. */
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024;

type ItemBodyKind = 'json' | 'text' | 'picture' | 'sound' | 'bytes';

/** What a page shows of a body. */
export type ItemBody =
  | { readonly kind: 'json' | 'text'; readonly text: string; readonly charset: string }
  | { readonly kind: 'picture' | 'sound' }
  | HexPage;

export interface HexPage {
  readonly kind: 'bytes';
  /** Why a text is not shown as one. */
  readonly reason: 'long' | 'broken' | undefined;
  readonly from: number;
  readonly lines: readonly HexLine[];
}

export interface HexLine {
  /** In hexadecimal, of its first byte. */
  readonly offset: string;
  readonly hex: string;
  /** What can be read of it; all else is a dot. */
  readonly ascii: string;
}

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const TEXTS = /^text\/|^application\/(?:javascript|ecmascript|xml|yaml|x-yaml|toml|sql|x-ndjson|csv)$|\+(?:xml|yaml)$/;

/** By what the type says, which nobody has to believe: a picture that is none is not drawn, and markup is shown as its source. */
export function bodyKind(mimetype: string): ItemBodyKind {
  const type = bareType(mimetype);
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  if (TEXTS.test(type)) return 'text';
  if (PICTURES.has(type)) return 'picture';
  return type.startsWith('audio/') ? 'sound' : 'bytes';
}

/** In lower case, without parameters. */
function bareType(mimetype: string): string {
  return (mimetype.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** In lower case; UTF-8 where nothing is said. */
export function charsetOf(mimetype: string): string {
  const [, charset = 'utf-8'] = /;\s*charset="?([\w.:-]+)/i.exec(mimetype) ?? [];
  return charset.toLowerCase();
}

/** Forms send UTF-8. */
export function asUtf8(mimetype: string): string {
  return /^utf-?8$/.test(charsetOf(mimetype)) ? mimetype : `${bareType(mimetype)}; charset=utf-8`;
}

/** Of its bytes, by the call that sends them as what nobody executes. */
export function bodyAddress({ crateId, itemId }: { crateId: string; itemId: string }, rev?: number): string {
  const version = rev === undefined ? '' : `/versions/${rev}`;
  return `/api/storage/crates/${crateId}/items/${itemId}${version}?download=true`;
}
