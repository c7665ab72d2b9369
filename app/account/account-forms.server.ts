import { data } from 'react-router';

import { emailIntents } from '#app/accounts/emails/email-forms.server.ts';
import { changeAliasAndNote } from '#app/accounts/security-log/alias-changes.server.ts';
import { aliasIntents } from '#app/aliases/alias-forms.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormOutcome } from '#app/current/forms/form-outcome.ts';
import { unknownPage } from '#app/current/problems.ts';
import { keyIntents } from '#app/delegation/key-forms.server.ts';
import { passkeyIntents } from '#app/login/passkeys/passkey-forms.server.ts';
import { connectionIntents } from '#app/login/providers/connection-forms.server.ts';
import { sessionIntents } from '#app/login/sessions/session-forms.server.ts';
import { Problem } from '#lib/problem.ts';

type AccountFormIntent = (current: Current, form: FormData) => Promise<unknown>;

/** What the forms of the account page do, by their field `intent`. */
export const ACCOUNT_INTENTS: ReadonlyMap<string, AccountFormIntent> = new Map(
  Object.entries<AccountFormIntent>({
    ...aliasIntents(changeAliasAndNote),
    ...emailIntents,
    ...connectionIntents,
    ...passkeyIntents,
    ...sessionIntents,
    ...keyIntents,
  }),
);

/** Does what a form asks for, and says what has become of it; a refusal is for the form to tell. */
export async function answerAccountForm(current: Current, form: FormData) {
  const intent = textIn(form, 'intent');
  const deed = ACCOUNT_INTENTS.get(intent);
  if (deed === undefined) throw new Problem(unknownPage);
  try {
    const result = await deed(current, form);
    return data<FormOutcome>({ intent, result });
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    const { code, message, status, details } = refusal;
    const problem = { code, message, fields: details.fields };
    return data<FormOutcome>({ intent, problem, typed: typedIn(form) }, { status, headers: details.headers ?? {} });
  }
}

/** What stood in the form, but for what nobody should see twice. */
function typedIn(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' && name !== 'code' ? [[name, value]] : [])),
  );
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
