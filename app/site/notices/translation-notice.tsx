import { DEFAULT_LOCALE, useText } from '#app/current/locale.ts';

/** Tells readers of other languages than English that a translation is under way. */
export function TranslationNotice() {
  const { text, locale } = useText();
  if (locale === DEFAULT_LOCALE) return null;
  return (
    <aside aria-label={text('shell.translation.label')} className="mx-auto w-full max-w-6xl px-4 pt-4 sm:px-8">
      <p className="notice py-2 text-sm font-bold">{text('shell.translation.notice')}</p>
    </aside>
  );
}
