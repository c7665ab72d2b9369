import { data, redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import type { FormIntent } from '#app/current/forms/answer-form.server.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { offerEdit } from '#app/editor/kinds/edit-link.server.ts';

import { AnswerArticle } from '../answer-article.tsx';
import { findAnswerPath, getAnswer } from '../answer-items.server.ts';
import type { FoundAnswer } from '../answer-items.server.ts';
import { AnswerList } from '../answer-list.tsx';
import { SUPPORT_CACHE_TOPICS } from '../cache-topics.ts';
import { ANSWERS } from '../editing/edited-answers.server.ts';
import { DidItHelp } from '../outcomes/did-it-help.tsx';
import { findOwnVote, voteForAnswer } from '../outcomes/votes.server.ts';
import { noAnswer } from '../problems.ts';
import { findRelatedAnswers } from '../related-answers.server.ts';
import { StillStuck } from '../still-stuck.tsx';
import { placesData, questionsData } from '../structured-answers.server.ts';
import { SUPPORT_TOPICS } from '../topic.ts';
import type { Route } from './+types/support-answer';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { topic, issue } = params;
  const playing = {
    platform: url.searchParams.get('platform') ?? undefined,
    version: url.searchParams.get('version')?.slice(0, 64) ?? undefined,
  };
  const path = await findAnswerPath(current, issue);
  if (path !== `/support/${topic}/${encodeURIComponent(issue)}`)
    throw redirect(inLocale(params, path) + url.search, 301);
  const found = await getAnswer(current, issue, playing);
  const { answer, variants, isUntranslated } = found;
  const headers = answer.visibility === 'public' ? undefined : { 'x-robots-tag': 'noindex' };
  const [related, vote, head, edit] = await Promise.all([
    findRelatedAnswers(current, found.main),
    findOwnVote(current, answer.itemId),
    headOfAnswer(current, found),
    offerEdit(current, ANSWERS, 'answer', issue),
  ]);
  const writing = /^[a-z]{1,16}$/.exec(url.searchParams.get('writing') ?? '')?.[0];
  return data({ answer, variants, isUntranslated, related, vote, writing, head, ...edit }, headers && { headers });
});

export const action = withCurrent(async (current, { request, params: { issue } }: Route.ActionArgs) => {
  const vote = (hasHelped: boolean): FormIntent => ({
    least: 'public',
    text: hasHelped ? 'support.help.thanks' : 'support.help.sorry',
    run: (current, fields) => voteForAnswer(current, issue, { hasHelped, isSpared: fields.has('isSpared') }),
  });
  const intents = { 'support.helped': vote(true), 'support.missed': vote(false) };
  return answerForm(current, await request.formData(), intents, { errorPage: [noAnswer] });
});

async function headOfAnswer(current: Current, found: FoundAnswer) {
  const { answer, main, plainText } = found;
  const text = await getText(current.locale);
  const { publicUrl } = current.config;
  const trail = [
    [text('support.page.title'), '/support'],
    [text(SUPPORT_TOPICS[answer.topic].name), `/support/${answer.topic}`],
    [answer.title, answer.path],
  ] as const;
  return {
    title: answer.title,
    description: answer.blurb,
    type: 'article' as const,
    modifiedTime: answer.updatedAt,
    noindex: main.visibility !== 'public',
    path: main.path,
    jsonLd: [
      placesData(publicUrl, current.locale, trail),
      questionsData(publicUrl, current.locale, [{ answer, text: plainText }]),
    ],
  };
}

export const headers = formHeaders;

export const handle: CacheHandle = { cacheTopics: SUPPORT_CACHE_TOPICS };

export default function SupportAnswerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { answer, variants, isUntranslated, related, vote, writing } = loaderData;
  const form = useForm(actionData, { of: 'support.' });
  const { contact } = SUPPORT_TOPICS[answer.topic];
  return (
    <div className="mx-auto max-w-3xl space-y-10">
      <AnswerArticle answer={answer} variants={variants} isUntranslated={isUntranslated} />
      <DidItHelp form={form} vote={vote} writing={writing} />
      {related.length > 0 && (
        <section aria-labelledby="related" className="space-y-5">
          <h2 id="related" className="text-2xl">
            {text('support.answer.related')}
          </h2>
          <AnswerList answers={related} />
        </section>
      )}
      <StillStuck topic={contact} />
    </div>
  );
}
