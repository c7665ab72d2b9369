import { useId } from 'react';
import { Form } from 'react-router';

import type { FormOutcome } from '#app/current/forms/form-outcome.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Button, buttonClass } from '#lib/ui/button.tsx';
import { CheckboxField, Field, SelectField } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { keyRequestPath } from './key-request.ts';
import type { KeyRequest } from './key-request.ts';
import { DEFAULT_LIFETIME, LIFETIMES, MAX_NAME_LENGTH, PERMISSION_FIELD } from '../key.ts';
import { KEY_PERMISSIONS, PERMISSION_IDS } from '../permissions.ts';
import { keyRefusal } from './refusal-text.ts';

interface KeyFormProps {
  asked: KeyRequest;
  /** Whether the sign-in is fresh enough to make a key. */
  hasProof: boolean;
  /** What has become of this form. */
  outcome: FormOutcome | undefined;
}

/** Makes a key. What a link has filled in stays the owner's choice. */
export function KeyForm({ asked, hasProof, outcome }: KeyFormProps) {
  const { text, formatList } = useText();
  const { problem, typed } = outcome ?? {};
  const proof = `/login?prove&returnTo=${encodeURIComponent(keyRequestPath(asked))}`;
  return (
    <Form method="post" preventScrollReset className="space-y-5">
      <input type="hidden" name="intent" value="keys.create" />
      {asked.isAsked && (
        <Notice>
          <p>{text('keys.form.asked')}</p>
          {asked.unknown.length > 0 && <p>{text('keys.form.unknown', { ids: formatList(asked.unknown) })}</p>}
        </Notice>
      )}
      {problem && (
        <Notice kind="error" live>
          {keyRefusal(text, problem)}
        </Notice>
      )}
      <Field
        label={text('keys.form.name')}
        hint={text('keys.form.nameHint')}
        error={problem?.fields?.name !== undefined && text('keys.form.nameWrong', { most: MAX_NAME_LENGTH })}
        name="name"
        defaultValue={typed?.name ?? asked.name}
        maxLength={MAX_NAME_LENGTH}
        required
        autoComplete="off"
      />
      <Permissions asked={asked} outcome={outcome} />
      <Lifetime chosen={typed?.days} />
      {hasProof ? (
        <Button type="submit">{text('keys.form.title')}</Button>
      ) : (
        <p className="flex flex-wrap items-center gap-4">
          <SiteLink to={proof} className={buttonClass('plain')}>
            {text('keys.form.proveFirst')}
          </SiteLink>
          <span className="text-muted">{text('account.error.proofRequired')}</span>
        </p>
      )}
    </Form>
  );
}

function Permissions({ asked, outcome }: Pick<KeyFormProps, 'asked' | 'outcome'>) {
  const { text } = useText();
  const errorId = useId();
  const { problem, typed } = outcome ?? {};
  const isWrong = problem?.fields?.permissions !== undefined;
  return (
    <fieldset className="space-y-3" aria-describedby={isWrong ? errorId : undefined}>
      <legend className="field-label mb-2">{text('keys.form.permissions')}</legend>
      {isWrong && (
        <p id={errorId} className="field-error">
          {text('keys.form.permissionsWrong')}
        </p>
      )}
      <div className="grid items-start gap-x-6 gap-y-3 md:grid-cols-2">
        {PERMISSION_IDS.map((id) => (
          <CheckboxField
            key={id}
            name={`${PERMISSION_FIELD}${id}`}
            label={text(KEY_PERMISSIONS[id].name)}
            hint={text(KEY_PERMISSIONS[id].description)}
            defaultChecked={typed ? typed[`${PERMISSION_FIELD}${id}`] !== undefined : asked.permissions.includes(id)}
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
