import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { useFetcher, useLocation, useRouteLoaderData } from 'react-router';

import { useAddressLocale } from '#app/current/address-locale.ts';
import { localePath, pathWithoutLocale, useText } from '#app/current/locale.ts';

import type { FoundAccounts } from '../accounts/found-accounts.ts';
import type { AdminLink } from '../admin-navigation.tsx';
import { accountActions, accountResult, readCommand } from './account-results.ts';
import type { PaletteAccount } from './account-results.ts';
import { matchesEveryWord } from './palette-result.ts';
import type { PaletteResult } from './palette-result.ts';
import { siteActions } from './site-actions.ts';
import type { PaletteViewer } from './site-actions.ts';

const PAUSE_MS = 150;
const MAX_ACCOUNTS = 8;
const MAX_COMMANDS = 3;

/** By name first, then people, then what only its explanation names. Accounts are looked up when the typing pauses. */
export function usePaletteResults(
  places: readonly AdminLink[],
  viewer: PaletteViewer,
  typed: string,
): { goals: PaletteResult[] } & LookupState {
  const { text } = useText();
  const wanted = typed.trim();
  const command = readCommand(wanted, text);
  const accounts = useFoundAccounts('palette', wanted);
  const commandAccounts = useFoundAccounts('palette-command', command?.person ?? '');
  const own = useOwnResults(places, viewer);
  const named = own.filter(({ name }) => matchesEveryWord(name, wanted));
  const explained = own.filter(({ name, about, words = '' }) => matchesEveryWord(`${name} ${about} ${words}`, wanted));
  const commands = commandAccounts.found
    .slice(0, MAX_COMMANDS)
    .flatMap((account) => accountActions(viewer, account, text, command?.intents));
  const people = accounts.found.map((account) => accountResult(account, text));
  const all = new Map([...named, ...commands, ...people, ...explained].map((one) => [one.id, one]));
  return {
    goals: [...all.values()],
    isLooking: accounts.isLooking || commandAccounts.isLooking,
    hasFailed: accounts.hasFailed || commandAccounts.hasFailed,
  };
}

function useOwnResults(places: readonly AdminLink[], viewer: PaletteViewer): PaletteResult[] {
  const { text } = useText();
  const path = pathWithoutLocale(useLocation().pathname);
  const page = useRouteLoaderData<{ account: PaletteAccount }>('admin/screens/account');
  return [
    ...places.map(({ to, name, about }) => ({ id: to, name, about, to })),
    ...(page === undefined ? [] : accountActions(viewer, page.account, text)),
    ...siteActions(viewer, path, text),
  ];
}

interface LookupState {
  readonly isLooking: boolean;
  /** What is looked up was refused, or lost on its way. */
  readonly hasFailed: boolean;
}

function useFoundAccounts(key: string, wanted: string): { found: FoundAccounts['accounts'] } & LookupState {
  const fetcher = useFetcher<FoundAccounts>({ key });
  const locale = useAddressLocale();
  const [lookedFor, setLookedFor] = useState('');
  const look = useEffectEvent(() => {
    const path = locale === undefined ? '/admin/accounts' : localePath(locale, '/admin/accounts');
    // Together with what the router says of it. Its promise does not end where the network is lost before it knows the route.
    startTransition(() => setLookedFor(wanted));
    void fetcher.load(`${path}?${new URLSearchParams({ text: wanted, limit: String(MAX_ACCOUNTS) })}`);
  });
  useEffect(() => {
    if (wanted === '') return undefined;
    const timer = setTimeout(look, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, state } = fetcher;
  if (wanted === '') return { found: [], isLooking: false, hasFailed: false };
  if (data?.text === wanted) return { found: data.accounts.slice(0, MAX_ACCOUNTS), isLooking: false, hasFailed: false };
  // Without a network the router waits for code of the page, and tells nobody.
  const isLooking = navigator.onLine && (state !== 'idle' || lookedFor !== wanted);
  return { found: [], isLooking, hasFailed: !isLooking };
}
