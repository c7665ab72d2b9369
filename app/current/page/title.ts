import { studio } from '#content/studio.ts';

import { getText } from '../locale.ts';
import type { Locale } from '../locale.ts';

/** With the studio's name, unless it contains that (specification §2). */
export async function titleOf(locale: Locale, title: string): Promise<string> {
  if (title.includes(studio.name)) return title;
  const text = await getText(locale);
  return text('shell.page.title', { title, studio: studio.name });
}
