import type { ReactNode } from 'react';

import { CODE_PATTERN, MAX_TYPED_CODE } from '#app/confirmations/confirmation.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { Removal, SpokenLabel } from '#app/current/forms/removal.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Field } from '#lib/ui/field.tsx';

import { MAX_EMAILS, emailCodeId, emailRowId } from './email.ts';
import type { AccountEmail } from './email.ts';

interface EmailListProps {
  emails: readonly AccountEmail[];
  typed: string;
  answered: FormState | undefined;
  proof: (typed: string) => ReactNode;
}

/** The list stands below what adds to it, so that it grows away from the pointer. */
export function EmailList({ emails, typed, answered, proof }: EmailListProps) {
  const { text } = useText();
  const form = useForm(answered, { of: 'emails.', action: useSitePath('/account') });
  const written = form.findRefusal({})?.values['email'] ?? typed;
  return (
    <div className="space-y-6">
      {emails.length < MAX_EMAILS ? (
        <AddEmailForm key={emails.length} form={form} typed={written} />
      ) : (
        <p>{text('account.email.most', { most: MAX_EMAILS })}</p>
      )}
      <FormNotice form={form} proof={proof(written)} />
      {emails.length > 0 && (
        <ul className="account-rows">
          {emails.map((email) => (
            <EmailRow key={email.key} email={email} form={form} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface EmailRowProps {
  email: AccountEmail;
  form: PageForm;
}

function EmailRow({ email, form }: EmailRowProps) {
  const { text } = useText();
  const { address, key, isVerified, isPrimary } = email;
  return (
    <li {...focusTarget(form.state, emailRowId(key))} tabIndex={-1} className="account-row">
      <div className="account-row-name">
        <span className="font-bold wrap-anywhere">{address}</span>
        {isPrimary && <Badge tone="loud">{text('account.email.primary')}</Badge>}
        {!isVerified && <Badge>{text('account.email.unproved')}</Badge>}
      </div>
      {!isVerified && <VerifyEmailForm email={email} form={form} />}
      {isVerified && !isPrimary && (
        <ActionForm form={form} fields={{ intent: 'emails.primary', key }} className="account-row-deed">
          <Submit kind="quiet">
            <SpokenLabel
              shown={text('account.email.makePrimary')}
              spoken={`${text('account.email.makePrimary')} ${address}`}
            />
          </Submit>
        </ActionForm>
      )}
      <Removal
        form={form}
        fields={{ intent: 'emails.remove', key }}
        label={text('account.email.remove')}
        spoken={`${text('account.email.remove')} ${address}`}
        question={text('account.email.removeText', { address })}
        submit={text('account.email.removeYes')}
      />
    </li>
  );
}

function VerifyEmailForm({ email: { address, key }, form }: EmailRowProps) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={{ key, email: address }} className="account-row-wide">
      <Field
        {...focusTarget(form.state, emailCodeId(key))}
        label={text('account.email.code')}
        hint={text('account.email.codeHint')}
        error={form.findRefusal({ intent: 'emails.prove', key })?.problem.fields?.['code']}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern={CODE_PATTERN}
        maxLength={MAX_TYPED_CODE}
        className="code-field max-w-88"
      />
      <div className="flex flex-wrap gap-3">
        <Submit name="intent" value="emails.prove">
          {text('account.email.prove')}
        </Submit>
        <Submit kind="quiet" name="intent" value="emails.add">
          {text('account.email.again')}
        </Submit>
      </div>
    </ActionForm>
  );
}

const ADD = { intent: 'emails.add' };

function AddEmailForm({ form, typed }: { form: PageForm; typed: string }) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={ADD} className="account-add">
      <Field
        label={text('account.email.another')}
        error={form.findRefusal(ADD)?.problem.fields?.['email']}
        type="email"
        name="email"
        defaultValue={typed}
        required
        maxLength={254}
        autoComplete="email"
        className="min-w-0 grow basis-64"
      />
      <Submit>{text('account.email.add')}</Submit>
    </ActionForm>
  );
}
