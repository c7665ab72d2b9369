import { useId, useState } from 'react';
import type { FormEvent } from 'react';

import { APP_RIGHTS, MAX_NAME } from '#app/apps/app-key.ts';
import type { AppRight, Scope } from '#app/apps/app-key.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Field, SelectField } from '#lib/ui/field.tsx';
import { Table } from '#lib/ui/table.tsx';

import { KEY_LIFETIMES, mayField, readScopes } from './key-fields.ts';
import { LeakSentences } from './leak-sentences.tsx';
import type { CrateForApps } from './leak.ts';

interface AppKeyFormProps {
  readonly crates: readonly CrateForApps[];
  readonly form: PageForm;
}

/** Says while it is filled in what a leaked key could do; without scripts, beside the new key. */
export function KeyForm({ crates, form }: AppKeyFormProps) {
  const { text } = useText();
  const refusal = form.findRefusal(CREATE);
  const [scopes, setScopes] = useState<readonly Scope[]>(() => readScopes(Object.keys(refusal?.values ?? {})));
  const update = (event: FormEvent<HTMLFormElement>) =>
    setScopes(readScopes([...new FormData(event.currentTarget).keys()]));
  return (
    <ActionForm form={form} fields={CREATE} onChange={update} className="space-y-4">
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Field
          label={text('admin.apps.keyName')}
          hint={text('admin.apps.keyNameHint')}
          {...fieldFor(refusal, 'name')}
          error={refusal?.problem.fields?.['name'] !== undefined && text('admin.apps.nameWrong', { most: MAX_NAME })}
          required
          maxLength={MAX_NAME}
          autoComplete="off"
        />
        <SelectField
          label={text('keys.form.lifetime')}
          name="days"
          defaultValue={refusal?.values['days'] ?? String(KEY_LIFETIMES[1])}
        >
          {KEY_LIFETIMES.map((days) => (
            <option key={days} value={days}>
              {text('keys.form.days', { days })}
            </option>
          ))}
          <option value="">{text('keys.form.forever')}</option>
        </SelectField>
        <LimitField refusal={refusal} limit={null} />
      </div>
      <Rights crates={crates} refusal={refusal} />
      <section className="space-y-2">
        <h3 className="text-base">{text('admin.leak.title')}</h3>
        {scopes.length === 0 ? (
          <p className="text-muted">{text('admin.leak.nothing')}</p>
        ) : (
          <LeakSentences scopes={scopes} crates={crates} />
        )}
      </section>
      <Submit kind="loud">{text('admin.apps.makeKey')}</Submit>
    </ActionForm>
  );
}

const CREATE = { intent: 'apps.createKey' };

export function LimitField({
  refusal,
  limit,
}: {
  readonly refusal: FormRefusal | undefined;
  readonly limit: number | null;
}) {
  const { text } = useText();
  return (
    <Field
      label={text('admin.apps.limit')}
      hint={text('admin.apps.limitHint')}
      {...fieldFor(refusal, 'callsPerMinute', limit ?? '')}
      error={refusal?.problem.fields?.['callsPerMinute'] !== undefined && text('admin.apps.limitWrong')}
      inputMode="numeric"
      autoComplete="off"
    />
  );
}

function Rights({ crates, refusal }: Pick<AppKeyFormProps, 'crates'> & { readonly refusal: FormRefusal | undefined }) {
  const { text } = useText();
  const errorId = useId();
  const wrong = refusal?.problem.fields?.['scopes'];
  const rows = [
    ...crates.filter((crate) => crate.reads || crate.makes || crate.changes || crate.deletes || crate.stats),
    { crateId: 'perks', name: text('admin.perks.title') },
    { crateId: '*', name: text('admin.apps.everyCrate') },
  ];
  return (
    <fieldset className="space-y-2" aria-describedby={wrong === undefined ? undefined : errorId}>
      <legend className="field-label">{text('admin.apps.rights')}</legend>
      <p className="field-hint">{text('admin.apps.rightsHint')}</p>
      {wrong !== undefined && (
        <p id={errorId} className="field-error">
          {text('admin.apps.rightsWrong')}
        </p>
      )}
      <Table
        caption={text('admin.apps.rights')}
        rows={rows}
        toKey={({ crateId }) => crateId}
        columns={[
          { id: 'crate', header: text('admin.apps.crate'), cell: ({ name }) => <span lang="zxx">{name}</span> },
          ...APP_RIGHTS.map((right) => ({
            id: right,
            header: text(RIGHT_NAMES[right]),
            cell: ({ crateId, name }: { readonly crateId: string; readonly name: string }) => (
              <input
                type="checkbox"
                className="checkbox"
                name={mayField(crateId, right)}
                defaultChecked={refusal?.values[mayField(crateId, right)] !== undefined}
                aria-label={text('admin.apps.rightIn', { right: text(RIGHT_NAMES[right]), crate: name })}
                aria-invalid={(wrong !== undefined && right === 'read' && crateId === rows[0]?.crateId) || undefined}
              />
            ),
          })),
        ]}
      />
    </fieldset>
  );
}

export const RIGHT_NAMES = {
  read: 'admin.apps.right.read',
  write: 'admin.apps.right.write',
  stats: 'admin.apps.right.stats',
  records: 'admin.apps.right.records',
} as const satisfies Readonly<Record<AppRight, unknown>>;
