import { CodeBlock } from '#app/api-docs/reference/code-block.tsx';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { inLocale, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Fact, FactList, Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { MAX_BULK_ITEMS, MAX_IMPORT_BYTES } from '#app/storage/bulk/bulk.ts';
import { Field } from '#lib/ui/field.tsx';

import { adminHead } from '../admin-head.server.ts';
import { importIntents } from '../bulk/bulk-forms.server.ts';
import { loadImportPage } from '../bulk/bulk-page.server.ts';
import { SAMPLE_CSV, SAMPLE_LINES, TOLD_COLUMNS } from '../bulk/import-columns.ts';
import type { Route } from './+types/crate-import';

export const handle: FormHandle = { maxFileFormBytes: MAX_IMPORT_BYTES + 64 * 1024 };

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const page = await loadImportPage(current, params.crateId);
  const head = await adminHead(current, 'admin.import.title', 'admin.import.about', { crate: page.crate.name });
  return { ...page, crumb: head.title, head };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(
    current,
    await request.formData(),
    importIntents(params.crateId, (path) => inLocale(params, path)),
  ),
);

export const headers = formHeaders;

export default function CrateImport({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { crate } = loaderData;
  const form = useForm(actionData, { of: 'bulk.' });
  const path = `/admin/crates/${crate.crateId}`;
  return (
    <div className="space-y-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-2xl wrap-anywhere">{text('admin.import.title', { crate: crate.name })}</h1>
        <SiteLink to={`${path}/items`} className="font-bold text-link underline">
          {text('admin.bulk.toItems')}
        </SiteLink>
        <SiteLink to={`${path}/bulk`} className="font-bold text-link underline">
          {text('admin.import.toActs')}
        </SiteLink>
      </header>
      <FormNotice form={form} />
      <FileForm form={form} />
      <Formats path={path} />
    </div>
  );
}

function FileForm({ form }: { form: PageForm }) {
  const { text, formatNumber } = useText();
  const refusal = form.findRefusal({ intent: 'bulk.import' });
  const limits = { megabytes: MAX_IMPORT_BYTES / 1024 / 1024, count: formatNumber(MAX_BULK_ITEMS) };
  return (
    <Panel title={text('admin.import.choose')}>
      <ActionForm form={form} fields={{ intent: 'bulk.import' }} encType="multipart/form-data" className="space-y-3">
        <p>{text('admin.import.how')}</p>
        <Field
          type="file"
          name="file"
          required
          accept=".csv,.jsonl,.ndjson,.json,.txt"
          label={text('admin.import.file')}
          hint={text('admin.import.fileHint', limits)}
          error={refusal?.problem.fields?.['file']}
        />
        <Submit kind="loud">{text('admin.bulk.preview')}</Submit>
      </ActionForm>
    </Panel>
  );
}

function Formats({ path }: { path: string }) {
  const { text } = useText();
  return (
    <Panel title={text('admin.import.formats')}>
      <div className="grid gap-4">
        <p>{text('admin.import.matched')}</p>
        <p className="flex flex-wrap gap-x-4">
          <a href={`${path}/import/template.csv`} download className="font-bold text-link underline">
            {text('admin.import.template')}
          </a>
          <SiteLink to={`${path}/bulk?of=`} className="font-bold text-link underline">
            {text('admin.import.export')}
          </SiteLink>
        </p>
        <CodeBlock code={SAMPLE_CSV} label={text('admin.import.format.csv')} />
        <FactList>
          {Object.entries(TOLD_COLUMNS).map(([name, meaning]) => (
            <Fact key={name} name={<span lang="zxx">{name}</span>}>
              {text(meaning)}
            </Fact>
          ))}
        </FactList>
        <p>{text('admin.import.lines')}</p>
        <CodeBlock code={SAMPLE_LINES} label={text('admin.import.format.lines')} />
        <p>{text('admin.import.transfer')}</p>
      </div>
    </Panel>
  );
}
