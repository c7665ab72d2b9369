import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { consoleContext } from '#app/noun/noun.server.ts';

import { BanBadge } from '../accounts/ban-badge.tsx';
import { RoleBadge } from '../accounts/role-badge.tsx';
import { adminHead } from '../admin-head.server.ts';
import { AuditList } from '../audit/audit-list.tsx';
import { HealthPanel } from '../health/health-panel.tsx';
import { loadAdminHome } from '../home.server.ts';
import { PendingWorkList } from '../pending-work-list.tsx';
import type { Route } from './+types/home';

export const loader = withCurrent(async (current, { context }: Route.LoaderArgs) => {
  const page = await loadAdminHome(current, context.get(consoleContext));
  return { ...page, head: await adminHead(current, 'admin.home.title', 'admin.home.about') };
});

export default function AdminHome({
  loaderData: { waiting, health, newest, banned, auditSentences, now },
}: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div className="space-y-2">
      <h1 className="squiggle text-3xl">{text('admin.home.title')}</h1>
      <PendingWorkList waiting={waiting} />
      <div className="grid items-start gap-2 md:grid-cols-2">
        <HealthPanel parts={health} />
        <div className="grid min-w-0 gap-2">
          <Panel title={text('admin.home.newest')} aside={<More list="newest" />}>
            <Accounts accounts={newest} />
          </Panel>
          <Panel title={text('admin.home.banned')} aside={<More list="banned" />}>
            <Accounts accounts={banned} />
          </Panel>
        </div>
        {auditSentences && (
          <Panel title={text('admin.home.audit')} className="md:col-span-2">
            <AuditList sentences={auditSentences} now={now} />
          </Panel>
        )}
      </div>
    </div>
  );
}

function More({ list }: { list: 'newest' | 'banned' }) {
  const { text } = useText();
  const name = text(list === 'newest' ? 'admin.home.allNewest' : 'admin.home.allBanned');
  return (
    <SiteLink to={`/admin/accounts?list=${list}`} className="inline-block py-0.5 text-link underline">
      {name}
    </SiteLink>
  );
}

function Accounts({ accounts }: { accounts: Route.ComponentProps['loaderData']['newest'] }) {
  const { text } = useText();
  if (accounts.length === 0) return <p className="text-muted">{text('admin.accounts.nobody')}</p>;
  return (
    <ul className="divide-y-2 divide-hairline">
      {accounts.map(({ userId, alias, role, ban }) => (
        <li key={userId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
          <SiteLink
            to={`/admin/accounts/${userId}`}
            prefetch="intent"
            className="min-w-0 grow py-0.5 font-extrabold wrap-anywhere text-link underline"
          >
            <span lang="zxx">{alias ?? `@${userId}`}</span>
          </SiteLink>
          <RoleBadge role={role} />
          {ban !== null && <BanBadge ban={ban} />}
        </li>
      ))}
    </ul>
  );
}
