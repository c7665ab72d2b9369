import { redirect } from 'react-router';

import { EmailList } from '#app/accounts/emails/email-list.tsx';
import { RecoveryCodes } from '#app/accounts/recovery/recovery-codes.tsx';
import { SecurityLog } from '#app/accounts/security-log/security-log.tsx';
import { AliasForm } from '#app/aliases/alias-form.tsx';
import { ChoiceForm } from '#app/choices/choice-form.tsx';
import { choiceCatalogContext } from '#app/choices/choice.server.ts';
import type { ShownChoice } from '#app/choices/choice.ts';
import { choiceIntents } from '#app/choices/choices.server.ts';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { ProofFirst, ProofLink } from '#app/current/page/proof-link.tsx';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { requireUser } from '#app/current/permission.ts';
import { loginPath } from '#app/current/return-route.ts';
import { KeyList } from '#app/delegation/key-list.tsx';
import { DELETION_PATH, WAIT_DAYS } from '#app/deletions/deletion.ts';
import { EXPORT_PAGE } from '#app/exports/export.ts';
import { PasskeyList } from '#app/login/passkeys/passkey-list.tsx';
import { ConnectionList } from '#app/login/providers/connection-list.tsx';
import { SessionList } from '#app/login/sessions/session-list.tsx';
import { OwnPerks } from '#app/perks/own/own-perks.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { readAccount } from '../account-data.server.ts';
import { ACCOUNT_INTENTS } from '../account-forms.server.ts';
import { AccountIndex } from '../account-index.tsx';
import { ACCOUNT_PLACES } from '../account-places.ts';
import { AccountSection, Drawer } from '../account-section.tsx';
import type { Route } from './+types/account';

export const loader = withCurrent(async (current, { params, url, context }: Route.LoaderArgs) => {
  const { searchParams } = url;
  if (current.actor.leavingId !== undefined) throw redirect(inLocale(params, DELETION_PATH));
  if (current.actor.userId === undefined) {
    // The browser does not send the fragment: the parameters tell which section a form belongs to.
    const hash = searchParams.has('from') ? '#connections' : searchParams.has('delegationPermissions') ? '#keys' : '';
    throw redirect(loginPath(url, params, hash));
  }
  const text = await getText(current.locale);
  return {
    ...(await readAccount(current, context.get(choiceCatalogContext), searchParams)),
    head: {
      title: text('account.page.title'),
      description: text('account.page.description'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) => {
  requireUser(current);
  return answerForm(current, await request.formData(), {
    ...ACCOUNT_INTENTS,
    ...choiceIntents(context.get(choiceCatalogContext), '/account/settings', 'choices.form.saved'),
  });
});

export const headers = formHeaders;

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, alias } = loaderData;
  const places = Object.values(ACCOUNT_PLACES);
  return (
    <div className="account-page">
      <NameTag userId={userId} alias={alias.alias} />
      <AccountIndex places={places} />
      <div className="account-sections">
        <Sections account={loaderData} answered={actionData} />
      </div>
    </div>
  );
}

interface SectionsProps {
  account: Route.ComponentProps['loaderData'];
  answered: Route.ComponentProps['actionData'];
}

function Sections({ account, answered }: SectionsProps) {
  const {
    alias: own,
    emails,
    typed,
    connections,
    from,
    passkeys,
    recoveryCodes,
    roleToProve,
    hasProof,
    sessions,
    now,
    keys,
    keyRequest,
    perks,
    choices,
    log,
  } = account;
  const proof = (email: string) => <ProofOfEmail email={email} />;
  return (
    <>
      <AccountSection place={ACCOUNT_PLACES.alias} about="account.place.aliasAbout" answered={answered}>
        <AliasForm own={own} answered={answered} />
      </AccountSection>
      <AccountSection place={ACCOUNT_PLACES.emails} about="account.place.emailsAbout" answered={answered}>
        <EmailList emails={emails} typed={typed} answered={answered} proof={proof} />
      </AccountSection>
      <Drawer place={ACCOUNT_PLACES.connections}>
        <ConnectionList connections={connections} from={from} answered={answered} />
      </Drawer>
      <Drawer place={ACCOUNT_PLACES.passkeys}>
        <PasskeyList passkeys={passkeys} hasProof={hasProof} answered={answered} />
        {roleToProve !== undefined && <PasskeyRuleNotice />}
        <RecoveryCodes codes={recoveryCodes} hasProof={hasProof} answered={answered} />
      </Drawer>
      <AccountSection place={ACCOUNT_PLACES.sessions} about="account.place.sessionsAbout" answered={answered}>
        <SessionList sessions={sessions} now={now} answered={answered} />
      </AccountSection>
      <Drawer place={ACCOUNT_PLACES.keys}>
        <KeyList keys={keys} hasProof={hasProof} answered={answered} request={keyRequest} />
      </Drawer>
      <AccountSection place={ACCOUNT_PLACES.perks} about="account.place.perksAbout" answered={answered}>
        <OwnPerks perks={perks} />
      </AccountSection>
      {choices.length > 0 && <OwnChoices choices={choices} answered={answered} />}
      <OwnData answered={answered} />
      <AccountSection place={ACCOUNT_PLACES.log} about="account.place.logAbout" answered={answered}>
        <SecurityLog {...log} now={now} />
      </AccountSection>
      <DeletionLink />
    </>
  );
}

function OwnData({ answered }: { answered: FormState | undefined }) {
  const { text } = useText();
  return (
    <AccountSection place={ACCOUNT_PLACES.data} about="account.place.dataAbout" answered={answered}>
      <SiteLink to={EXPORT_PAGE} className={buttonClass('plain')}>
        {text('exports.panel.title')}
      </SiteLink>
    </AccountSection>
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

function OwnChoices({ choices, answered }: { choices: readonly ShownChoice[]; answered: FormState | undefined }) {
  const { text } = useText();
  const form = useForm(answered, { of: 'choices.', action: useSitePath('/account') });
  return (
    <section id="choices" aria-labelledby="choices-heading" className="space-y-5">
      <h2 id="choices-heading">{text('choices.form.title')}</h2>
      <FormNotice form={form} />
      <ChoiceForm choices={choices} form={form} />
    </section>
  );
}

function DeletionLink() {
  const { text } = useText();
  return (
    <section aria-labelledby="deletion-heading" className="space-y-5">
      <h2 id="deletion-heading">{text('deletions.link.title')}</h2>
      <p>{text('deletions.link.about', { days: WAIT_DAYS })}</p>
      <SiteLink to={DELETION_PATH} className={buttonClass('plain')}>
        {text('deletions.link.title')}
      </SiteLink>
    </section>
  );
}

function NameTag({ userId, alias }: { userId: string; alias: string | null }) {
  const { text } = useText();
  return (
    <header className="block-card max-w-full min-w-[min(100%,24rem)] -rotate-1 justify-self-start lg:col-span-full">
      <p
        aria-hidden="true"
        className="burst rounded-t-[17px] border-b-3 border-line bg-coral px-6 py-3 font-display text-xl font-black text-ink"
      >
        {text('account.page.hello')}
      </p>
      <h1 className="px-6 pt-6 pb-4 text-4xl wrap-anywhere sm:text-5xl">{alias ?? `@${userId}`}</h1>
      <p className="px-6 pb-5">
        <span>{text('account.page.lookupCode')}</span>{' '}
        <code className="rounded-full border-2 border-edge px-2.5 py-0.5 font-bold wrap-anywhere select-all">
          {userId}
        </code>
      </p>
    </header>
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
