import { useLocation } from 'react-router';

import { storeLocale } from '#app/current/browser/browser-storage.ts';
import { LOCALES, LOCALE_NAMES, pathWithoutLocale, htmlLang, localePath, useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';

import { plainAddress } from '../browser/address.ts';

const LINK = 'block rounded-lg px-2 py-2 underline-offset-4 hover:underline';

/** Stores the choice for addresses without a locale. */
export function LanguageSelector({ locale }: { locale: Locale }) {
  const { text } = useText();
  const { pathname, search } = useLocation();
  return (
    <details>
      <summary className="inline-flex cursor-pointer items-center gap-2 rounded-xl border-2 border-cloud px-4 py-2 font-bold">
        <span>{text('shell.footer.language')}</span>: <span lang={htmlLang(locale)}>{LOCALE_NAMES[locale]}</span>
      </summary>
      <nav aria-label={text('shell.footer.choose')}>
        <ul className="mt-4 grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-7">
          {LOCALES.map((one) => (
            <li key={one}>
              <a
                href={localePath(one, pathWithoutLocale(pathname)) + plainAddress(search)}
                hrefLang={htmlLang(one)}
                lang={htmlLang(one)}
                aria-current={one === locale ? 'true' : undefined}
                className={`${LINK} aria-[current]:bg-accent aria-[current]:text-on-accent`}
                onClick={({ currentTarget }) => {
                  storeLocale(one);
                  // The server, which renders the link, does not see the hash.
                  currentTarget.hash = location.hash;
                }}
              >
                {LOCALE_NAMES[one]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
