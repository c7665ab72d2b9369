import { useText } from '#app/current/locale.ts';
import type { Locale, TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import lurker from '#content/art/logo-mark.svg?no-inline';
import logo from '#content/art/logo.svg?no-inline';
import { studio } from '#content/studio.ts';
import type { StudioLink } from '#content/studio.ts';

import { COOKIE_HASH } from '../notices/cookie-notice.tsx';
import { TornEdge } from '../torn-edge.tsx';
import { VERSION } from '../version.ts';
import { LanguageSelector } from './language-selector.tsx';

interface FooterProps {
  locale: Locale;
  year: number;
}

export function Footer({ locale, year }: FooterProps) {
  const { text } = useText();
  return (
    <footer className="on-night group mt-10">
      <Lurker />
      <TornEdge side="above" />
      <div className="bg-night text-cloud">
        <div className="mx-auto max-w-6xl space-y-6 px-4 pt-6 pb-10 sm:px-8">
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
            <img src={logo} alt={studio.name} width="160" height="48" loading="lazy" className="h-10 w-auto" />
            <SmallPrint />
            <Elsewhere />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
            <p className="text-sm">
              <span>{text('shell.footer.copyright', { year: String(year), holder: studio.copyrightHolder })}</span>{' '}
              <SiteLink to="/changelog" className={LINK}>
                {text('shell.footer.version', { version: VERSION })}
              </SiteLink>
            </p>
            <LanguageSelector locale={locale} />
          </div>
        </div>
      </div>
    </footer>
  );
}

function Lurker() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none mx-auto -mb-5 h-24 max-w-6xl overflow-hidden px-8 sm:-mb-7 sm:h-28"
    >
      <img
        src={lurker}
        alt=""
        width="128"
        height="128"
        loading="lazy"
        className="ms-auto w-28 translate-y-7 transition-transform duration-300 motion-safe:group-hover:translate-y-2 sm:w-32"
      />
    </div>
  );
}

const PAGES: { to: string; name: TextKey }[] = [
  { to: '/about', name: 'shell.footer.about' },
  { to: '/privacy', name: 'shell.footer.privacy' },
  { to: '/terms', name: 'shell.footer.terms' },
  { to: '/legal', name: 'shell.footer.legal' },
  { to: '/support', name: 'shell.footer.support' },
  { to: '/contact', name: 'contact.page.title' },
];
const LINKS = 'flex flex-wrap gap-x-5 gap-y-1';
const LINK = 'inline-block py-1 underline-offset-4 hover:underline';

function SmallPrint() {
  const { text } = useText();
  return (
    <nav aria-label={text('shell.footer.navigation')}>
      <ul className={LINKS}>
        {PAGES.map(({ to, name }) => (
          <li key={to}>
            <SiteLink to={to} className={LINK}>
              {text(name)}
            </SiteLink>
          </li>
        ))}
        {/* Without scripts nothing is stored, so there is no choice. */}
        <li className="noscript:hidden">
          <SiteLink to={COOKIE_HASH} preventScrollReset className={LINK}>
            {text('shell.footer.cookies')}
          </SiteLink>
        </li>
      </ul>
    </nav>
  );
}

const ELSEWHERE: { link: StudioLink; name: TextKey }[] = [
  { link: 'chat', name: 'shell.footer.chat' },
  { link: 'video', name: 'shell.footer.video' },
  { link: 'social', name: 'shell.footer.feed' },
  { link: 'code', name: 'shell.footer.code' },
];

function Elsewhere() {
  const { text } = useText();
  const there = ELSEWHERE.flatMap(({ link, name }) => {
    const href = studio.links[link];
    return href === undefined ? [] : [{ href, name }];
  });
  if (there.length === 0) return null;
  return (
    <nav aria-label={text('shell.footer.social')}>
      <ul className={LINKS}>
        {there.map(({ href, name }) => (
          <li key={href}>
            <a href={href} rel="noopener me" className={LINK}>
              {text(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
