import { htmlLang, localePath } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import type { JsonLd } from '#lib/json-ld/json-ld.tsx';

import type { SupportAnswer } from './answer.ts';

interface FaqEntry {
  readonly answer: SupportAnswer;
  /** All that is said, without marks; by default the short answer. */
  readonly text?: string;
}

/** Questions with their answers, for search engines (schema.org FAQPage). */
export function questionsData(publicUrl: string, locale: Locale, questions: readonly FaqEntry[]): JsonLd {
  return {
    '@type': 'FAQPage',
    inLanguage: htmlLang(locale),
    mainEntity: questions.map(({ answer: { path, title, blurb, locale: written, updatedAt }, text }) => ({
      '@type': 'Question',
      name: title,
      url: publicUrl + localePath(locale, path),
      inLanguage: htmlLang(written),
      dateModified: updatedAt,
      acceptedAnswer: { '@type': 'Answer', text: text === undefined ? blurb : `${blurb}\n\n${text}` },
    })),
  };
}

/** Where a page stands: each place with its name, the page itself last. */
export function placesData(publicUrl: string, locale: Locale, trail: readonly (readonly [string, string])[]): JsonLd {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(([name, path], at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: publicUrl + localePath(locale, path),
    })),
  };
}
