import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Card } from '#lib/ui/card.tsx';

import type { PendingWork } from './pending-work.ts';

export function PendingWorkList({ waiting }: { waiting: readonly PendingWork[] }) {
  const { text } = useText();
  if (waiting.length === 0) {
    return (
      <p className="w-fit rounded-card border-2 border-dashed border-edge px-4 py-2 font-bold">
        {text('admin.home.nothing')}
      </p>
    );
  }
  return (
    <ul className="flex flex-wrap gap-2">
      {waiting.map(({ to, name, count, isMore }) => (
        <li key={name}>
          <Card isLink className="bg-accent! px-3! py-1! text-on-accent">
            <SiteLink to={to} className="flex items-baseline gap-3">
              <span aria-hidden="true" className="font-display text-xl">
                <span>{count}</span>
                {isMore && <span>{'+'}</span>}
              </span>
              <span className="font-extrabold">{name}</span>
            </SiteLink>
          </Card>
        </li>
      ))}
    </ul>
  );
}
