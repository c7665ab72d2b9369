import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, htmlLang, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import drawing from '#content/art/support.svg';

import { findAnswers } from '../answer-items.server.ts';
import type { SupportAnswer } from '../answer.ts';
import { SUPPORT_CACHE_TOPICS } from '../cache-topics.ts';
import { AnswerHitList } from '../search/answer-hits.tsx';
import { noteMiss } from '../search/misses.server.ts';
import { searchAnswers } from '../search/search-answers.server.ts';
import { StillStuck } from '../still-stuck.tsx';
import { SupportSearchForm } from '../support-search-form.tsx';
import { SUPPORT_TOPICS, SUPPORT_TOPIC_IDS } from '../topic.ts';
import type { SupportTopic } from '../topic.ts';
import type { Route } from './+types/support';
import '../support.css';

const FIRST = 3;

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const q = url.searchParams.get('q');
  const [answers, found] = await Promise.all([
    findAnswers(current),
    q === null ? undefined : searchAnswers(current, q),
  ]);
  return {
    found,
    topics: SUPPORT_TOPIC_IDS.map((topic) => {
      const about = answers.filter((answer) => answer.topic === topic);
      return { topic, count: about.length, first: about.slice(0, FIRST) };
    }),
    head: {
      title: text('support.page.title'),
      description: text('support.page.description'),
      noindex: found !== undefined,
    },
  };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), {
    'support.miss': {
      least: 'public',
      text: 'support.search.noted',
      run: (current, fields) => noteMiss(current, fields.raw('q')),
    },
  }),
);

export const headers = formHeaders;

export const handle: CacheHandle = { cacheTopics: SUPPORT_CACHE_TOPICS };

export default function Support({ loaderData: { topics, found }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { of: 'support.' });
  return (
    <div className="mx-auto max-w-5xl space-y-10">
      <div className="grid items-center gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_20rem]">
        <header className="space-y-5">
          <h1 className="squiggle text-4xl sm:text-5xl">{text('support.page.title')}</h1>
          <p className="text-lg">{text('support.page.lead')}</p>
          <SupportSearchForm q={found?.q} />
        </header>
        <img
          src={drawing}
          alt=""
          width="480"
          height="360"
          className={`mx-auto w-full max-w-72 md:max-w-none ${found ? 'hidden md:block' : ''}`}
        />
      </div>
      <FormNotice form={form} />
      {found && <AnswerHitList found={found} form={form} />}
      <section className="space-y-5">
        <h2 className="text-2xl">{text('support.page.topics')}</h2>
        <ul className="grid items-stretch gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {topics.map((one) => (
            <li key={one.topic}>
              <TopicTile {...one} />
            </li>
          ))}
        </ul>
      </section>
      <StillStuck />
    </div>
  );
}

interface TopicTileProps {
  readonly topic: SupportTopic;
  readonly count: number;
  readonly first: readonly SupportAnswer[];
}

function TopicTile({ topic, count, first }: TopicTileProps) {
  const { text } = useText();
  return (
    <article className={`topic-tile topic-${topic}`}>
      <h3 className="text-lg">
        <SiteLink to={`/support/${topic}`} className="inline-block py-1 hover:underline">
          {text(SUPPORT_TOPICS[topic].name)}
        </SiteLink>
      </h3>
      <p>{text(SUPPORT_TOPICS[topic].about)}</p>
      <ul className="grow space-y-1">
        {first.map(({ itemId, path, title, locale }) => (
          <li key={itemId} lang={htmlLang(locale)}>
            <SiteLink to={path} className="inline-block py-1 underline">
              {title}
            </SiteLink>
          </li>
        ))}
      </ul>
      {count > first.length && (
        <SiteLink to={`/support/${topic}`} className="inline-block py-1 font-bold underline">
          {text('support.page.all', { count, topic: text(SUPPORT_TOPICS[topic].name) })}
        </SiteLink>
      )}
    </article>
  );
}
