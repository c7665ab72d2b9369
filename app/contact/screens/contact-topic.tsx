import { data } from 'react-router';

import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { visibleGames } from '#app/games/games.server.ts';
import { suggestAnswers } from '#app/support/search/search-answers.server.ts';
import { MAX_MESSAGE_FORM_BYTES } from '#app/threads/thread.ts';

import { ContactForm } from '../contact-form.tsx';
import { contactIntents } from '../contact-forms.server.ts';
import { noTopic } from '../problems.ts';
import { requireTopic } from '../sending.server.ts';
import { TopicTiles } from '../topic-tiles.tsx';
import { FACTS, MAX_TITLE, TOPICS } from '../topic.ts';
import type { Route } from './+types/contact-topic';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const topic = params.topic === undefined ? undefined : requireTopic(params.topic);
  const text = await getText(current.locale);
  const offered =
    topic && (await suggestAnswers(current, url.searchParams.get('title')?.slice(0, MAX_TITLE) ?? '', topic));
  const prefill = ['title', 'body', 'error', ...FACTS].map((name) => [
    name,
    url.searchParams.get(name)?.slice(0, 1000) ?? '',
  ]);
  return data({
    topic,
    offered: offered ?? [],
    isSignedIn: current.actor.userId !== undefined,
    games: visibleGames(current.actor).map(({ slug, name }) => ({ slug, name })),
    prefill: Object.fromEntries(prefill) as Record<string, string>,
    head: {
      title: text(topic === undefined ? 'contact.page.what' : TOPICS[topic].name),
      description: text(topic === undefined ? 'contact.page.description' : TOPICS[topic].about),
    },
  });
});

export const action = withCurrent(async (current, { request, params }: Route.ActionArgs) => {
  const { locale, topic = '' } = params;
  const localizePath = (path: string) => inLocale({ locale }, path);
  return answerForm(current, await request.formData(), contactIntents(topic, localizePath), { errorPage: [noTopic] });
});

export const headers = formHeaders;

export const handle: FormHandle = { maxFileFormBytes: MAX_MESSAGE_FORM_BYTES };

export default function ContactTopic({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { topic } = loaderData;
  const form = useForm(actionData, { of: 'contact.' });
  if (topic === undefined) {
    return (
      <div className="mx-auto max-w-5xl space-y-6">
        <h1 className="squiggle text-4xl sm:text-5xl">{text('contact.page.what')}</h1>
        <TopicTiles heading="h2" />
      </div>
    );
  }
  return (
    <section className="block-card mx-auto max-w-3xl space-y-6 p-6 sm:p-10 md:my-6">
      <header className="space-y-4">
        <SiteLink to="/contact" className="inline-block py-1 font-bold underline">
          {text('contact.form.other')}
        </SiteLink>
        <h1 className="squiggle text-3xl sm:text-4xl">{text(TOPICS[topic].name)}</h1>
        <p className="text-lg">{text(TOPICS[topic].about)}</p>
      </header>
      <FormNotice form={form} />
      <ContactForm {...loaderData} form={form} topic={topic} />
    </section>
  );
}
