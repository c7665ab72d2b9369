import { useText } from '#app/current/locale.ts';
import type { ListKind } from '#app/current/page/list.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import type { Dataset } from '#app/telemetry/datasets/dataset.ts';
import drawing from '#content/art/counting-ducks.svg';
import { EmptyState } from '#lib/ui/empty-state.tsx';

import { Count } from '../apps/apps-table.tsx';

export const DATASETS: ListKind<Dataset> = {
  toKey: ({ datasetId }) => datasetId,
  columns: [
    {
      id: 'name',
      header: 'admin.datasets.name',
      cell: ({ datasetId }) => (
        <SiteLink to={`/admin/telemetry/datasets/${datasetId}`} className="font-extrabold text-link underline">
          <span lang="zxx">{datasetId}</span>
        </SiteLink>
      ),
    },
    { id: 'app', header: 'admin.datasets.app', cell: ({ appId }) => <span lang="zxx">{appId}</span> },
    {
      id: 'fields',
      header: 'admin.datasets.fields',
      cell: ({ fields }) => <code lang="zxx">{fields.map(({ name }) => name).join(', ')}</code>,
    },
    {
      id: 'today',
      header: 'admin.datasets.today',
      cell: ({ rowsToday }) => <Count value={rowsToday} />,
      isNumber: true,
    },
    {
      id: 'most',
      header: 'admin.datasets.most',
      cell: ({ rowsPerDay }) => <Count value={rowsPerDay} />,
      isNumber: true,
    },
  ],
  empty: NoDatasets,
  pages: { title: 'admin.datasets.title', cursor: 'after', next: 'admin.datasets.title' },
};

function NoDatasets() {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <h2>{text('admin.datasets.none')}</h2>
      <p className="max-w-prose">{text('admin.datasets.noneHow')}</p>
    </EmptyState>
  );
}
