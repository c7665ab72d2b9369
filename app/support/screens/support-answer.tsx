import { data, redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { headOf } from '#app/current/page/head.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { getText, isLocale, localePath, useText } from '#app/current/locale.ts';
import { titleOf } from '#app/current/page/title.ts';

import { findAnswerPath, findRelatedAnswers, getAnswer } from '../answer-items.server.ts';
import type { FoundAnswer } from '../answer-items.server.ts';
import { AnswerList } from '../answer-list.tsx';
import { AnswerArticle } from '../answer-article.tsx';
import { SUPPORT_CACHE_TOPICS } from '../cache-topics.ts';
import { StillStuck } from '../still-stuck.tsx';
import { placesData, questionsData } from '../structured-answers.server.ts';
import { SUPPORT_TOPICS } from '../topic.ts';

import type { Route } from './+types/support-answer';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { topic, issue, locale } = params;
  const inLocale = (path: string) => (isLocale(locale) ? localePath(locale, path) : path);
  const playing = {
    platform: url.searchParams.get('platform') ?? undefined,
    version: url.searchParams.get('version')?.slice(0, 64) ?? undefined,
  };
  const path = await findAnswerPath(current, issue);
  if (path !== `/support/${topic}/${encodeURIComponent(issue)}`) throw redirect(inLocale(path) + url.search, 301);
  const found = await getAnswer(current, issue, playing);
  const { answer, variants, isUntranslated } = found;
  const headers = answer.visibility === 'public' ? undefined : { 'x-robots-tag': 'noindex' };
  const related = await findRelatedAnswers(current, found.main);
  return data(
    { answer, variants, isUntranslated, related, head: await headOfAnswer(current, found) },
    headers && { headers },
  );
});

async function headOfAnswer(current: Current, found: FoundAnswer) {
  const { answer, main, plainText } = found;
  const text = await getText(current.locale);
  const { publicUrl } = current.config;
  const places = [
    [text('support.page.title'), '/support'],
    [text(SUPPORT_TOPICS[answer.topic].name), `/support/${answer.topic}`],
    [answer.title, answer.path],
  ] as const;
  return {
    title: await titleOf(current.locale, answer.title),
    description: answer.blurb,
    type: 'article' as const,
    modifiedTime: answer.updatedAt,
    noindex: main.visibility !== 'public',
    path: main.path,
    jsonLd: [
      placesData(publicUrl, current.locale, places),
      questionsData(publicUrl, current.locale, [{ answer, text: plainText }]),
    ],
  };
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export const handle: CacheHandle = { cacheTopics: SUPPORT_CACHE_TOPICS };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function SupportAnswerPage({ loaderData }: Route.ComponentProps) {
  const { text } = useText();
  const { answer, variants, isUntranslated, related } = loaderData;
  return (
    <div className="mx-auto max-w-3xl space-y-10">
      <AnswerArticle answer={answer} variants={variants} isUntranslated={isUntranslated} />
      {related.length > 0 && (
        <section aria-labelledby="related" className="space-y-5">
          <h2 id="related" className="text-2xl">
            {text('support.answer.related')}
          </h2>
          <AnswerList answers={related} />
        </section>
      )}
      <StillStuck topic={SUPPORT_TOPICS[answer.topic].contact} />
    </div>
  );
}
