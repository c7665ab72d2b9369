import { redirect } from 'react-router';

import { getText, inLocale, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import drawing from '#content/art/support-empty.svg';
import { EmptyState } from '#lib/ui/empty-state.tsx';

import { findAnswers, findAnswerPath } from '../answer-items.server.ts';
import { AnswerList } from '../answer-list.tsx';
import { SUPPORT_CACHE_TOPICS } from '../cache-topics.ts';
import { StillStuck } from '../still-stuck.tsx';
import { placesData, questionsData } from '../structured-answers.server.ts';
import { SupportSearchForm } from '../support-search-form.tsx';
import { SUPPORT_TOPICS, isSupportTopic } from '../topic.ts';
import type { Route } from './+types/support-topic';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const { topic, locale } = params;
  if (!isSupportTopic(topic)) {
    const path = await findAnswerPath(current, topic);
    throw redirect(inLocale({ locale }, path), 301);
  }
  const text = await getText(current.locale);
  const answers = await findAnswers(current, topic);
  const name = text(SUPPORT_TOPICS[topic].name);
  const { publicUrl } = current.config;
  const trail = [[text('support.page.title'), '/support'] as const, [name, `/support/${topic}`] as const];
  return {
    topic,
    answers,
    head: {
      title: text('support.topic.title', { topic: name }),
      description: text(SUPPORT_TOPICS[topic].about),
      jsonLd: [
        placesData(publicUrl, current.locale, trail),
        ...(answers.length === 0
          ? []
          : [
              questionsData(
                publicUrl,
                current.locale,
                answers.map((answer) => ({ answer })),
              ),
            ]),
      ],
    },
  };
});

export const handle: CacheHandle = { cacheTopics: SUPPORT_CACHE_TOPICS };

export default function SupportTopicPage({ loaderData: { topic, answers } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div className="mx-auto max-w-3xl space-y-8">
      <header className="space-y-4">
        <SiteLink to="/support" className="inline-block py-1 font-bold underline">
          {text('support.topic.back')}
        </SiteLink>
        <h1 className="squiggle text-3xl sm:text-5xl">{text(SUPPORT_TOPICS[topic].name)}</h1>
        <p className="text-lg">{text(SUPPORT_TOPICS[topic].about)}</p>
      </header>
      {answers.length === 0 ? (
        <EmptyState drawing={drawing}>
          <p className="text-lg">{text('support.topic.empty')}</p>
        </EmptyState>
      ) : (
        <AnswerList answers={answers} heading="h2" />
      )}
      <SupportSearchForm />
      <StillStuck topic={SUPPORT_TOPICS[topic].contact} />
    </div>
  );
}
