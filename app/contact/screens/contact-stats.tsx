import { getText, useText } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Table } from '#lib/ui/table.tsx';

import { findDeskStats } from '../desk/desk-stats.server.ts';
import { STATS_DAYS, parseStatsDays } from '../desk/desk-stats.ts';
import type { PersonStats, SubmissionCounts, TopicStats } from '../desk/desk-stats.ts';
import { TOPICS } from '../topic.ts';
import type { Route } from './+types/contact-stats';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const days = parseStatsDays(url.searchParams.get('days'));
  const text = await getText(current.locale);
  return {
    days,
    stats: await findDeskStats(current, days),
    head: {
      title: text('contact.stats.title'),
      description: text('contact.stats.lead'),
      noindex: true,
    },
  };
});

export default function ContactStats({ loaderData: { days, stats } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div className="mx-auto max-w-5xl space-y-6">
      <header className="space-y-4">
        <SiteLink to="/contact/submissions" className="inline-block py-1 font-bold underline">
          {text('contact.desk.back')}
        </SiteLink>
        <h1 className="squiggle text-3xl sm:text-4xl">{text('contact.stats.title')}</h1>
        <p className="text-lg">{text('contact.stats.lead')}</p>
      </header>
      <LinkTabs
        label={text('contact.stats.periods')}
        tabs={STATS_DAYS.map((one) => {
          const title = text('contact.stats.days', { days: one });
          return { to: `/contact/stats?days=${one}`, title, isCurrent: one === days };
        })}
        look="feeds"
      />
      <TopicTable topics={stats.topics} />
      <PersonTable people={stats.people} />
    </div>
  );
}

function TopicTable({ topics }: { readonly topics: readonly TopicStats[] }) {
  const { text, formatNumber } = useText();
  const hours = (value: number | null) => (value === null ? '–' : formatNumber(Math.round(value * 10) / 10));
  return (
    <Table
      caption={text('contact.stats.byTopic')}
      rows={topics}
      toKey={({ topic }) => topic}
      empty={text('contact.stats.none')}
      columns={[
        { id: 'topic', header: text('contact.desk.topic'), cell: ({ topic }) => text(TOPICS[topic].name) },
        ...useCounts(),
        { id: 'late', header: text('contact.stats.late'), isNumber: true, cell: ({ late }) => late },
        {
          id: 'median',
          header: text('contact.stats.median'),
          isNumber: true,
          cell: ({ medianHours }) => hours(medianHours),
        },
      ]}
    />
  );
}

function PersonTable({ people }: { readonly people: readonly PersonStats[] }) {
  const { text } = useText();
  return (
    <Table
      caption={text('contact.stats.byPerson')}
      rows={people}
      toKey={({ name }) => name}
      empty={text('contact.stats.none')}
      columns={[{ id: 'name', header: text('contact.stats.person'), cell: ({ name }) => name }, ...useCounts()]}
    />
  );
}

function useCounts() {
  const { text } = useText();
  return [
    {
      id: 'received',
      header: text('contact.stats.received'),
      isNumber: true,
      cell: ({ received }: SubmissionCounts) => received,
    },
    {
      id: 'answered',
      header: text('contact.stats.answered'),
      isNumber: true,
      cell: ({ answered }: SubmissionCounts) => answered,
    },
    {
      id: 'settled',
      header: text('contact.stats.settled'),
      isNumber: true,
      cell: ({ settled }: SubmissionCounts) => settled,
    },
  ];
}
