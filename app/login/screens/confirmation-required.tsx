import type { ReactNode } from 'react';

import { headOf } from '#app/current/head.ts';
import { forScreen } from '#app/current/loads.server.ts';
import { getText, useText } from '#app/current/locale.ts';
import { requireLocaleSegment } from '#app/current/locale-segment.ts';
import { SiteLink } from '#app/current/site-link.tsx';
import { titleOf } from '#app/current/title.ts';
import type { KeptHandle } from '#app/current/news.ts';
import picture from '#content/art/login-confirm.svg';
import { studio } from '#content/studio.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { LoginPage } from '../login-page.tsx';

import type { Route } from './+types/confirmation-required';

/** Where a first sign-in stops until its owner has said yes to an account. */
export const loader = forScreen(async (current, { params }: Route.LoaderArgs) => {
  requireLocaleSegment(params.locale);
  const text = await getText(current.locale);
  return {
    head: {
      title: await titleOf(current.locale, text('login.confirmation.title')),
      description: text('login.confirmation.text', { studio: studio.name }),
      noindex: true,
    },
  };
});

export const handle: KeptHandle = { news: [] };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function ConfirmationRequired() {
  const { text, richText } = useText();
  const terms = (words: ReactNode) => (
    <SiteLink to="/terms" className="text-link underline">
      {words}
    </SiteLink>
  );
  const privacy = (words: ReactNode) => (
    <SiteLink to="/privacy" className="text-link underline">
      {words}
    </SiteLink>
  );
  return (
    <LoginPage picture={picture} title={text('login.confirmation.title')}>
      <p className="text-lg">{text('login.confirmation.text', { studio: studio.name })}</p>
      <ul className="list-disc space-y-2 ps-6">
        <li>{text('login.confirmation.address')}</li>
        <li>{richText('login.confirmation.agree', { terms, privacy })}</li>
        <li>{text('login.confirmation.age')}</li>
      </ul>
      <p className="text-muted">{text('login.confirmation.stop')}</p>
      <p>
        <SiteLink to="/" className={buttonClass('plain')}>
          {text('login.success.home')}
        </SiteLink>
      </p>
    </LoginPage>
  );
}
