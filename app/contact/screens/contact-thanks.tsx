import { useEffect } from 'react';

import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { forgetDrafts } from '#app/current/forms/form-drafts.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { isSubjectId } from '#app/threads/thread.ts';
import drawing from '#content/art/contact-thanks.svg';
import { buttonClass } from '#lib/ui/button.tsx';

import { TOPIC_IDS } from '../topic.ts';
import type { Route } from './+types/contact-thanks';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const submission = url.searchParams.get('submission') ?? '';
  const text = await getText(current.locale);
  return {
    submission: isSubjectId(submission) ? submission : undefined,
    head: {
      title: text('contact.thanks.title'),
      description: text('contact.thanks.lead'),
      noindex: true,
    },
  };
});

export default function ContactThanks({ loaderData }: Route.ComponentProps) {
  const { text } = useText();
  const { submission } = loaderData;
  useEffect(() => forgetDrafts(TOPIC_IDS.map((topic) => `${STORAGE_KEYS.contact}${topic}`)), []);
  return (
    <section className="mx-auto grid max-w-3xl items-center gap-8 sm:grid-cols-[14rem_1fr]">
      <img src={drawing} alt="" width="280" height="240" className="mx-auto w-full max-w-56" />
      <div className="space-y-5">
        <h1 className="squiggle text-4xl sm:text-5xl">{text('contact.thanks.title')}</h1>
        <p className="text-lg">{text('contact.thanks.lead')}</p>
        <p>{text(submission === undefined ? 'contact.thanks.mail' : 'contact.thanks.account')}</p>
        <SiteLink
          to={submission === undefined ? '/' : `/contact/submissions/${submission}`}
          className={buttonClass('loud')}
        >
          {text(submission === undefined ? 'contact.thanks.home' : 'contact.thanks.open')}
        </SiteLink>
      </div>
    </section>
  );
}
