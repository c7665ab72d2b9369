import { LOCALES, LOCALE_NAMES, htmlLang } from '../locale.ts';
import type { Locale } from '../locale.ts';
import { LinkTabs } from './link-tabs.tsx';

interface LocaleTabsProps {
  readonly label: string;
  readonly path: string;
  /** What is written so far, by locale. */
  readonly texts: Readonly<Partial<Record<Locale, unknown>>>;
  readonly chosen: Locale;
}

export function LocaleTabs({ label, path, texts, chosen }: LocaleTabsProps) {
  const tabs = LOCALES.map((id) => {
    const title = (
      <>
        <span lang={htmlLang(id)}>{LOCALE_NAMES[id]}</span>
        {texts[id] !== undefined && <span>{' ✓'}</span>}
      </>
    );
    return { to: `${path}?locale=${id}`, title, isCurrent: id === chosen };
  });
  return <LinkTabs label={label} tabs={tabs} />;
}
