import { DEFAULT_LOCALE, isSelectableLocale } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { tagValues } from '#app/storage/item-tags.ts';
import type { ItemTags } from '#app/storage/item-tags.ts';

/** On an item in another language: the id of the one that it says again. A tag, because items are found by tags. */
export function translationTag(originalId: string): string {
  return `translation:${originalId}`;
}

export function readOriginalId(item: ItemTags): string | undefined {
  return tagValues(item, 'translation')[0];
}

export function readItemLocale(item: ItemTags): Locale {
  const [locale] = tagValues(item, 'locale');
  return isSelectableLocale(locale) ? locale : DEFAULT_LOCALE;
}

export interface TranslationView {
  readonly locale: Locale;
  readonly state: 'original' | 'missing' | 'draft' | 'hidden' | 'unlisted' | 'public';
  /** Whether the original was saved after it. */
  readonly isOlder: boolean;
  /** The name or id for its page in the editor. */
  readonly name: string | undefined;
}
