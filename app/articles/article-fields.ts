import type { TextKey } from '#app/current/locale.ts';
import type { Visibility } from '#app/storage/item-tags.ts';

export const MAX_TITLE = 200;
export const MAX_BLURB = 500;
/** Characters. */
export const MAX_TEXT = 512 * 1024;
const MAX_SLUG = 100;

/** An older article may have any name. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

/** Letters with marks lose them; what has no Latin letters gives nothing. */
export function toSlug(title: string): string {
  const latin = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/['’]/g, '');
  return latin
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replaceAll(/^-+|-+$/g, '');
}

export const VISIBILITIES = ['public', 'unlisted', 'hidden'] as const satisfies readonly Visibility[];

/** @param visibility as somebody typed it */
export function visibilityName(visibility: string): TextKey {
  return VISIBILITY_NAMES[VISIBILITIES.find((one) => one === visibility) ?? 'hidden'];
}

const VISIBILITY_NAMES = {
  public: 'editor.visibility.public',
  unlisted: 'editor.visibility.unlisted',
  hidden: 'editor.visibility.hidden',
} as const;
