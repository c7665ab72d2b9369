import { useLocation } from 'react-router';

import { LOCALES, LOCALE_COOKIE, LOCALE_NAMES, barePath, htmlLang, localePath, useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { studio } from '#content/studio.ts';

import { TornEdge } from './torn-edge.tsx';
import { VERSION } from './version.ts';

const YEAR_SECONDS = 31_536_000;

export function Footer({ locale, year }: { locale: Locale; year: number }) {
  const { text, untranslated } = useText();
  return (
    <footer className="on-night group mt-10">
      <Lurker />
      <TornEdge side="above" />
      <div className="bg-night text-cloud">
        <div className="mx-auto max-w-6xl space-y-6 px-4 pt-6 pb-10 sm:px-8">
          {locale !== 'en-US' && untranslated > 0 && <p className="font-bold">{text('shell.translation.notice')}</p>}
          <LanguageSelector locale={locale} />
          <p className="text-sm">
            {text('shell.footer.copyright', { year: String(year), holder: studio.copyrightHolder })}{' '}
            <span>{text('shell.footer.version', { version: VERSION })}</span>
          </p>
        </div>
      </div>
    </footer>
  );
}

/** Somebody looks over the edge, and a little further when one comes near. */
function Lurker() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none mx-auto -mb-5 h-24 max-w-6xl overflow-hidden px-8 sm:-mb-7 sm:h-28"
    >
      <img
        src="/media/snippets/logo-mark.svg"
        alt=""
        width="128"
        height="128"
        loading="lazy"
        className="ms-auto w-28 translate-y-7 transition-transform duration-300 motion-safe:group-hover:translate-y-2 sm:w-32"
      />
    </div>
  );
}

/** The page in every language, as plain links; a choice is also kept for addresses without a locale. */
function LanguageSelector({ locale }: { locale: Locale }) {
  const { text } = useText();
  const { pathname } = useLocation();
  return (
    <details>
      <summary className="inline-flex cursor-pointer items-center gap-2 rounded-xl border-2 border-cloud px-4 py-2 font-bold">
        {text('shell.footer.language')}: <span lang={htmlLang(locale)}>{LOCALE_NAMES[locale]}</span>
      </summary>
      <nav aria-label={text('shell.footer.choose')}>
        <ul className="mt-4 grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-7">
          {LOCALES.map((one) => (
            <li key={one}>
              <a
                href={localePath(one, barePath(pathname))}
                hrefLang={htmlLang(one)}
                lang={htmlLang(one)}
                aria-current={one === locale ? 'true' : undefined}
                className="block rounded-lg px-2 py-2 underline-offset-4 hover:underline aria-[current]:bg-accent aria-[current]:text-on-accent"
                onClick={() => keepLocale(one)}
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

function keepLocale(locale: Locale): void {
  document.cookie = `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  localStorage.setItem(LOCALE_COOKIE, locale);
}
