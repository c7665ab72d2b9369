import type { ReactNode } from 'react';
import { Form, useLocation } from 'react-router';

import { pathWithoutLocale, useText } from '#app/current/locale.ts';
import { hasScreen } from '#app/current/page/screens.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import type { AccountActionIntent, AccountActionRefusal } from './account-actions.ts';

interface AccountActionFormProps {
  intent: AccountActionIntent;
  children: ReactNode;
}

/** A form that does something to an account. It works without scripts. */
export function AccountActionForm({ intent, children }: AccountActionFormProps) {
  return (
    <Form method="post" className="space-y-3">
      <input type="hidden" name="intent" value={intent} />
      {children}
    </Form>
  );
}

/** What was refused as a whole; what is wrong with a field stands beside that. */
export function RefusalNotice({ problem: { message, fields } }: AccountActionRefusal) {
  if (fields !== undefined) return null;
  return (
    <Notice kind="error" live>
      <p lang="en">{message}</p>
    </Notice>
  );
}

/** Why, which every act but a note must tell. */
export function ReasonField({ refusal, hint }: { refusal: AccountActionRefusal | undefined; hint?: string }) {
  const { text } = useText();
  const wrong = refusal?.problem.fields?.reason;
  return (
    <Field
      name="reason"
      label={text('admin.act.reason')}
      hint={hint}
      error={wrong === undefined ? undefined : text('admin.act.reasonWrong')}
      required
      minLength={3}
      maxLength={500}
      autoComplete="off"
    />
  );
}

/** Stands in the place of what one may do only after a fresh sign-in. */
export function ProofRequiredNotice() {
  const { text } = useText();
  const path = pathWithoutLocale(useLocation().pathname);
  return (
    <Notice title={text('admin.proof.title')}>
      <p>{text('admin.proof.why')}</p>
      {hasScreen('/login') && (
        <p>
          <SiteLink
            to={`/login?prove&returnTo=${encodeURIComponent(path)}`}
            className="inline-block py-0.5 font-bold text-link underline"
          >
            {text('admin.proof.link')}
          </SiteLink>
        </p>
      )}
    </Notice>
  );
}
