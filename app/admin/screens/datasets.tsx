import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { List } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { listDatasets } from '#app/telemetry/datasets/datasets.server.ts';

import { adminHead } from '../admin-head.server.ts';
import { newDatasetIntents } from '../telemetry/dataset-intents.server.ts';
import { DATASETS } from '../telemetry/dataset-table.tsx';
import { NewDatasetForm } from '../telemetry/new-dataset-form.tsx';
import { TelemetryHeader } from '../telemetry/telemetry-header.tsx';
import type { Route } from './+types/datasets';

const PATH = '/admin/telemetry/datasets';

export const loader = withCurrent(async (current) => {
  const head = await adminHead(current, 'admin.datasets.title', 'admin.datasets.about');
  return { datasets: await listDatasets(current), crumb: head.title, head };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), newDatasetIntents(params)),
);

export const headers = formHeaders;

export default function Datasets({ loaderData: { datasets }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { of: 'datasets.', action: useSitePath(PATH) });
  return (
    <div className="space-y-2">
      <TelemetryHeader section="datasets" />
      <FormNotice form={form} />
      <NewDatasetForm form={form} />
      <List of={DATASETS} caption={text('admin.datasets.title')} rows={datasets} address={PATH} next={undefined} />
    </div>
  );
}
