import type { ReactNode } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Field } from '#lib/ui/field.tsx';

import { MAX_EMAILS } from './email.ts';
import type { AccountEmail } from './email.ts';

interface EmailListProps {
  emails: readonly AccountEmail[];
  typed: string;
  answered: FormState | undefined;
  proof: (typed: string) => ReactNode;
}

export function EmailList({ emails, typed, answered, proof }: EmailListProps) {
  const { text } = useText();
  const form = useForm(answered, { of: 'emails.', action: `${useSitePath('/account')}#emails` });
  const written = form.refusalOf({})?.values['email'] ?? typed;
  return (
    <div className="space-y-6">
      <FormNotice form={form} proof={proof(written)} />
      {emails.length > 0 && (
        <ul className="account-rows">
          {emails.map((email) => (
            <li key={email.key}>
              <ActionForm form={form} fields={{ key: email.key }} className="account-row">
                <EmailRow email={email} form={form} />
              </ActionForm>
            </li>
          ))}
        </ul>
      )}
      {emails.length < MAX_EMAILS ? (
        <AddEmailForm key={emails.length} form={form} typed={written} />
      ) : (
        <p>{text('account.email.most', { most: MAX_EMAILS })}</p>
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
  const { address, isVerified, isPrimary } = email;
  return (
    <>
      <div className="account-row-name">
        <span className="font-bold wrap-anywhere">{address}</span>
        {isPrimary && <Badge tone="loud">{text('account.email.primary')}</Badge>}
        {!isVerified && <Badge>{text('account.email.unproved')}</Badge>}
      </div>
      {!isVerified && <VerifyEmailForm email={email} form={form} />}
      <div className="account-row-deeds">
        {isVerified && !isPrimary && (
          <Submit kind="quiet" name="intent" value="emails.primary">
            {text('account.email.makePrimary')}
            <span className="sr-only">{address}</span>
          </Submit>
        )}
        <Submit kind="quiet" name="intent" value="emails.remove" formNoValidate>
          {text('account.email.remove')}
          <span className="sr-only">{address}</span>
        </Submit>
      </div>
    </>
  );
}

function VerifyEmailForm({ email: { address, key }, form }: EmailRowProps) {
  const { text } = useText();
  return (
    <div className="account-row-wide">
      <input type="hidden" name="email" value={address} />
      <Field
        label={text('account.email.code')}
        hint={text('account.email.codeHint')}
        error={form.refusalOf({ intent: 'emails.prove', key })?.problem.fields?.['code']}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
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
    </div>
  );
}

const ADD = { intent: 'emails.add' };

function AddEmailForm({ form, typed }: { form: PageForm; typed: string }) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={ADD} className="account-add">
      <Field
        label={text('account.email.another')}
        error={form.refusalOf(ADD)?.problem.fields?.['email']}
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
