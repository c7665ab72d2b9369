import { useEffect, useEffectEvent } from 'react';
import { useFetcher } from 'react-router';

import { useAddressLocale } from '#app/current/address-locale.ts';
import { localePath, useText } from '#app/current/locale.ts';

import type { FoundAccounts } from '../accounts/found-accounts.ts';
import type { AdminPlace } from '../places.ts';

export interface PaletteResult {
  /** Its address. */
  readonly id: string;
  readonly name: string;
  readonly about: string;
}

const PAUSE_MS = 150;
const MOST = 8;

/** Accounts are looked up when the typing pauses. */
export function usePaletteResults(
  places: readonly AdminPlace[],
  typed: string,
): { results: PaletteResult[]; isLooking: boolean } {
  const { text } = useText();
  const wanted = typed.trim();
  const { found, isLooking } = useFoundAccounts(wanted);
  const fitting = places
    .map(({ to, name, about }) => ({ id: to, name: text(name), about: text(about) }))
    .filter(({ name }) => matchesEveryWord(name, wanted));
  const accounts = found.map(({ userId, alias, role, match }) => ({
    id: `/admin/accounts/${userId}`,
    name: alias ?? `@${userId}`,
    about: [alias === null ? undefined : `@${userId}`, role, match?.by === 'email' ? match.text : undefined]
      .filter((part) => part !== undefined)
      .join(' · '),
  }));
  return { results: [...fitting, ...accounts], isLooking };
}

function useFoundAccounts(wanted: string): { found: FoundAccounts['accounts']; isLooking: boolean } {
  const fetcher = useFetcher<FoundAccounts>({ key: 'palette' });
  const locale = useAddressLocale();
  const look = useEffectEvent(() => {
    const path = locale === undefined ? '/admin/accounts' : localePath(locale, '/admin/accounts');
    void fetcher.load(`${path}?${new URLSearchParams({ text: wanted, limit: String(MOST) })}`);
  });
  useEffect(() => {
    if (wanted === '') return undefined;
    const timer = setTimeout(look, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  if (wanted === '') return { found: [], isLooking: false };
  const { data } = fetcher;
  const isThis = data?.text === wanted;
  return { found: isThis ? data.accounts.slice(0, MOST) : [], isLooking: !isThis };
}

/** Every typed word begins a word of the name. */
function matchesEveryWord(name: string, wanted: string): boolean {
  const words = name.toLowerCase().split(/\s+/);
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
