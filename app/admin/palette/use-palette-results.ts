import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';

import { findAccounts } from '#app/accounts/staff/calls.ts';
import type { FoundAccount } from '#app/accounts/staff/staff.ts';
import { pathWithoutLocale, useText } from '#app/current/locale.ts';
import type { Stage } from '#app/current/stage.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';
import { CallError } from '#lib/calls/browser/call-error.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import { matchesEveryWord } from '#lib/text-search/word-beginnings.ts';

import type { AdminLink } from '../admin-navigation.tsx';
import { findThings } from '../calls.ts';
import { isOpenOn } from '../doors/doors.ts';
import { useSeenPage } from '../doors/seen-page.ts';
import { accountActions, accountResult, readCommand } from './account-results.ts';
import type { PaletteAccount } from './account-results.ts';
import { thingResult } from './palette-result.ts';
import type { PaletteResult } from './palette-result.ts';
import { siteActions } from './site-actions.ts';
import type { PaletteViewer } from './site-actions.ts';
import { workActions } from './work-actions.ts';

const PAUSE_MS = 150;
const MAX_ACCOUNTS = 8;
const MAX_COMMANDS = 3;

interface PaletteContext {
  readonly places: readonly AdminLink[];
  readonly viewer: PaletteViewer;
  readonly stage: Stage;
}

/** By what it is called first, in any of its words, then people and things, then what only its explanation names. Both are looked up when the typing pauses. */
export function usePaletteResults(
  context: PaletteContext,
  typed: string,
): { goals: PaletteResult[]; isLooking: boolean; hasFailed: boolean } {
  const { text } = useText();
  const { viewer, stage } = context;
  const wanted = typed.trim();
  const command = readCommand(wanted, text);
  const hasPeople = isOpenOn(stage, '/admin/accounts');
  const accounts = useFoundAccounts(hasPeople ? wanted : '');
  const commandAccounts = useFoundAccounts((hasPeople && command?.person) || '');
  const things = useFoundThings(wanted);
  const own = useOwnResults(context);
  const named = own.filter(({ name, words = '' }) => matchesEveryWord(`${name} ${words}`, wanted));
  const explained = own.filter(({ name, about, words = '' }) => matchesEveryWord(`${name} ${about} ${words}`, wanted));
  const commands = commandAccounts.found
    .slice(0, MAX_COMMANDS)
    .flatMap((account) => accountActions(viewer, account, text, command?.intents));
  const people = accounts.found.map((account) => accountResult(account, text));
  const found = things.found.map((thing) => thingResult(thing, text));
  const all = new Map([...named, ...commands, ...people, ...found, ...explained].map((one) => [one.id, one]));
  const lookups = [accounts, commandAccounts, things];
  return {
    goals: [...all.values()],
    isLooking: lookups.some(({ isLooking }) => isLooking),
    hasFailed: lookups.some(({ hasFailed }) => hasFailed),
  };
}

function useOwnResults({ places, viewer, stage }: PaletteContext): PaletteResult[] {
  const { text } = useText();
  const { pathname, search } = useLocation();
  const pages = { here: pathWithoutLocale(pathname) + search, seen: useSeenPage() };
  const page = useRouteLoaderData<{ account: PaletteAccount }>('admin/screens/account');
  const all = [
    ...places.map(({ to, name, about }) => ({ id: to, name, about, to })),
    ...(page === undefined ? [] : accountActions(viewer, page.account, text)),
    ...workActions(text),
    ...siteActions(viewer, pages, text),
  ];
  return all.filter(({ to }) => isOpenOn(stage, to));
}

interface Lookup<Found> {
  readonly found: readonly Found[];
  readonly isLooking: boolean;
  /** What is looked up was refused, or lost on its way. */
  readonly hasFailed: boolean;
}

function useFoundAccounts(text: string): Lookup<FoundAccount> {
  const { ask } = useCallClient();
  return useLookup(text, async (signal) => {
    const { data } = await ask(findAccounts, { query: { text, limit: MAX_ACCOUNTS }, signal });
    return data as readonly FoundAccount[];
  });
}

function useFoundThings(text: string): Lookup<FoundThing> {
  const { ask } = useCallClient();
  return useLookup(text, async (signal) => {
    const { data } = await ask(findThings, { query: { text }, signal });
    return data as readonly FoundThing[];
  });
}

interface LookupAnswer<Found> {
  readonly for: string;
  readonly found: readonly Found[];
  readonly hasFailed: boolean;
}

function useLookup<Found>(wanted: string, ask: (signal: AbortSignal) => Promise<readonly Found[]>): Lookup<Found> {
  const [looked, setLooked] = useState<LookupAnswer<Found>>();
  const look = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const found = await ask(signal);
      if (!signal.aborted) setLooked({ for: wanted, found, hasFailed: false });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      setLooked({ for: wanted, found: [], hasFailed: true });
    }
  });
  useEffect(() => {
    if (wanted === '') return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => void look(leaving.signal), navigator.onLine ? PAUSE_MS : 0);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [wanted]);
  if (wanted === '') return { found: [], isLooking: false, hasFailed: false };
  if (looked?.for === wanted) return { found: looked.found, isLooking: false, hasFailed: looked.hasFailed };
  return { found: [], isLooking: navigator.onLine, hasFailed: !navigator.onLine };
}
