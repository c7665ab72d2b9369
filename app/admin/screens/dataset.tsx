import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { Removal } from '#app/current/forms/removal.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Fact, FactList, Panel, RecordHeader } from '#app/current/page/record.tsx';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { findChart } from '#app/telemetry/datasets/dataset-sums.server.ts';
import { CHART_SPANS } from '#app/telemetry/datasets/dataset.ts';
import { getDataset } from '#app/telemetry/datasets/datasets.server.ts';
import { LocalTime } from '#lib/locale/time.tsx';

import { adminHead } from '../admin-head.server.ts';
import { DatasetChart } from '../telemetry/dataset-chart.tsx';
import { datasetIntents } from '../telemetry/dataset-intents.server.ts';
import type { Route } from './+types/dataset';

const PATH = '/admin/telemetry/datasets';

export const loader = withCurrent(async (current, { params, request }: Route.LoaderArgs) => {
  const dataset = await getDataset(current, params.datasetId);
  const query = new URL(request.url).searchParams;
  const named = (kind: string, name: string | null) =>
    dataset.fields.find((field) => field.kind === kind && field.name === name)?.name;
  const shown = {
    span: CHART_SPANS.find((one) => String(one) === query.get('days')) ?? CHART_SPANS[0],
    field: named('number', query.get('field')),
    tag: named('tag', query.get('tag')),
  };
  return {
    dataset,
    shown,
    chart: await findChart(current, dataset, shown),
    now: current.now().getTime(),
    crumb: dataset.datasetId,
    crumbsAbove: [{ to: PATH, name: (await adminHead(current, 'admin.datasets.title', 'admin.datasets.about')).title }],
    head: await adminHead(current, 'admin.datasets.oneTitle', 'admin.datasets.about', { name: dataset.datasetId }),
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), datasetIntents(params)),
);

export const headers = formHeaders;

const DELETE = { intent: 'datasets.delete' };

export default function DatasetPage({ loaderData: { dataset, shown, chart, now }, actionData }: Route.ComponentProps) {
  const { text, formatNumber } = useText();
  const { datasetId, appId, fields, rowsPerDay, rowsToday, createdAt } = dataset;
  const form = useForm(actionData, { of: 'datasets.', action: useSitePath(`${PATH}/${datasetId}`) });
  const sample = Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'number' ? 1 : 'x']));
  return (
    <div className="space-y-5">
      <RecordHeader title={<span lang="zxx">{datasetId}</span>} about={<LocalTime at={createdAt} isDay />} />
      <FormNotice form={form} />
      <Panel title={text('admin.datasets.chart')}>
        <DatasetChart dataset={dataset} shown={shown} chart={chart} now={now} />
      </Panel>
      <Panel title={text('admin.datasets.facts')}>
        <FactList>
          <Fact name={text('admin.datasets.app')}>
            <span lang="zxx">{appId}</span>
          </Fact>
          <Fact name={text('admin.datasets.fields')}>
            <code lang="zxx">{fields.map(({ name, kind }) => `${name}: ${kind}`).join(', ')}</code>
          </Fact>
          <Fact name={text('admin.datasets.today')}>{formatNumber(rowsToday)}</Fact>
          <Fact name={text('admin.datasets.most')}>{formatNumber(rowsPerDay)}</Fact>
        </FactList>
        <p>{text('admin.datasets.howToTell')}</p>
        <pre lang="zxx" className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">
          {[
            `POST /api/telemetry/datasets/${datasetId}`,
            'Rumpus-App-Key: …',
            'Content-Type: application/json',
            '',
            JSON.stringify({ data: [sample] }),
          ].join('\n')}
        </pre>
        <Removal
          form={form}
          fields={DELETE}
          label={text('admin.datasets.delete')}
          question={text('admin.datasets.deleteSure')}
          submit={text('admin.datasets.deleteYes')}
        />
      </Panel>
    </div>
  );
}
