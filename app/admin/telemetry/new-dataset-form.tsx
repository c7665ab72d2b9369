import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { MAX_FIELDS, MAX_ROWS_PER_DAY } from '#app/telemetry/datasets/dataset.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field, TextareaField } from '#lib/ui/field.tsx';

const CREATE = { intent: 'datasets.create' };
const DEFAULT_ROWS = 1000;
/** What is typed is no language. */
const CODE = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

export function NewDatasetForm({ form }: { readonly form: PageForm }) {
  const { text } = useText();
  const refusal = form.findRefusal(CREATE);
  const [id, app] = [fieldFor(refusal, 'datasetId'), fieldFor(refusal, 'appId')];
  const isTaken = refusal?.problem.code === 'telemetry.datasetTaken';
  return (
    <Details open={refusal !== undefined} summary={text('admin.datasets.create')}>
      <ActionForm form={form} fields={CREATE} className="grid gap-4 sm:grid-cols-2">
        <Field
          label={text('admin.datasets.name')}
          hint={text('admin.datasets.nameHint')}
          {...id}
          error={isTaken ? id.error : id.error && text('admin.datasets.nameWrong')}
          required
          maxLength={48}
          {...CODE}
        />
        <Field
          label={text('admin.datasets.app')}
          hint={text('admin.datasets.appHint')}
          {...app}
          error={app.error && text('admin.datasets.appWrong')}
          required
          maxLength={32}
          {...CODE}
        />
        <ShapeFields refusal={refusal} />
        <Submit kind="loud" className="sm:col-span-2 sm:justify-self-start">
          {text('admin.datasets.createYes')}
        </Submit>
      </ActionForm>
    </Details>
  );
}

function ShapeFields({ refusal }: { readonly refusal: FormRefusal | undefined }) {
  const { text } = useText();
  const [fields, rows] = [fieldFor(refusal, 'fields'), fieldFor(refusal, 'rowsPerDay', DEFAULT_ROWS)];
  return (
    <>
      <TextareaField
        label={text('admin.datasets.fields')}
        hint={text('admin.datasets.fieldsHint', { most: MAX_FIELDS })}
        {...fields}
        error={fields.error && text('admin.datasets.fieldsWrong', { most: MAX_FIELDS })}
        required
        maxLength={2000}
        {...CODE}
      />
      <Field
        type="number"
        min={1}
        max={MAX_ROWS_PER_DAY}
        label={text('admin.datasets.most')}
        {...rows}
        error={rows.error && text('admin.datasets.mostWrong', { most: MAX_ROWS_PER_DAY })}
        required
      />
    </>
  );
}
