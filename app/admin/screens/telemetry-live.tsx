import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { findLiveFigures } from '#app/telemetry/visits/live.server.ts';
import type { Dimension, LiveFigures, LiveVisits } from '#app/telemetry/visits/visits.ts';
import { BarChart } from '#lib/ui/bar-chart.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Table } from '#lib/ui/table.tsx';

import { adminHead } from '../admin-head.server.ts';
import { TelemetryHeader } from '../telemetry/telemetry-header.tsx';
import { DIMENSION_NAMES, VisitValue } from '../telemetry/visit-values.tsx';
import type { Route } from './+types/telemetry-live';

export const loader = withCurrent(async (current) => {
  const [live, head] = await Promise.all([
    findLiveFigures(current),
    adminHead(current, 'admin.telemetry.liveTitle', 'admin.telemetry.about'),
  ]);
  return { live, head, crumb: head.title };
});

export default function TelemetryLive({ loaderData: { live } }: Route.ComponentProps) {
  const { text, formatNumber } = useText();
  useLooksAgain();
  const { visitors, pages, sources, countries, isCut } = live;
  return (
    <div className="space-y-2">
      <TelemetryHeader section="live" />
      <dl className="flex flex-wrap items-end gap-x-8">
        <div>
          <dt className="text-sm text-muted">{text('admin.telemetry.now')}</dt>
          <dd className="font-display text-4xl">{formatNumber(visitors)}</dd>
        </div>
      </dl>
      <p className="text-sm text-muted">{text(isCut ? 'admin.telemetry.liveCut' : 'admin.telemetry.liveAbout')}</p>
      <MinutePanel {...live} />
      <div className="grid items-start gap-3 md:grid-cols-2 2xl:grid-cols-3">
        <LiveList dimension="path" rows={pages} empty="admin.telemetry.liveNothing" />
        <LiveList dimension="source" rows={sources} empty="admin.telemetry.liveNoSource" />
        <LiveList dimension="country" rows={countries} empty="admin.telemetry.liveNoCountry" />
      </div>
      <p className="text-sm">
        <SiteLink to="/admin/telemetry/live" className="inline-block py-0.5 text-link underline">
          {text('admin.telemetry.lookAgain')}
        </SiteLink>
      </p>
    </div>
  );
}

const PAUSE_MS = 15_000;

/** As long as somebody looks at it. */
function useLooksAgain(): void {
  const { revalidate } = useRevalidator();
  const lookAgain = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void revalidate();
  });
  useEffect(() => {
    const timer = setInterval(() => lookAgain(), PAUSE_MS);
    return () => clearInterval(timer);
  }, []);
}

function MinutePanel({ minutes }: Pick<LiveFigures, 'minutes'>) {
  const { text, formatNumber, formatRelative } = useText();
  const most = Math.max(0, ...minutes.map(({ views }) => views));
  const formatMinute = (ago: number) => formatRelative(-60 * ago);
  return (
    <Panel title={text('admin.telemetry.byMinute')}>
      <BarChart
        className="h-20"
        label={text('admin.telemetry.minutesChart', { most: formatNumber(most) })}
        bars={minutes.map(({ ago, views }) => {
          return { key: String(ago), value: views, title: `${formatMinute(ago)}: ${formatNumber(views)}` };
        })}
      />
      <Details summary={text('admin.telemetry.table')}>
        <Table
          isNarrow
          caption={text('admin.telemetry.byMinute')}
          rows={minutes.toReversed()}
          toKey={({ ago }) => String(ago)}
          columns={[
            { id: 'at', header: text('admin.telemetry.time'), cell: ({ ago }) => formatMinute(ago) },
            {
              id: 'views',
              header: text('admin.telemetry.views'),
              cell: ({ views }) => formatNumber(views),
              isNumber: true,
            },
          ]}
        />
      </Details>
    </Panel>
  );
}

interface LiveListProps {
  readonly dimension: Dimension;
  readonly rows: readonly LiveVisits[];
  readonly empty: TextKey;
}

function LiveList({ dimension, rows, empty }: LiveListProps) {
  const { text, formatNumber } = useText();
  const number = (id: 'visitors' | 'views', header: TextKey) => {
    return { id, header: text(header), cell: (row: LiveVisits) => formatNumber(row[id]), isNumber: true };
  };
  return (
    <Table
      isNarrow
      caption={text(DIMENSION_NAMES[dimension])}
      rows={rows}
      toKey={({ value }) => value}
      empty={text(empty)}
      columns={[
        {
          id: 'value',
          header: text('admin.telemetry.value'),
          cell: ({ value }) => (
            <span className="wrap-anywhere">
              <VisitValue dimension={dimension} value={value} />
            </span>
          ),
        },
        number('visitors', 'admin.telemetry.visitors'),
        number('views', 'admin.telemetry.views'),
      ]}
    />
  );
}
