import type { AuditSentence } from '#app/audit/audit-sentence.ts';
import { useText } from '#app/current/locale.ts';
import { List, ListHeader } from '#app/current/page/list.tsx';
import type { ListKind } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { consoleContext } from '#app/noun/noun.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { LocalTime } from '#lib/locale/time.tsx';

import { adminHead } from '../admin-head.server.ts';
import { AuditFilterForm, ExportLinks } from '../audit/audit-filter-form.tsx';
import { AuditSentenceText } from '../audit/audit-list.tsx';
import { loadAuditPage } from '../audit/audit-page.server.ts';
import { ChainStatusLine } from '../audit/chain-status.tsx';
import type { Route } from './+types/audit';

export const loader = withCurrent(async (current, { url, context }: Route.LoaderArgs) => {
  const page = await loadAuditPage(current, context.get(consoleContext), url.searchParams);
  return { ...page, head: await adminHead(current, 'admin.audit.name', 'admin.audit.about') };
});

const PATH = '/admin/audit';

const ENTRIES: ListKind<AuditSentence> = {
  toKey: ({ auditId }) => String(auditId),
  columns: [
    {
      id: 'at',
      header: 'admin.audit.when',
      cell: ({ auditId, at }) => (
        <SiteLink to={`${PATH}/${auditId}`} className="whitespace-nowrap text-link underline max-sm:whitespace-normal">
          <LocalTime at={at} />
        </SiteLink>
      ),
    },
    {
      id: 'what',
      header: 'admin.audit.what',
      cell: ({ parts }) => (
        <div className="max-w-[60ch] xl:line-clamp-1">
          <AuditSentenceText parts={parts} />
        </div>
      ),
    },
    { id: 'why', header: 'admin.audit.why', cell: ({ reason }) => reason !== null && <Reason reason={reason} /> },
    {
      id: 'masquerade',
      header: 'admin.audit.seenAs',
      cell: ({ masquerade }) => masquerade !== null && <MasqueradeName role={masquerade} />,
    },
  ],
  empty: 'admin.audit.nothing',
  pages: { title: 'admin.audit.pages', cursor: 'after', next: 'admin.audit.older', first: 'admin.audit.newest' },
};

function Reason({ reason }: { reason: string }) {
  return (
    <q lang="en" className="block max-w-[30ch] xl:line-clamp-1" title={reason}>
      {reason}
    </q>
  );
}

function MasqueradeName({ role }: { role: string }) {
  const { text } = useText();
  return text('shell.account.role', { role });
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { text } = useText();
  const { filters, sentences, next, isFirst, status, actions } = loaderData;
  const address = withQuery(PATH, filters);
  return (
    <div className="space-y-2">
      <ListHeader title={text('admin.audit.name')}>
        <ChainStatusLine status={status} />
      </ListHeader>
      <AuditFilterForm filters={filters} actions={actions} />
      <List
        of={ENTRIES}
        caption={text('admin.audit.found')}
        rows={sentences}
        address={address}
        next={next}
        isFirst={isFirst}
      />
      <ExportLinks query={address.slice(PATH.length + 1)} />
    </div>
  );
}
