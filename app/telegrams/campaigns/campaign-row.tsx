import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Badge } from '#lib/ui/badge.tsx';

import { NEWSLETTERS, SUBSCRIPTIONS } from '../newsletter.ts';
import type { Subscription } from '../newsletter.ts';
import { CAMPAIGN_STATE_NAMES } from './campaign-view.tsx';
import type { Campaign } from './campaign.ts';

export function CampaignList({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { text } = useText();
  if (campaigns.length === 0) return <p className="text-muted">{text('campaigns.list.none')}</p>;
  return (
    <ul className="space-y-3">
      {campaigns.map((campaign) => (
        <CampaignRow key={campaign.campaignId} campaign={campaign} />
      ))}
    </ul>
  );
}

function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { text, formatDate } = useText();
  const { campaignId, name, state, subscription, createdAt, total, kind } = campaign;
  return (
    <li className="block-card flex flex-wrap items-center gap-x-4 gap-y-1 p-4">
      <SiteLink to={`/admin/telegrams/campaigns/${campaignId}`} className="min-w-0 grow font-bold wrap-anywhere">
        {name}
      </SiteLink>
      {kind === 'welcome' && <Badge>{text('campaigns.kind.welcome')}</Badge>}
      <Badge tone={state === 'running' ? 'loud' : state === 'finished' ? 'success' : 'plain'}>
        {text(CAMPAIGN_STATE_NAMES[state])}
      </Badge>
      <span className="w-full text-sm text-muted">
        <span>{text(NEWSLETTERS[subscription].name)}</span> · <span>{formatDate(createdAt)}</span>
        {total !== undefined && <span>{` · ${text('campaigns.list.readers', { count: total })}`}</span>}
      </span>
    </li>
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
