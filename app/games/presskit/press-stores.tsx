import { useText } from '#app/current/locale.ts';

import type { PressStore } from './presskit.ts';

/** Where a game is sold, each with what it runs on there. */
export function PressStores({ stores }: { stores: readonly PressStore[] }) {
  const { text, formatList } = useText();
  return (
    <ul className="space-y-1">
      {stores.map(({ name, url, platforms, subscription }) => (
        <li key={url} className="flex flex-wrap items-baseline gap-x-3">
          <a href={url} rel="noopener" className="inline-block py-0.5 font-bold text-link underline">
            {name}
          </a>
          <span className="text-sm text-muted">{formatList(platforms)}</span>
          {subscription !== undefined && (
            <span className="text-sm text-muted">{text('games.stores.subscription', { subscription })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
