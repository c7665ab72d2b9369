import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import type { CrateSize } from '#app/storage/crates/crate-list.ts';
import { formatSize } from '#lib/locale/format-size.ts';
import { BarChart } from '#lib/ui/bar-chart.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Table } from '#lib/ui/table.tsx';
import type { Column } from '#lib/ui/table.tsx';

/** Drawn by items, with all figures in the table behind it. */
export function SizesPanel({ sizes }: { sizes: readonly CrateSize[] }) {
  const { text, formatDate, formatNumber } = useText();
  const formatDay = (day: string) => formatDate(day, { dateStyle: 'medium' });
  const [first, last] = [sizes[0], sizes.at(-1)];
  if (first === undefined || last === undefined) {
    return (
      <Panel id="sizes" title={text('admin.crate.sizes')}>
        <p className="text-muted">{text('admin.crate.notMeasured')}</p>
      </Panel>
    );
  }
  const most = formatNumber(Math.max(...sizes.map(({ items }) => items)));
  return (
    <Panel id="sizes" title={text('admin.crate.sizes')}>
      <BarChart
        label={text('admin.crate.sizesChart', { count: sizes.length, most })}
        className="h-20"
        bars={sizes.map(({ day, items }) => {
          return { key: day, value: items, title: `${formatDay(day)}: ${formatNumber(items)}` };
        })}
      />
      <p className="flex justify-between gap-4 text-sm text-muted">
        <span>{formatDay(first.day)}</span>
        <span className="text-end">{formatDay(last.day)}</span>
      </p>
      <Details summary={text('admin.crate.sizesTable')}>
        <SizesTable sizes={sizes} />
      </Details>
    </Panel>
  );
}

function SizesTable({ sizes }: { sizes: readonly CrateSize[] }) {
  const { text, formatDate, formatNumber } = useText();
  const columns: Column<CrateSize>[] = [
    { id: 'day', header: text('admin.crate.day'), cell: ({ day }) => formatDate(day, { dateStyle: 'medium' }) },
    { id: 'items', header: text('admin.crates.items'), cell: ({ items }) => formatNumber(items), isNumber: true },
    {
      id: 'bytes',
      header: text('admin.crates.bytes'),
      cell: ({ bytes }) => formatSize(bytes, formatNumber),
      isNumber: true,
    },
    { id: 'files', header: text('admin.crate.files'), cell: ({ files }) => formatNumber(files), isNumber: true },
  ];
  return (
    <Table caption={text('admin.crate.sizes')} columns={columns} rows={sizes.toReversed()} toKey={({ day }) => day} />
  );
}
