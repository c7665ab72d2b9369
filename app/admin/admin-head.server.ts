import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { Head } from '#app/current/page/head.ts';
import type { TextValues } from '#lib/locale/messages.ts';

export async function adminHead(
  { locale }: Pick<Current, 'locale'>,
  title: TextKey,
  about: TextKey,
  values: TextValues = {},
): Promise<Head> {
  const text = await getText(locale);
  return { title: text(title, values), description: text(about), noindex: true };
}
