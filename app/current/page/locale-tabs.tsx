import { LOCALES, LOCALE_NAMES, htmlLang } from '../locale.ts';
import type { Locale } from '../locale.ts';
import { SiteLink } from './site-link.tsx';

interface LocaleTabsProps {
  readonly label: string;
  readonly path: string;
  /** What is written so far, by locale. */
  readonly texts: Readonly<Partial<Record<Locale, unknown>>>;
  readonly chosen: Locale;
}

export function LocaleTabs({ label, path, texts, chosen }: LocaleTabsProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {LOCALES.map((id) => (
          <li key={id}>
            <SiteLink to={`${path}?locale=${id}`} aria-current={id === chosen ? 'page' : undefined} className={TAB}>
              <span lang={htmlLang(id)}>{LOCALE_NAMES[id]}</span>
              {texts[id] !== undefined && <span>{' ✓'}</span>}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Of links that stand for parts of a page. */
export const TAB =
  'label block border-edge! bg-transparent! text-text! no-underline aria-[current]:border-line! aria-[current]:bg-accent! aria-[current]:text-on-accent!';
