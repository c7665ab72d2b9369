import { useSyncExternalStore } from 'react';

import { useText } from '#app/current/locale.ts';
import type { StoreEntry } from '#content/game.ts';

import { STORES, shownStores, subscriptionOf, systemOf } from '../stores.ts';

/**
 * Where a game is to be had. Every visitor is sent the same order; the browser, which alone knows its system, then
 * puts that one's stores first. All places in the list are of one size, so that nothing else moves.
 */
export function StoreList({ stores }: { stores: readonly StoreEntry[] }) {
  const { text } = useText();
  const system = useSyncExternalStore(onChange, () => systemOf(navigator), onServer);
  const shown = shownStores(stores, system);
  if (shown.length === 0) return null;
  return (
    <ul
      aria-label={text('games.stores.label')}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-4"
    >
      {shown.map((entry) => (
        <li key={entry.url}>
          <StoreLink entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function StoreLink({ entry }: { entry: StoreEntry }) {
  const { text } = useText();
  const subscription = subscriptionOf(entry);
  return (
    <a
      href={entry.url}
      rel="noopener"
      className="block-card lift on-accent flex h-full min-h-16 flex-col justify-center bg-accent px-4 py-2 text-center font-display leading-tight font-black text-on-accent"
    >
      {STORES[entry.slug].name}
      {subscription !== undefined && (
        <span className="block font-sans text-sm font-bold">{text('games.stores.subscription', { subscription })}</span>
      )}
    </a>
  );
}

const onChange = () => () => undefined;
const onServer = () => undefined;
