import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { Badge } from '#lib/ui/badge.tsx';

import { CONSEQUENCES } from './consequences.ts';
import type { Consequence } from './consequences.ts';
import { ALIAS_DAYS, BACKUP_DAYS, PURCHASE_YEARS } from './deletion.ts';

export function ConsequenceList() {
  const { text } = useText();
  const values = { aliasDays: ALIAS_DAYS, backupDays: BACKUP_DAYS, years: PURCHASE_YEARS };
  return (
    <section aria-labelledby="deletion-parts" className="space-y-4">
      <h2 id="deletion-parts">{text('deletions.page.parts')}</h2>
      <dl className="divide-y divide-hairline">
        {CONSEQUENCES.map(({ title, about, fate }) => (
          <div key={title} className="space-y-1 py-3">
            <dt className="flex flex-wrap items-center gap-3 font-bold">
              <span>{text(title)}</span> <Badge tone={fate === 'kept' ? 'loud' : 'plain'}>{text(FATES[fate])}</Badge>
            </dt>
            <dd>{text(about, values)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const FATES: Record<Consequence['fate'], TextKey> = {
  gone: 'deletions.fate.gone',
  unnamed: 'deletions.fate.unnamed',
  kept: 'deletions.fate.kept',
  levels: 'deletions.fate.choice',
  posts: 'deletions.fate.choice',
};
