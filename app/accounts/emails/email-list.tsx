import { useFetcher } from 'react-router';
import type { ReactNode } from 'react';

import type { FormOutcome } from '#app/current/forms/form-outcome.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { accountRefusal } from '../refusal-text.ts';
import { MAX_EMAILS } from './email.ts';
import type { AccountEmail } from './email.ts';

const DONE: Readonly<Record<string, TextKey>> = {
  'emails.add': 'account.email.sent',
  'emails.prove': 'account.email.proved',
  'emails.primary': 'account.email.nowPrimary',
  'emails.remove': 'account.email.removed',
};

interface EmailListProps {
  emails: readonly AccountEmail[];
  /** What stands in the field for another address at first. */
  typed: string;
  /** What has become of a form that was sent without scripts. */
  outcome: FormOutcome | undefined;
  /** The way to a fresh sign-in, for whoever was refused for the lack of one. @param typed what must not be lost */
  proof: (typed: string) => ReactNode;
}

/** The addresses of an account, and what can be done with each. */
export function EmailList({ emails, typed, outcome: answered, proof }: EmailListProps) {
  const fetcher = useFetcher<FormOutcome>();
  const { text } = useText();
  const outcome = fetcher.state === 'idle' ? (fetcher.data ?? answered) : undefined;
  const action = `${useSitePath('/account')}#emails`;
  const form = (children: ReactNode, key: string, className: string) => (
    <fetcher.Form method="post" action={action} key={key} className={className}>
      {children}
    </fetcher.Form>
  );
  const isBusy = fetcher.state !== 'idle';
  const written = outcome?.problem === undefined ? typed : (outcome.typed?.['email'] ?? typed);
  return (
    <div className="space-y-6">
      <EmailOutcome outcome={outcome} proof={proof(written)} />
      {emails.length > 0 && (
        <ul className="account-rows">
          {emails.map((email) => (
            <li key={email.key}>{form(<EmailRow {...{ email, outcome, isBusy }} />, email.key, 'account-row')}</li>
          ))}
        </ul>
      )}
      {emails.length < MAX_EMAILS ? (
        form(<AddEmailForm {...{ outcome, isBusy, typed: written }} />, `add ${emails.length}`, 'account-add')
      ) : (
        <p>{text('account.email.most', { most: MAX_EMAILS })}</p>
      )}
    </div>
  );
}

function EmailOutcome({ outcome, proof }: { outcome: FormOutcome | undefined; proof: ReactNode }) {
  const { text } = useText();
  if (outcome === undefined) return null;
  const { intent, problem, result } = outcome;
  const done = DONE[intent];
  if (done === undefined) return null;
  if (problem === undefined) {
    return (
      <Notice kind="success" live>
        <p className="wrap-anywhere">{text(done, { address: typeof result === 'string' ? result : '' })}</p>
      </Notice>
    );
  }
  if (problem.fields !== undefined) return null;
  return (
    <Notice kind="error" live>
      <p>{accountRefusal(text, problem)}</p>
      {problem.code === 'current.proofRequired' && proof}
    </Notice>
  );
}

interface EmailRowProps {
  email: AccountEmail;
  outcome: FormOutcome | undefined;
  isBusy: boolean;
}

function EmailRow({ email: { address, key, isVerified, isPrimary }, outcome, isBusy }: EmailRowProps) {
  const { text } = useText();
  return (
    <>
      <input type="hidden" name="key" value={key} />
      <div className="account-row-name">
        <span className="font-bold wrap-anywhere">{address}</span>
        {isPrimary && <Badge tone="loud">{text('account.email.primary')}</Badge>}
        {!isVerified && <Badge>{text('account.email.unproved')}</Badge>}
      </div>
      {!isVerified && (
        <VerifyEmailForm {...{ address, outcome: outcome?.typed?.['key'] === key ? outcome : undefined, isBusy }} />
      )}
      <div className="account-row-deeds">
        {isVerified && !isPrimary && (
          <Button type="submit" kind="quiet" name="intent" value="emails.primary" busy={isBusy}>
            {text('account.email.makePrimary')}
            <span className="sr-only">{address}</span>
          </Button>
        )}
        <Button type="submit" kind="quiet" name="intent" value="emails.remove" formNoValidate busy={isBusy}>
          {text('account.email.remove')}
          <span className="sr-only">{address}</span>
        </Button>
      </div>
    </>
  );
}

/** For who claims an address: the code of the mail to it, and another mail. */
function VerifyEmailForm({
  address,
  outcome,
  isBusy,
}: {
  address: string;
  outcome: FormOutcome | undefined;
  isBusy: boolean;
}) {
  const { text } = useText();
  const problem = outcome?.intent === 'emails.prove' ? outcome.problem : undefined;
  return (
    <div className="account-row-wide">
      <input type="hidden" name="email" value={address} />
      <Field
        label={text('account.email.code')}
        hint={text('account.email.codeHint')}
        error={problem?.fields?.['code'] !== undefined && accountRefusal(text, problem)}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        className="code-field max-w-88"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="emails.prove" busy={isBusy}>
          {text('account.email.prove')}
        </Button>
        <Button type="submit" kind="quiet" name="intent" value="emails.add" busy={isBusy}>
          {text('account.email.again')}
        </Button>
      </div>
    </div>
  );
}

function AddEmailForm({
  outcome,
  isBusy,
  typed,
}: {
  outcome: FormOutcome | undefined;
  isBusy: boolean;
  typed: string;
}) {
  const { text } = useText();
  const problem = outcome?.intent === 'emails.add' ? outcome.problem : undefined;
  return (
    <>
      <Field
        label={text('account.email.another')}
        error={problem?.fields?.['email'] !== undefined && accountRefusal(text, problem)}
        type="email"
        name="email"
        defaultValue={typed}
        required
        maxLength={254}
        autoComplete="email"
        className="min-w-0 grow basis-64"
      />
      <Button type="submit" name="intent" value="emails.add" busy={isBusy}>
        {text('account.email.add')}
      </Button>
    </>
  );
}
