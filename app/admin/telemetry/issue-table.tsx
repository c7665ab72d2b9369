import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { ListKind } from '#app/current/page/list.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import type { IssueList, ListedIssue } from '#app/telemetry/issues/issue.ts';
import drawing from '#content/art/bug-with-suitcase.svg';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';

import { Count } from '../apps/apps-table.tsx';
import { PersonLink } from '../person-link.tsx';
import type { NamedPerson } from '../person-link.tsx';

type AssignedIssue = ListedIssue & { readonly assignee: NamedPerson | undefined };

export const ISSUE_LIST_NAMES = {
  open: 'admin.errors.open',
  regressed: 'admin.errors.regressed',
  mine: 'admin.errors.mine',
  resolved: 'admin.errors.resolved',
  ignored: 'admin.errors.ignored',
} as const satisfies Readonly<Record<IssueList, TextKey>>;

export const ISSUES: ListKind<AssignedIssue> = {
  toKey: ({ issueId }) => issueId,
  columns: [
    { id: 'issue', header: 'admin.errors.issue', cell: (issue) => <IssueLink issue={issue} /> },
    { id: 'place', header: 'admin.errors.place', cell: ({ place }) => <Place place={place} /> },
    { id: 'state', header: 'admin.errors.state', cell: (issue) => <IssueStateBadge issue={issue} /> },
    {
      id: 'times',
      header: 'admin.errors.times',
      cell: ({ occurrences }) => <Count value={occurrences} />,
      isNumber: true,
    },
    { id: 'people', header: 'admin.errors.people', cell: ({ people }) => <Count value={people} />, isNumber: true },
    { id: 'first', header: 'admin.errors.first', cell: ({ firstSeenAt }) => <Moment at={firstSeenAt} isDay /> },
    { id: 'last', header: 'admin.errors.last', cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
    {
      id: 'assignee',
      header: 'admin.errors.assignee',
      cell: ({ assignee }) => assignee && <PersonLink person={assignee} />,
    },
  ],
  empty: NoIssues,
  filter: { query: 'list', title: 'admin.errors.lists', choices: ISSUE_LIST_NAMES },
  pages: { title: 'admin.errors.pages', cursor: 'after', next: 'admin.errors.more', first: 'admin.errors.newest' },
};

export const OTHER_ISSUES: ListKind<AssignedIssue> = { ...ISSUES, empty: 'admin.errors.noneHere' };

function IssueLink({ issue: { issueId, message } }: { readonly issue: AssignedIssue }) {
  return (
    <SiteLink
      to={`/admin/telemetry/errors/${issueId}`}
      prefetch="intent"
      className="line-clamp-1 font-extrabold wrap-anywhere text-link underline"
    >
      <span lang="zxx" title={message}>
        {message}
      </span>
    </SiteLink>
  );
}

function Moment({ at, isDay = false }: { readonly at: string; readonly isDay?: boolean }) {
  return (
    <span className="whitespace-nowrap">
      <LocalTime at={at} isDay={isDay} />
    </span>
  );
}

function Place({ place }: { readonly place: string }) {
  return (
    <code lang="zxx" title={place} className="line-clamp-1 text-sm wrap-anywhere">
      {place}
    </code>
  );
}

export function IssueStateBadge({
  issue,
}: {
  readonly issue: Pick<ListedIssue, 'state' | 'isRegressed' | 'resolvedIn'>;
}) {
  const { text } = useText();
  const { state, isRegressed, resolvedIn } = issue;
  if (isRegressed) return <Badge tone="danger">{text('admin.errors.isRegressed')}</Badge>;
  if (state === 'open') return <Badge tone="loud">{text('admin.errors.isOpen')}</Badge>;
  if (state === 'ignored') return <Badge>{text('admin.errors.isIgnored')}</Badge>;
  return <Badge tone="success">{text('admin.errors.isResolved', { version: resolvedIn ?? '' })}</Badge>;
}

function NoIssues() {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <h2>{text('admin.errors.none')}</h2>
      <p className="max-w-prose">{text('admin.errors.noneHow')}</p>
    </EmptyState>
  );
}
