import { useId } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { ProofFirst } from '#app/current/page/proof-link.tsx';
import { CheckboxField, Field, SelectField } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { DEFAULT_LIFETIME, LIFETIMES, MAX_NAME_LENGTH, PERMISSION_FIELD } from '../key.ts';
import { KEY_PERMISSIONS, PERMISSION_IDS, isForStaff } from '../permissions.ts';
import { keyRequestPath } from './key-request.ts';
import type { KeyRequest } from './key-request.ts';

interface KeyFormProps {
  request: KeyRequest;
  hasProof: boolean;
  form: PageForm;
}

/** What a link has filled in stays the owner's choice. */
export function KeyForm({ request, hasProof, form }: KeyFormProps) {
  const { text, formatList } = useText();
  const refusal = form.findRefusal(CREATE);
  return (
    <ActionForm form={form} fields={CREATE} className="space-y-5">
      {request.isFilled && (
        <Notice>
          <p>{text('keys.form.requested')}</p>
          {request.unknown.length > 0 && <p>{text('keys.form.unknown', { ids: formatList(request.unknown) })}</p>}
        </Notice>
      )}
      <Field
        label={text('keys.form.name')}
        hint={text('keys.form.nameHint')}
        error={
          refusal?.problem.fields?.['name'] !== undefined && text('keys.form.nameWrong', { most: MAX_NAME_LENGTH })
        }
        name="name"
        defaultValue={refusal?.values['name'] ?? request.name}
        maxLength={MAX_NAME_LENGTH}
        required
        autoComplete="off"
      />
      <Permissions request={request} refusal={refusal} />
      <Lifetime chosen={refusal?.values['days']} />
      {hasProof ? <Submit>{text('keys.form.title')}</Submit> : <ProofFirst returnTo={keyRequestPath(request)} />}
    </ActionForm>
  );
}

const CREATE = { intent: 'keys.create' };

function Permissions({ request, refusal }: { request: KeyRequest; refusal: FormRefusal | undefined }) {
  const { text } = useText();
  const errorId = useId();
  const isTyped = (id: string) => refusal?.values[`${PERMISSION_FIELD}${id}`] !== undefined;
  // One of staff is offered where a page of theirs has asked for it.
  const offered = PERMISSION_IDS.filter((id) => !isForStaff(id) || request.permissions.includes(id) || isTyped(id));
  const isWrong = refusal?.problem.fields?.['permissions'] !== undefined;
  return (
    <fieldset className="space-y-3" aria-describedby={isWrong ? errorId : undefined}>
      <legend className="field-label mb-2">{text('keys.form.permissions')}</legend>
      {isWrong && (
        <p id={errorId} className="field-error">
          {text('keys.form.permissionsWrong')}
        </p>
      )}
      <div className="grid items-start gap-x-6 gap-y-3 md:grid-cols-2">
        {offered.map((id) => (
          <CheckboxField
            key={id}
            name={`${PERMISSION_FIELD}${id}`}
            aria-invalid={isWrong && id === offered[0]}
            label={text(KEY_PERMISSIONS[id].name)}
            hint={text(KEY_PERMISSIONS[id].description)}
            defaultChecked={refusal ? isTyped(id) : request.permissions.includes(id)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Lifetime({ chosen }: { chosen: string | undefined }) {
  const { text } = useText();
  return (
    <SelectField
      label={text('keys.form.lifetime')}
      hint={text('keys.form.foreverHint')}
      name="days"
      defaultValue={chosen ?? String(DEFAULT_LIFETIME)}
    >
      {LIFETIMES.map((days) => (
        <option key={days} value={days}>
          {text('keys.form.days', { days })}
        </option>
      ))}
      <option value="forever">{text('keys.form.forever')}</option>
    </SelectField>
  );
}
