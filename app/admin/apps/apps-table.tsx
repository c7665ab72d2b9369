import type { AppList, ListedApp } from '#app/apps/app.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { ListKind } from '#app/current/page/list.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import drawing from '#content/art/apps-empty.svg';
import { LocalTime } from '#lib/locale/time.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';

import { PersonLink } from '../person-link.tsx';
import type { NamedPerson } from '../person-link.tsx';

type OwnedApp = ListedApp & { readonly owner: NamedPerson | undefined };

export const LIST_NAMES = {
  working: 'admin.apps.working',
  archived: 'admin.apps.archived',
} as const satisfies Readonly<Record<AppList, TextKey>>;

export const APPS: ListKind<OwnedApp> = {
  toKey: ({ appId }) => appId,
  columns: [
    { id: 'name', header: 'admin.apps.app', cell: (app) => <AppLink app={app} /> },
    { id: 'owner', header: 'admin.apps.owner', cell: ({ owner }) => owner && <PersonLink person={owner} /> },
    { id: 'keys', header: 'admin.apps.keys', cell: ({ keys }) => <Count value={keys} />, isNumber: true },
    { id: 'used', header: 'admin.apps.used', cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} /> },
    { id: 'calls', header: 'admin.apps.callsOfDay', cell: ({ day }) => <Count value={day.calls} />, isNumber: true },
    { id: 'errors', header: 'admin.apps.errorsOfDay', cell: ({ day }) => <Count value={day.errors} />, isNumber: true },
    {
      id: 'refusals',
      header: 'admin.apps.refusalsOfDay',
      cell: ({ day }) => <Count value={day.refusals} />,
      isNumber: true,
    },
  ],
  empty: NoApps,
  filter: { query: 'list', title: 'admin.apps.lists', choices: LIST_NAMES },
  pages: { title: 'admin.apps.pages', cursor: 'after', next: 'admin.apps.more' },
};

export const ARCHIVED_APPS: ListKind<OwnedApp> = { ...APPS, empty: 'admin.apps.noneArchived' };

function AppLink({ app: { appId, name } }: { readonly app: OwnedApp }) {
  return (
    <SiteLink
      to={`/admin/apps/${appId}`}
      prefetch="intent"
      className="xl:line-clamp-1 font-extrabold wrap-anywhere text-link underline"
    >
      <span lang="zxx" title={name}>
        {name}
      </span>
    </SiteLink>
  );
}

export function Count({ value }: { readonly value: number }) {
  return useText().formatNumber(value);
}

export function LastUse({ at }: { readonly at: string | null }) {
  const { text } = useText();
  return at === null ? text('keys.list.unused') : <LocalTime at={at} />;
}

function NoApps() {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <h2>{text('admin.apps.none')}</h2>
      <p className="max-w-prose">{text('admin.apps.noneHow')}</p>
    </EmptyState>
  );
}
