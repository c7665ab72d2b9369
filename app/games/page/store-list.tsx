import { useSyncExternalStore } from 'react';

import { useText } from '#app/current/locale.ts';
import type { StoreEntry } from '#content/game.ts';

import { STORES, shownStores, findSubscription, detectSystem } from '../stores.ts';

/** In one order from the server, then the stores of the browser's system first; of one size, so that nothing moves. */
export function StoreList({ stores }: { stores: readonly StoreEntry[] }) {
  const { text } = useText();
  const system = useSyncExternalStore(onChange, () => detectSystem(navigator), onServer);
  const shown = shownStores(stores, system);
  if (shown.length === 0) return null;
  return (
    <ul
      aria-label={text('games.stores.label')}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-4"
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
  const subscription = findSubscription(entry);
  return (
    <a
      href={entry.url}
      rel="noopener"
      className="block-card lift on-accent flex h-full min-h-16 items-center gap-4 bg-accent px-5 py-3 font-label leading-tight font-black text-on-accent"
    >
      <img
        src={glyphs[`/content/art/glyph-${entry.slug}.svg`]}
        alt=""
        width="32"
        height="32"
        className="size-8 forced-colors:hidden"
      />
      <span>
        <span>{STORES[entry.slug].name}</span>
        {subscription !== undefined && (
          <span className="block font-sans text-sm font-bold">
            {text('games.stores.subscription', { subscription })}
          </span>
        )}
      </span>
    </a>
  );
}

const glyphs = import.meta.glob<string>('#content/art/glyph-*.svg', { query: '?url', import: 'default', eager: true });

const onChange = () => () => undefined;
const onServer = () => undefined;
