import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { shareCardUrl } from '#app/media/share-card.ts';
import letter from '#content/art/newsletter.svg';

import { JoinForm } from '../join-form.tsx';
import { DEFAULT_SUBSCRIPTION, UNCONFIRMED_DAYS } from '../newsletter.ts';
import { PreferencesPanel } from '../preferences-panel.tsx';
import { getPreferences } from '../preferences.server.ts';
import { noPreferences, noSubscription } from '../problems.ts';
import { getSubscription } from '../subscribers.server.ts';
import { telegramIntents } from '../telegram-forms.server.ts';
import type { Route } from './+types/telegrams';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const query = url.searchParams;
  const subscription = getSubscription(query.get('subscribe') ?? DEFAULT_SUBSCRIPTION);
  const token = query.get('manage') ?? undefined;
  const isSignedIn = current.actor.userId !== undefined;
  const text = await getText(current.locale);
  return {
    head: {
      title: text('telegrams.page.title'),
      description: text('telegrams.page.description'),
      image: shareCardUrl('page', 'telegrams', current.locale),
      ...(token !== undefined && { noindex: true }),
    },
    subscription,
    email: query.get('email') ?? '',
    returnTo: query.get('returnTo') ?? undefined,
    isSignedIn,
    preferences: isSignedIn || token !== undefined ? await getPreferences(current, token) : undefined,
    token,
    now: current.now(),
  };
});

export const action = withCurrent(async (current, { request, url }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), telegramIntents(url.searchParams.get('manage') ?? undefined), {
    intent: 'signUp',
    errorPage: [noSubscription, noPreferences],
  }),
);

export const headers = formHeaders;

export const handle: CacheHandle = { cacheTopics: [] };

export default function Telegrams({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { preferences, token, isSignedIn } = loaderData;
  const form = useForm(actionData);
  const hasOwn = preferences?.subscriber !== undefined || preferences?.suppressed !== undefined;
  return (
    <section className="block-card mx-auto max-w-4xl space-y-8 p-6 sm:p-10 md:my-6">
      <div className="grid items-center gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_16rem] lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="@container space-y-6">
          <h1 className="squiggle text-4xl sm:text-5xl">{text('telegrams.page.title')}</h1>
          <p className="text-lg">{text('telegrams.page.about')}</p>
        </div>
        <img
          src={letter}
          alt=""
          width="480"
          height="360"
          className="block-card -order-1 mx-auto w-full max-w-44 rotate-2 md:order-1 md:max-w-none xl:-me-20 xl:w-[calc(100%+5rem)]"
        />
      </div>
      <FormNotice form={form} />
      {token === undefined && (
        <>
          <JoinForm key={String(form.state?.done)} form={form} {...loaderData} own={preferences?.subscriptions ?? {}} />
          <ul className="list-disc space-y-2 ps-6">
            <li>{text('telegrams.page.often')}</li>
            {!isSignedIn && <li>{text('telegrams.page.confirm', { days: UNCONFIRMED_DAYS })}</li>}
            <li>{text('telegrams.page.alone')}</li>
          </ul>
          <p>
            <SiteLink to="/telegrams/archive">{text('newsletters.archive.link')}</SiteLink>
          </p>
        </>
      )}
      {preferences !== undefined && (hasOwn || token !== undefined) && (
        <PreferencesPanel form={form} preferences={preferences} now={loaderData.now} token={token} />
      )}
    </section>
  );
}
