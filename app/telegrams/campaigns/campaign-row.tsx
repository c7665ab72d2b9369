import { useText } from '#app/current/locale.ts';
import { ListCard } from '#app/current/page/list.tsx';
import type { ListKind } from '#app/current/page/list.tsx';
import { Badge } from '#lib/ui/badge.tsx';

import { NEWSLETTERS, SUBSCRIPTIONS } from '../newsletter.ts';
import type { Subscription } from '../newsletter.ts';
import { CAMPAIGN_STATE_NAMES } from './campaign-view.tsx';
import type { Campaign } from './campaign.ts';

export const CAMPAIGNS: ListKind<Campaign> = {
  toKey: ({ campaignId }) => campaignId,
  Item: CampaignItem,
  empty: 'campaigns.list.none',
  pages: { title: 'campaigns.list.pages', cursor: 'before', next: 'campaigns.list.older' },
};

function CampaignItem({ row }: { readonly row: Campaign }) {
  const { text, formatDate } = useText();
  const { campaignId, name, state, subscription, createdAt, total, kind } = row;
  const badges = (
    <>
      {kind === 'welcome' && <Badge>{text('campaigns.kind.welcome')}</Badge>}
      <Badge tone={state === 'running' ? 'loud' : state === 'finished' ? 'success' : 'plain'}>
        {text(CAMPAIGN_STATE_NAMES[state])}
      </Badge>
    </>
  );
  return (
    <ListCard to={`/admin/telegrams/campaigns/${campaignId}`} title={name} badges={badges}>
      <span>{text(NEWSLETTERS[subscription].name)}</span> · <span>{formatDate(createdAt)}</span>
      {total !== undefined && <span>{` · ${text('campaigns.list.readers', { count: total })}`}</span>}
    </ListCard>
  );
}

export function ReaderCounts({ readers }: { readers: Readonly<Partial<Record<Subscription, number>>> }) {
  const { text, formatNumber } = useText();
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      {SUBSCRIPTIONS.map((id) => (
        <div key={id} className="block-card p-4">
          <dt>{text(NEWSLETTERS[id].name)}</dt>
          <dd className="text-2xl font-extrabold">{formatNumber(readers[id] ?? 0)}</dd>
          <dd className="text-sm text-muted">{text('campaigns.list.readers', { count: readers[id] ?? 0 })}</dd>
        </div>
      ))}
    </dl>
  );
}
