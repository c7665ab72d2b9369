import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { getText, useText } from '#app/current/locale.ts';
import { titleOf } from '#app/current/page/title.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import letter from '#content/art/newsletter.svg';
import { NewsletterForm } from '../newsletter-form.tsx';
import { DEFAULT_SUBSCRIPTION, UNCONFIRMED_DAYS } from '../newsletter.ts';
import { noSubscription } from '../problems.ts';
import { getSubscription, signUp } from '../signups.server.ts';

import type { Route } from './+types/telegrams';

export const loader = withCurrent(async (current, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams;
  const subscription = getSubscription(query.get('subscribe') ?? DEFAULT_SUBSCRIPTION);
  const text = await getText(current.locale);
  return {
    head: {
      title: await titleOf(current.locale, text('telegrams.page.title')),
      description: text('telegrams.page.description'),
      image: shareCardUrl('page', 'telegrams', current.locale),
    },
    subscription,
    email: query.get('email') ?? '',
    isSignedIn: current.actor.userId !== undefined,
  };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), INTENTS, { intent: 'signUp', errorPage: [noSubscription] }),
);

const INTENTS: FormIntents = {
  signUp: async (current, fields) => {
    await signUp(current, fields.text('subscribe') || DEFAULT_SUBSCRIPTION, fields.text('email'));
    const isSignedIn = current.actor.userId !== undefined;
    return { text: isSignedIn ? 'telegrams.page.askedAccount' : 'telegrams.page.askedEmail' };
  },
};

export const headers = formHeaders;

export const handle: CacheHandle = { cacheTopics: [] };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function Telegrams({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { subscription, isSignedIn } = loaderData;
  const form = useForm(actionData);
  return (
    <section className="block-card mx-auto max-w-4xl space-y-6 p-6 sm:p-10 md:my-6">
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
      <ul className="list-disc space-y-2 ps-6">
        <li>{text('telegrams.page.often')}</li>
        <li>{text('telegrams.page.confirm', { days: UNCONFIRMED_DAYS })}</li>
        <li>{text('telegrams.page.alone')}</li>
      </ul>
      <FormNotice form={form} />
      {!form.state?.done && (
        <NewsletterForm
          form={form}
          isSignedIn={isSignedIn}
          email={loaderData.email}
          submit={text('home.newsletter.submit')}
        >
          <input type="hidden" name="subscribe" value={subscription} />
          {isSignedIn && <p className="grow basis-64">{text('telegrams.page.account')}</p>}
        </NewsletterForm>
      )}
    </section>
  );
}
