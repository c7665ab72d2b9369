import type { ReactNode } from 'react';

import { EmailList } from '#app/accounts/emails/email-list.tsx';
import { RecoveryCodes } from '#app/accounts/recovery/recovery-codes.tsx';
import { SecurityLog } from '#app/accounts/security-log/security-log.tsx';
import { AliasForm } from '#app/aliases/alias-form.tsx';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useText } from '#app/current/locale.ts';
import { ProofFirst, ProofLink } from '#app/current/page/proof-link.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { KeyList } from '#app/delegation/key-list.tsx';
import { DELETION_PATH, WAIT_DAYS } from '#app/deletions/deletion.ts';
import { EXPORT_PAGE } from '#app/exports/export.ts';
import { PasskeyList } from '#app/login/passkeys/passkey-list.tsx';
import { ConnectionList } from '#app/login/providers/connection-list.tsx';
import { SessionList } from '#app/login/sessions/session-list.tsx';
import { MergeLink } from '#app/merges/merge-plan.tsx';
import { OwnPerks } from '#app/perks/own/own-perks.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { ACCOUNT_PLACES } from './account-places.ts';
import type { AccountPlaceId } from './account-places.ts';
import { AccountSection } from './account-section.tsx';
import type { Route } from './screens/+types/account';
import { Settings } from './settings.tsx';

export type Account = Route.ComponentProps['loaderData'];

interface SectionProps {
  readonly account: Account;
  readonly answered: FormState | undefined;
}

/** What is in each drawer of the account page. */
export const SECTIONS: Readonly<Record<AccountPlaceId, (props: SectionProps) => ReactNode>> = {
  alias: ({ account, answered }) => (
    <AccountSection place={ACCOUNT_PLACES.alias} about="account.place.aliasAbout" answered={answered}>
      <AliasForm own={account.alias} former={account.formerAlias} answered={answered} />
    </AccountSection>
  ),
  emails: ({ account: { emails, typed }, answered }) => (
    <AccountSection place={ACCOUNT_PLACES.emails} about="account.place.emailsAbout" answered={answered}>
      <EmailList emails={emails} typed={typed} answered={answered} proof={(email) => <ProofOfEmail email={email} />} />
    </AccountSection>
  ),
  connections: ({ account: { connections, from }, answered }) => (
    <ConnectionList connections={connections} from={from} answered={answered} />
  ),
  passkeys: ({ account: { passkeys, hasProof, roleToProve, recoveryCodes }, answered }) => (
    <>
      <PasskeyList passkeys={passkeys} hasProof={hasProof} answered={answered} />
      {roleToProve !== undefined && <PasskeyRuleNotice />}
      <RecoveryCodes codes={recoveryCodes} hasProof={hasProof} answered={answered} />
    </>
  ),
  sessions: ({ account: { sessions, now }, answered }) => (
    <AccountSection place={ACCOUNT_PLACES.sessions} about="account.place.sessionsAbout" answered={answered}>
      <SessionList sessions={sessions} now={now} answered={answered} />
    </AccountSection>
  ),
  keys: ({ account: { keys, hasProof, keyRequest }, answered }) => (
    <KeyList keys={keys} hasProof={hasProof} answered={answered} request={keyRequest} />
  ),
  perks: ({ account, answered }) => (
    <AccountSection place={ACCOUNT_PLACES.perks} about="account.place.perksAbout" answered={answered}>
      <OwnPerks perks={account.perks} />
    </AccountSection>
  ),
  settings: ({ account, answered }) => (
    <AccountSection place={ACCOUNT_PLACES.settings} about="account.place.settingsAbout" answered={answered}>
      <Settings {...account} answered={answered} />
    </AccountSection>
  ),
  data: ({ answered }) => (
    <AccountSection place={ACCOUNT_PLACES.data} about="account.place.dataAbout" answered={answered}>
      <OwnData />
    </AccountSection>
  ),
  log: ({ account: { log, now }, answered }) => (
    <AccountSection place={ACCOUNT_PLACES.log} about="account.place.logAbout" answered={answered}>
      <SecurityLog {...log} now={now} />
    </AccountSection>
  ),
};

function OwnData() {
  const { text } = useText();
  return (
    <>
      <SiteLink to={EXPORT_PAGE} className={buttonClass('plain')}>
        {text('exports.panel.title')}
      </SiteLink>
      <MergeLink />
      <p>{text('deletions.link.about', { days: WAIT_DAYS })}</p>
      <SiteLink to={DELETION_PATH} className={buttonClass('plain')}>
        {text('deletions.link.title')}
      </SiteLink>
    </>
  );
}

function PasskeyRuleNotice() {
  const { text } = useText();
  return (
    <Notice title={text('recovery.rule.title')}>
      <p>{text('recovery.rule.text')}</p>
      <ProofFirst returnTo="/account#passkeys" />
    </Notice>
  );
}

/** Keeps what was typed. */
function ProofOfEmail({ email }: { email: string }) {
  const { text } = useText();
  const query = email === '' ? '' : `?${new URLSearchParams({ email })}`;
  return (
    <ProofLink returnTo={`/account${query}#emails`} className={buttonClass('loud')}>
      {text('account.page.prove')}
    </ProofLink>
  );
}
