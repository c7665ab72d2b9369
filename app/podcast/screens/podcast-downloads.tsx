import { getText, useText } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { BarChart } from '#lib/ui/bar-chart.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Table } from '#lib/ui/table.tsx';

import { findDownloadFigures } from '../downloads/download-figures.server.ts';
import { DOWNLOAD_DAYS, OTHER_APPS, downloadsPath, readDownloadsQuery } from '../downloads/download.ts';
import type {
  DownloadSums,
  DownloadsOfApp,
  DownloadsOfDay,
  DownloadsOfEpisode,
  DownloadsQuery,
} from '../downloads/download.ts';
import type { Route } from './+types/podcast-downloads';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const query = readDownloadsQuery(url.searchParams);
  const figures = await findDownloadFigures(current, query);
  const text = await getText(current.locale);
  return {
    query,
    figures,
    head: {
      title: figures.title ?? text('podcast.downloads.title'),
      description: text('podcast.downloads.lead'),
      noindex: true,
    },
  };
});

export default function PodcastDownloads({ loaderData: { query, figures } }: Route.ComponentProps) {
  const { text } = useText();
  const { title, sums, days, apps, episodes } = figures;
  return (
    <div className="mx-auto max-w-5xl space-y-8">
      <header className="space-y-4">
        <SiteLink
          to={title === undefined ? '/podcast' : downloadsPath({ days: query.days })}
          className="inline-block py-1 font-bold underline"
        >
          {title === undefined ? text('podcast.downloads.show') : text('podcast.downloads.all')}
        </SiteLink>
        <h1 className="squiggle text-3xl sm:text-4xl">{text('podcast.downloads.title')}</h1>
        {title !== undefined && (
          <p lang="en" className="text-xl font-bold wrap-anywhere">
            {title}
          </p>
        )}
        <p className="text-lg">{text('podcast.downloads.lead')}</p>
      </header>
      <Periods {...query} />
      <Sums {...sums} />
      <Days days={days} />
      <Apps apps={apps} all={sums.downloads} />
      {title === undefined && <Episodes episodes={episodes} query={query} />}
      <p>
        <a href={downloadsPath(query, '.csv')} download className="inline-block py-1 font-bold underline">
          {text('podcast.downloads.csv')}
        </a>
      </p>
    </div>
  );
}

function Periods({ days, episode }: DownloadsQuery) {
  const { text } = useText();
  const tabs = DOWNLOAD_DAYS.map((one) => {
    const title = text('podcast.downloads.days', { days: one });
    return { to: downloadsPath({ days: one, episode }), title, isCurrent: one === days };
  });
  return <LinkTabs label={text('podcast.downloads.periods')} tabs={tabs} look="feeds" />;
}

function Sums({ downloads, bots }: DownloadSums) {
  const { text, formatNumber } = useText();
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-4">
      <div>
        <dt className="text-muted">{text('podcast.downloads.downloads')}</dt>
        <dd className="font-display text-4xl">{formatNumber(downloads)}</dd>
      </div>
      <div>
        <dt className="text-muted">{text('podcast.downloads.bots')}</dt>
        <dd className="font-display text-4xl">{formatNumber(bots)}</dd>
      </div>
    </dl>
  );
}

function Days({ days }: { readonly days: readonly DownloadsOfDay[] }) {
  const { text, formatDate, formatNumber } = useText();
  const formatDay = (day: string) => formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' });
  const most = Math.max(0, ...days.map(({ downloads }) => downloads));
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return (
    <section aria-labelledby="days" className="space-y-4">
      <h2 id="days" className="text-2xl">
        {text('podcast.downloads.byDay')}
      </h2>
      {most > 0 && first !== undefined && last !== undefined && (
        <div className="block-card space-y-2 p-5">
          <BarChart
            label={text('podcast.downloads.chart', { most })}
            className="h-40"
            bars={days.map(({ day, downloads }) => {
              return { key: day, value: downloads, title: `${formatDay(day)}: ${formatNumber(downloads)}` };
            })}
          />
          <p className="flex justify-between gap-4 text-sm text-muted">
            <span>{formatDay(first)}</span>
            <span className="text-end">{formatDay(last)}</span>
          </p>
        </div>
      )}
      <Details summary={text('podcast.downloads.table')}>
        <Table
          caption={text('podcast.downloads.byDay')}
          rows={days.toReversed()}
          toKey={({ day }) => day}
          columns={[
            { id: 'day', header: text('podcast.downloads.day'), cell: ({ day }) => formatDay(day) },
            ...useSumColumns(),
          ]}
        />
      </Details>
    </section>
  );
}

function Apps({ apps, all }: { readonly apps: readonly DownloadsOfApp[]; readonly all: number }) {
  const { text, formatNumber } = useText();
  return (
    <Table
      caption={text('podcast.downloads.byApp')}
      rows={apps}
      toKey={({ app }) => app}
      empty={text('podcast.downloads.none')}
      columns={[
        {
          id: 'app',
          header: text('podcast.downloads.app'),
          cell: ({ app }) => (app === OTHER_APPS ? text('podcast.downloads.other') : app),
        },
        {
          id: 'downloads',
          header: text('podcast.downloads.downloads'),
          isNumber: true,
          cell: ({ downloads }) => formatNumber(downloads),
        },
        {
          id: 'share',
          header: text('podcast.downloads.share'),
          isNumber: true,
          cell: ({ downloads }) => formatNumber(downloads / all, { style: 'percent', maximumFractionDigits: 1 }),
        },
      ]}
    />
  );
}

function Episodes({
  episodes,
  query,
}: {
  readonly episodes: readonly DownloadsOfEpisode[];
  readonly query: DownloadsQuery;
}) {
  const { text } = useText();
  return (
    <Table
      caption={text('podcast.downloads.byEpisode')}
      rows={episodes}
      toKey={({ itemId }) => itemId}
      empty={text('podcast.downloads.none')}
      columns={[
        {
          id: 'episode',
          header: text('podcast.downloads.episode'),
          cell: ({ title, slug }) =>
            title === undefined ? (
              text('podcast.downloads.gone')
            ) : (
              <SiteLink to={downloadsPath({ ...query, episode: slug })} lang="en" className="underline wrap-anywhere">
                {title}
              </SiteLink>
            ),
        },
        ...useSumColumns(),
      ]}
    />
  );
}

function useSumColumns() {
  const { text, formatNumber } = useText();
  return [
    {
      id: 'downloads',
      header: text('podcast.downloads.downloads'),
      isNumber: true,
      cell: ({ downloads }: DownloadSums) => formatNumber(downloads),
    },
    {
      id: 'bots',
      header: text('podcast.downloads.bots'),
      isNumber: true,
      cell: ({ bots }: DownloadSums) => formatNumber(bots),
    },
  ];
}
