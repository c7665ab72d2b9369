import { getText, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Table } from '#lib/ui/table.tsx';

import { CAMPAIGN_KIND_NAMES, END_NAMES } from '../campaigns/campaign-view.tsx';
import { NEWSLETTERS, SUBSCRIPTIONS } from '../newsletter.ts';
import { getReaderHistory } from '../reader-history.server.ts';
import type { ReaderMail } from '../reader-history.server.ts';
import type { SubscriptionState } from '../subscriber.ts';
import type { Route } from './+types/admin-reader';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const history = await getReaderHistory(current, params.subscriberId);
  const text = await getText(current.locale);
  const title = text('campaigns.reader.title');
  return { history, crumb: title, head: { title, description: title, noindex: true } };
});

const STATES = {
  pending: 'campaigns.reader.pending',
  confirmed: 'campaigns.reader.confirmed',
  left: 'campaigns.reader.left',
} as const satisfies Record<SubscriptionState, TextKey>;

const MAIL_STATES = {
  ...END_NAMES,
  queued: 'campaigns.reader.queued',
  sending: 'campaigns.reader.sending',
} as const satisfies Record<ReaderMail['state'], TextKey>;

export default function AdminReader({ loaderData: { history } }: Route.ComponentProps) {
  const { text } = useText();
  const { subscriptions, suppressed } = history.preferences;
  const lists = SUBSCRIPTIONS.flatMap((id) => {
    const state = subscriptions[id];
    return state === undefined ? [] : [{ id, state }];
  });
  return (
    <div className="space-y-8">
      <h1 className="squiggle text-3xl">{text('campaigns.reader.title')}</h1>
      {suppressed !== undefined && <p className="field-error">{text('campaigns.reader.suppressed')}</p>}
      <ul className="flex flex-wrap gap-4">
        {lists.map(({ id, state }) => (
          <li key={id} className="block-card flex items-center gap-3 p-4">
            <span className="font-bold">{text(NEWSLETTERS[id].name)}</span>
            <Badge tone={state === 'confirmed' ? 'success' : 'plain'}>{text(STATES[state])}</Badge>
          </li>
        ))}
      </ul>
      <Mails mails={history.mails} />
    </div>
  );
}

function Mails({ mails }: { mails: readonly ReaderMail[] }) {
  const { text } = useText();
  return (
    <Table
      caption={text('campaigns.reader.mails')}
      columns={[
        {
          id: 'name',
          header: text('campaigns.reader.campaign'),
          cell: ({ campaignId, name }) => <SiteLink to={`/admin/telegrams/campaigns/${campaignId}`}>{name}</SiteLink>,
        },
        { id: 'kind', header: text('campaigns.reader.kind'), cell: ({ kind }) => text(CAMPAIGN_KIND_NAMES[kind]) },
        { id: 'state', header: text('campaigns.reader.state'), cell: ({ state }) => text(MAIL_STATES[state]) },
        {
          id: 'when',
          header: text('campaigns.reader.when'),
          cell: ({ dueAt, doneAt }) => {
            const at = doneAt ?? dueAt;
            return at === undefined ? '–' : <LocalTime at={at.toISOString()} />;
          },
        },
        { id: 'reason', header: text('campaigns.trouble.reason'), cell: ({ reason }) => reason ?? '–' },
      ]}
      rows={mails}
      toKey={({ campaignId }) => campaignId}
      empty={text('campaigns.reader.none')}
    />
  );
}
