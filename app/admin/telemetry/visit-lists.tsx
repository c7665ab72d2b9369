import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { DIMENSIONS, writeVisitsQuery } from '#app/telemetry/visits/visits.ts';
import type { Dimension, VisitFigures, VisitsOfValue, VisitsQuery } from '#app/telemetry/visits/visits.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Table } from '#lib/ui/table.tsx';
import type { Column } from '#lib/ui/table.tsx';

import { Change, readBounceRate, readDuration, useDurationFormat } from './visit-totals.tsx';
import { DIMENSION_NAMES, VisitValue } from './visit-values.tsx';
import { VISITS_PATH } from './visits-path.ts';

interface VisitListsProps extends Pick<VisitFigures, 'lists'> {
  readonly query: VisitsQuery;
}

/** The most frequent values of each dimension, of which some have something to tell. */
export function VisitLists({ lists, query }: VisitListsProps) {
  return (
    <ul className="grid items-start gap-3 md:grid-cols-2 2xl:grid-cols-3">
      {DIMENSIONS.map((dimension) => {
        const rows = lists[dimension] ?? [];
        if (rows.length === 0) return null;
        return (
          <li key={dimension} className="min-w-0">
            <ShortList dimension={dimension} rows={rows} query={query} />
          </li>
        );
      })}
    </ul>
  );
}

interface DimensionListProps {
  readonly dimension: Dimension;
  readonly rows: readonly VisitsOfValue[];
  readonly query: VisitsQuery;
}

function ShortList({ dimension, rows, query }: DimensionListProps) {
  const { text } = useText();
  const name = text(DIMENSION_NAMES[dimension]);
  return (
    <>
      <Table isNarrow caption={name} rows={rows} toKey={({ value }) => value} columns={useColumns(dimension, query)} />
      <p className="text-end text-sm">
        <SiteLink
          to={withQuery(VISITS_PATH, writeVisitsQuery(query, { by: dimension }))}
          className="inline-block py-0.5 text-link underline"
        >
          {text('admin.telemetry.allOf', { what: name })}
        </SiteLink>
      </p>
    </>
  );
}

/** All values of one dimension, with all that is known of them. */
export function WholeList({ dimension, rows, query }: DimensionListProps) {
  const { text, formatNumber } = useText();
  const formatDuration = useDurationFormat();
  const number = (id: string, header: string, read: (row: VisitsOfValue) => string): Column<VisitsOfValue> => {
    return { id, header, cell: read, isNumber: true };
  };
  const columns = [
    ...useColumns(dimension, query),
    number('visitors', text('admin.telemetry.visitors'), ({ visitors }) => formatNumber(visitors)),
    number('views', text('admin.telemetry.views'), ({ views }) => formatNumber(views)),
    ...(dimension === 'path' || query.path !== undefined
      ? []
      : [
          number('bounceRate', text('admin.telemetry.bounceRate'), (row) =>
            formatNumber(readBounceRate(row), { style: 'percent', maximumFractionDigits: 0 }),
          ),
          number('duration', text('admin.telemetry.duration'), (row) => formatDuration(readDuration(row))),
        ]),
  ];
  return (
    <>
      <Table
        caption={text(DIMENSION_NAMES[dimension])}
        rows={rows}
        toKey={({ value }) => value}
        columns={columns}
        empty={text('admin.telemetry.nothing')}
      />
      <p>
        <SiteLink
          to={withQuery(VISITS_PATH, writeVisitsQuery(query, { by: undefined }))}
          className="inline-block py-0.5 text-link underline"
        >
          {text('admin.telemetry.overview')}
        </SiteLink>
      </p>
    </>
  );
}

function useColumns(dimension: Dimension, query: VisitsQuery): Column<VisitsOfValue>[] {
  const { text, formatNumber } = useText();
  const columns: Column<VisitsOfValue>[] = [
    {
      id: 'value',
      header: text('admin.telemetry.value'),
      cell: ({ value }) => (
        <span className="wrap-anywhere">
          <VisitValue dimension={dimension} value={value} query={query} />
        </span>
      ),
    },
    {
      id: 'visits',
      header: text('admin.telemetry.visits'),
      cell: ({ visits }) => formatNumber(visits),
      isNumber: true,
    },
  ];
  if (query.compare === 'none') return columns;
  const change = ({ visits, visitsBefore }: VisitsOfValue) => (
    <Change now={visits} before={visitsBefore} format={formatNumber} />
  );
  return [...columns, { id: 'change', header: text('admin.telemetry.change'), cell: change, isNumber: true }];
}
