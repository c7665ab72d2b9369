import { redirect } from 'react-router';

import { EmailList } from '#app/accounts/emails/email-list.tsx';
import { SecurityLog } from '#app/accounts/security-log/security-log.tsx';
import { AliasForm } from '#app/aliases/alias-form.tsx';
import { headOf } from '#app/current/page/head.ts';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { getText, localePath } from '#app/current/locale.ts';
import { requireUser } from '#app/current/permission.ts';
import { titleOf } from '#app/current/page/title.ts';
import { KeyList } from '#app/delegation/key-list.tsx';
import { PasskeyList } from '#app/login/passkeys/passkey-list.tsx';
import { ConnectionList } from '#app/login/providers/connection-list.tsx';
import { SessionList } from '#app/login/sessions/session-list.tsx';

import { readAccount } from '../account-data.server.ts';
import { ACCOUNT_INTENTS } from '../account-forms.server.ts';
import { AccountIndex } from '../account-index.tsx';
import { ACCOUNT_PLACES } from '../account-places.ts';
import { AccountSection, Drawer } from '../account-section.tsx';
import { NameTag } from '../name-tag.tsx';
import { ProofLink } from '../proof-link.tsx';

import type { Route } from './+types/account';

/** Everything about the account of whoever is signed in; anyone else signs in first, and comes back. */
export const loader = withCurrent(async (current, { params, request }: Route.LoaderArgs) => {
  const { pathname, search, searchParams } = new URL(request.url);
  if (current.actor.userId === undefined) {
    const login = params.locale === undefined ? '/login' : localePath(current.locale, '/login');
    // What stands after `#` stays in the browser: where a question leads is known by what it asks.
    const hash = searchParams.has('from') ? '#connections' : searchParams.has('delegationPermissions') ? '#keys' : '';
    throw redirect(`${login}?returnTo=${encodeURIComponent(pathname + search + hash)}`);
  }
  const text = await getText(current.locale);
  return {
    ...(await readAccount(current, searchParams)),
    head: {
      title: await titleOf(current.locale, text('account.page.title')),
      description: text('account.page.description'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) => {
  requireUser(current);
  return answerForm(current, await request.formData(), ACCOUNT_INTENTS);
});

export const headers = formHeaders;

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

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
  const { alias: own, emails, typed, connections, from, passkeys, hasProof, sessions, now, keys, asked, log } = account;
  const proof = (email: string) => <ProofLink hash="emails" typed={{ email }} />;
  return (
    <>
      <AccountSection place={ACCOUNT_PLACES.alias} about="account.place.aliasAbout">
        <AliasForm {...{ own, answered }} />
      </AccountSection>
      <AccountSection place={ACCOUNT_PLACES.emails} about="account.place.emailsAbout">
        <EmailList {...{ emails, typed, answered, proof }} />
      </AccountSection>
      <Drawer place={ACCOUNT_PLACES.connections}>
        <ConnectionList {...{ connections, from, answered }} />
      </Drawer>
      <Drawer place={ACCOUNT_PLACES.passkeys}>
        <PasskeyList {...{ passkeys, hasProof, answered }} />
      </Drawer>
      <AccountSection place={ACCOUNT_PLACES.sessions} about="account.place.sessionsAbout">
        <SessionList {...{ sessions, now, answered }} />
      </AccountSection>
      <Drawer place={ACCOUNT_PLACES.keys}>
        <KeyList {...{ keys, asked, hasProof, answered }} />
      </Drawer>
      <AccountSection place={ACCOUNT_PLACES.log} about="account.place.logAbout">
        <SecurityLog {...log} now={now} />
      </AccountSection>
    </>
  );
}
