import { useText } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { shortlinkPage } from '#app/shortlinks/shortlink.ts';
import type {
  LinkDevice,
  ShortlinkRecord,
  VisitCount,
  VisitField,
  VisitSpan,
  LinkVisitSums,
} from '#app/shortlinks/shortlink.ts';
import { useTimeZone } from '#lib/locale/time.tsx';
import { BarChart } from '#lib/ui/bar-chart.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Table } from '#lib/ui/table.tsx';

import { DEVICE_NAMES } from './rules-fields.tsx';

interface ShortlinkChartProps {
  readonly link: ShortlinkRecord;
  readonly visits: readonly LinkVisitSums[];
  readonly counts: readonly VisitCount[];
  readonly span: VisitSpan;
}

/** The visits of one link over time, those of programs apart, with the tables behind them. */
export function VisitChart({ link, visits, counts, span }: ShortlinkChartProps) {
  const { text } = useText();
  const path = shortlinkPage(link.slug);
  return (
    <div className="space-y-4">
      <LinkTabs
        label={text('admin.shortlinks.spans')}
        tabs={SPANS.map((one) => {
          const to = one === 'month' ? path : `${path}?span=${one}`;
          return { to, title: text(SPAN_NAMES[one]), isCurrent: one === span };
        })}
      />
      <Series visits={visits} span={span} />
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        {FIELDS.map((field) => (
          <CountTable key={field} link={link} field={field} counts={counts.filter((one) => one.field === field)} />
        ))}
      </div>
      <p className="text-sm text-muted">{text('admin.shortlinks.counting')}</p>
    </div>
  );
}

type SeriesProps = Pick<ShortlinkChartProps, 'visits' | 'span'>;

function useSpanFormat(span: VisitSpan): (at: string) => string {
  const { formatDate } = useText();
  const timeZone = useTimeZone();
  return (at) =>
    span === 'day'
      ? formatDate(at, { dateStyle: 'short', timeStyle: 'short', timeZone })
      : span === 'month'
        ? formatDate(at, { dateStyle: 'medium', timeZone: 'UTC' })
        : formatDate(at, { year: 'numeric', month: 'long', timeZone: 'UTC' });
}

function Series({ visits, span }: SeriesProps) {
  const { text, formatNumber } = useText();
  const formatSpan = useSpanFormat(span);
  const sum = (kind: ShownKind) => visits.reduce((all, one) => all + one[kind], 0);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {KINDS.map((kind) => (
          <figure key={kind} className="space-y-1">
            <figcaption className="flex justify-between gap-2 text-sm font-bold">
              <span>{text(KIND_NAMES[kind])}</span>
              <span>{formatNumber(sum(kind))}</span>
            </figcaption>
            <BarChart
              className="h-20"
              label={text('admin.shortlinks.chart', {
                kind: text(KIND_NAMES[kind]),
                sum: sum(kind),
                most: Math.max(0, ...visits.map((one) => one[kind])),
              })}
              bars={visits.map((one) => {
                return { key: one.at, value: one[kind], title: `${formatSpan(one.at)}: ${formatNumber(one[kind])}` };
              })}
            />
          </figure>
        ))}
      </div>
      <SeriesTable visits={visits} span={span} />
    </>
  );
}

function SeriesTable({ visits, span }: SeriesProps) {
  const { text, formatNumber } = useText();
  const formatSpan = useSpanFormat(span);
  return (
    <Details summary={text('admin.shortlinks.table')}>
      <Table
        caption={text('admin.shortlinks.visitsOverTime')}
        rows={visits.toReversed()}
        toKey={({ at }) => at}
        columns={[
          { id: 'at', header: text('admin.shortlinks.when'), cell: ({ at }) => formatSpan(at) },
          ...KINDS.map((kind) => ({
            id: kind,
            header: text(KIND_NAMES[kind]),
            cell: (one: LinkVisitSums) => formatNumber(one[kind]),
            isNumber: true,
          })),
        ]}
      />
    </Details>
  );
}

interface CountTableProps {
  readonly link: ShortlinkRecord;
  readonly field: VisitField;
  readonly counts: readonly VisitCount[];
}

function CountTable({ link, field, counts }: CountTableProps) {
  const { text, formatNumber } = useText();
  const nameOf = (value: string) => {
    if (field === 'target') return value === '0' ? link.target : (link.rules[Number(value) - 1]?.target ?? value);
    if (field === 'device' && Object.hasOwn(DEVICE_NAMES, value)) return text(DEVICE_NAMES[value as LinkDevice]);
    if (value === '*') return text('admin.shortlinks.others');
    return value === '' ? text('admin.shortlinks.unknownValue') : value;
  };
  return (
    <Table
      caption={text(FIELD_NAMES[field])}
      rows={counts}
      toKey={({ value }) => value}
      columns={[
        {
          id: 'value',
          header: text(FIELD_NAMES[field]),
          cell: ({ value }) => (
            <span lang="zxx" className="wrap-anywhere">
              {nameOf(value)}
            </span>
          ),
        },
        {
          id: 'visits',
          header: text('admin.shortlinks.visits'),
          cell: ({ visits }) => formatNumber(visits),
          isNumber: true,
        },
      ]}
      empty={text('admin.shortlinks.noVisits')}
    />
  );
}

const SPANS = ['day', 'month', 'year'] as const satisfies readonly VisitSpan[];
const SPAN_NAMES = {
  day: 'admin.shortlinks.spanDay',
  month: 'admin.shortlinks.spanMonth',
  year: 'admin.shortlinks.spanYear',
} as const;

type ShownKind = Exclude<keyof LinkVisitSums, 'at'>;
const KINDS: readonly ShownKind[] = ['visits', 'visitors', 'bots', 'unfurls'];
const KIND_NAMES = {
  visits: 'admin.shortlinks.visits',
  visitors: 'admin.shortlinks.visitors',
  bots: 'admin.shortlinks.bots',
  unfurls: 'admin.shortlinks.unfurls',
} as const;

const FIELDS = ['target', 'source', 'device', 'locale', 'country'] as const satisfies readonly VisitField[];
const FIELD_NAMES = {
  target: 'admin.shortlinks.byTarget',
  source: 'admin.shortlinks.bySource',
  device: 'admin.shortlinks.byDevice',
  locale: 'admin.shortlinks.byLocale',
  country: 'admin.shortlinks.byCountry',
} as const;
