import { useEffect } from 'react';
import { redirect, useLocation } from 'react-router';

import { choiceCatalogContext } from '#app/choices/choice.server.ts';
import { choiceIntents } from '#app/choices/choices.server.ts';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { unknownPage } from '#app/current/problems.ts';
import { loginPath } from '#app/current/return-route.ts';
import { DELETION_PATH } from '#app/deletions/deletion.ts';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import { Problem } from '#lib/problem.ts';

import { readAccount } from '../account-data.server.ts';
import { ACCOUNT_INTENTS } from '../account-forms.server.ts';
import { AccountIndex } from '../account-index.tsx';
import { ACCOUNT_PLACES, isAccountPlace, placeOfForm } from '../account-places.ts';
import type { AccountPlaceId } from '../account-places.ts';
import { Drawer, FoldedDrawer } from '../account-section.tsx';
import { SECTIONS } from '../account-sections.tsx';
import type { Account } from '../account-sections.tsx';
import type { Route } from './+types/account';
import '../account.css';

export const loader = withCurrent(async (current, { params, url, context }: Route.LoaderArgs) => {
  const { searchParams } = url;
  const { section } = params;
  if (section !== undefined && !isAccountPlace(section)) throw new Problem(unknownPage);
  if (current.actor.leavingId !== undefined) throw redirect(inLocale(params, DELETION_PATH));
  if (current.actor.userId === undefined) {
    // The browser does not send the fragment: the parameters tell which section a form belongs to.
    const hash = searchParams.has('from') ? '#connections' : searchParams.has('delegationPermissions') ? '#keys' : '';
    throw redirect(loginPath(url, params, hash));
  }
  const text = await getText(current.locale);
  const catalogs = { choices: context.get(choiceCatalogContext), events: context.get(eventCatalogContext) };
  const account = await readAccount(current, catalogs, searchParams);
  return {
    ...account,
    here: section,
    opened: openedBy(searchParams, account.roleToProve !== undefined),
    head: {
      title: text(section === undefined ? 'account.page.title' : ACCOUNT_PLACES[section].title),
      description: text('account.page.description'),
      noindex: true,
    },
  };
});

/** The section that a query is for. */
function openedBy(query: URLSearchParams, isProofWanted: boolean): AccountPlaceId | undefined {
  if (query.has('from')) return 'connections';
  if (query.has('delegationPermissions')) return 'keys';
  if (query.has('email')) return 'emails';
  if (query.has('before')) return 'log';
  return isProofWanted ? 'passkeys' : undefined;
}

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) => {
  requireUser(current);
  return answerForm(current, await request.formData(), {
    ...ACCOUNT_INTENTS,
    ...choiceIntents(context.get(choiceCatalogContext), '/account/settings', 'choices.form.saved'),
  });
});

export const headers = formHeaders;

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, alias, here, opened } = loaderData;
  const places = Object.values(ACCOUNT_PLACES);
  const state = useStates(loaderData);
  const answeredPlace = actionData && placeOfForm(actionData.intent);
  useAddressedDrawer();
  const section = (id: AccountPlaceId) => SECTIONS[id]({ account: loaderData, answered: actionData });
  return (
    <div className="account-page" data-whole={here === undefined ? '' : undefined}>
      <NameTag userId={userId} alias={alias.alias} />
      <AccountIndex places={places} here={here} />
      <div className="account-sections">
        {here === undefined
          ? places.map((place) => (
              <FoldedDrawer
                key={place.id}
                place={place}
                state={state[place.id]}
                isOpen={place.id === answeredPlace || place.id === opened}
              >
                {section(place.id)}
              </FoldedDrawer>
            ))
          : [
              <Drawer key={here} place={ACCOUNT_PLACES[here]}>
                {section(here)}
              </Drawer>,
            ]}
      </div>
    </div>
  );
}

/** The section that an address such as /account#emails names is open. */
function useAddressedDrawer(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const section = hash === '' ? null : document.getElementById(hash.slice(1));
    const drawer = section?.closest('details.account-section:not([open])');
    drawer?.setAttribute('open', '');
    if (drawer) section?.scrollIntoView();
  }, [hash]);
}

/** What is in each section, in a line. */
function useStates(account: Account): Record<AccountPlaceId, string> {
  const { text } = useText();
  const { alias, emails, connections, passkeys, recoveryCodes, sessions, keys, perks, log } = account;
  return {
    alias: alias.alias ?? text('account.state.noAlias'),
    emails: text('account.state.emails', {
      address: emails.find(({ isPrimary }) => isPrimary)?.address ?? '',
      count: emails.length,
    }),
    connections: text('account.state.connections', {
      count: connections.filter(({ identity }) => identity !== undefined).length,
    }),
    passkeys: text('account.state.passkeys', { count: passkeys.length, codes: recoveryCodes?.left ?? 0 }),
    sessions: text('account.state.sessions', { count: sessions.length }),
    keys: text('account.state.keys', { count: keys.length }),
    perks: text('account.state.perks', { count: perks.length }),
    settings: text('settings.place.state'),
    data: text('account.state.data'),
    log: text('account.state.log', { count: log.events.length }),
  };
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
