import { useLocation } from 'react-router';

import { DEFAULT_LOCALE, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { isProduction } from '#app/current/stage.ts';
import type { Stage } from '#app/current/stage.ts';
import { stages, studio } from '#content/studio.ts';
import { buttonClass } from '#lib/ui/button.tsx';

export function StageBanner({ stage }: { stage: Stage }) {
  const { text } = useText();
  if (isProduction(stage)) return null;
  const { name, description } = stages[stage];
  return (
    <aside
      aria-label={text('shell.stage.label')}
      className="on-accent stage-tape bg-accent px-4 pt-2 pb-4 text-center text-sm text-on-accent"
    >
      <strong className="font-label">{name}</strong> <span lang="en">{description}</span>{' '}
      <a href={studio.origin} className="inline-block font-bold underline">
        {text('shell.stage.link')}
      </a>
    </aside>
  );
}

/** For whoever was signed in here before a ban. @param page that tells of it */
export function BanBanner({ page }: { page: string | undefined }) {
  const { text } = useText();
  const { pathname } = useLocation();
  if (page === undefined || pathname.endsWith('/login/banned')) return null;
  return (
    <aside
      aria-label={text('login.banned.title')}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b-3 border-line bg-gum px-4 py-2 text-center text-ink [--focus:#1c1537]"
    >
      <p className="font-bold">{text('login.banned.title')}</p>
      <SiteLink to={page} className={`${buttonClass('plain')} min-h-10! py-1!`}>
        {text('login.banned.read')}
      </SiteLink>
    </aside>
  );
}

export function TranslationNotice() {
  const { text, locale } = useText();
  if (locale === DEFAULT_LOCALE) return null;
  return (
    <aside
      aria-label={text('shell.translation.label')}
      className="relative z-10 mx-auto w-full max-w-6xl px-4 pt-4 sm:px-8 landscape:pt-1"
    >
      <p className="notice py-2 text-sm font-bold">{text('shell.translation.notice')}</p>
    </aside>
  );
}
