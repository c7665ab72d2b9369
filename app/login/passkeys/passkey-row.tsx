import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { MAX_PASSKEY_NAME } from '#app/accounts/passkeys/passkey.ts';
import type { Passkey } from '#app/accounts/passkeys/passkey.ts';
import type { FormOutcome } from '#app/current/forms/form-outcome.ts';
import { useText } from '#app/current/locale.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

import { passkeyRefusal } from './passkey-failure.ts';

interface PasskeyRowProps {
  passkey: Passkey;
  /** What has become of the last form about a passkey. */
  outcome: FormOutcome | undefined;
}

/** One passkey: what it is called, where it is, when it was used, and what can be done with it. */
export function PasskeyRow({ passkey, outcome }: PasskeyRowProps) {
  const { text, formatDate } = useText();
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg wrap-anywhere">{name}</h3>
        <Badge tone={isSynced ? 'success' : 'plain'}>
          {text(isSynced ? 'login.passkeys.synced' : 'login.passkeys.bound')}
        </Badge>
      </div>
      <p className="text-sm text-muted">
        {text('login.passkeys.since', { date: formatDate(createdAt) })}
        {' · '}
        {lastUsedAt === null
          ? text('login.passkeys.neverUsed')
          : text('login.passkeys.lastUsed', { date: formatDate(lastUsedAt) })}
      </p>
      <div className="grid items-start gap-3 md:grid-cols-2">
        <Rename passkey={passkey} outcome={outcome} />
        <Remove passkey={passkey} />
      </div>
    </>
  );
}

function Rename({ passkey: { passkeyId, name }, outcome }: PasskeyRowProps) {
  const { text } = useText();
  const { intent, problem, typed } = outcome ?? {};
  const isRefused = intent === 'passkeys.rename' && typed?.passkeyId === passkeyId && problem !== undefined;
  const shown = isRefused ? (typed?.name ?? name) : name;
  return (
    // Another name closes it again.
    <Details
      key={name}
      open={isRefused}
      summary={<SpokenLabel shown={text('login.passkeys.rename')} read={text('login.passkeys.renameOne', { name })} />}
    >
      <PasskeyForm intent="passkeys.rename" passkeyId={passkeyId}>
        <Field
          label={text('login.passkeys.name')}
          error={isRefused && passkeyRefusal(text, problem)}
          name="name"
          defaultValue={shown}
          maxLength={MAX_PASSKEY_NAME}
          required
          autoComplete="off"
        />
        <Button type="submit">{text('login.passkeys.save')}</Button>
      </PasskeyForm>
    </Details>
  );
}

function Remove({ passkey: { passkeyId, name } }: Pick<PasskeyRowProps, 'passkey'>) {
  const { text } = useText();
  return (
    <Details
      summary={<SpokenLabel shown={text('login.passkeys.remove')} read={text('login.passkeys.removeOne', { name })} />}
    >
      <PasskeyForm intent="passkeys.remove" passkeyId={passkeyId}>
        <p>{text('login.passkeys.removeText')}</p>
        <Button type="submit" kind="danger">
          {text('login.passkeys.removeYes')}
        </Button>
      </PasskeyForm>
    </Details>
  );
}

/** Of several that look alike, each is read aloud with its own name. */
function SpokenLabel({ shown, read }: { shown: string; read: string }) {
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{read}</span>
    </>
  );
}

interface PasskeyFormProps {
  intent: 'passkeys.rename' | 'passkeys.remove';
  passkeyId: string;
  children: ReactNode;
}

function PasskeyForm({ intent, passkeyId, children }: PasskeyFormProps) {
  return (
    <Form method="post" preventScrollReset className="space-y-4">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="passkeyId" value={passkeyId} />
      {children}
    </Form>
  );
}
