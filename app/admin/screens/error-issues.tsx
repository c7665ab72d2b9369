import { useText } from '#app/current/locale.ts';
import { List, ListFilter } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { ISSUE_LISTS } from '#app/telemetry/issues/issue.ts';
import { listIssues } from '#app/telemetry/issues/issues.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';

import { adminHead } from '../admin-head.server.ts';
import { findPeople } from '../names.server.ts';
import { ISSUES, ISSUE_LIST_NAMES, OTHER_ISSUES } from '../telemetry/issue-table.tsx';
import { TelemetryHeader } from '../telemetry/telemetry-header.tsx';
import type { Route } from './+types/error-issues';

const PAGE_SIZE = 50;
const PATH = '/admin/telemetry/errors';

export const loader = withCurrent(async (current, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams;
  const list = ISSUE_LISTS.find((one) => one === query.get('list')) ?? 'open';
  const after = query.get('after') ?? undefined;
  const { issues, next } = await listIssues(current, { list, after, limit: PAGE_SIZE });
  const people = await findPeople(
    current,
    issues.flatMap(({ assigneeId }) => assigneeId ?? []),
  );
  const head = await adminHead(current, 'admin.errors.title', 'admin.errors.about');
  return {
    list,
    isFirst: after === undefined,
    issues: issues.map((issue) =>
      Object.assign({ assignee: issue.assigneeId === null ? undefined : people(issue.assigneeId) }, issue),
    ),
    next,
    crumb: head.title,
    head,
  };
});

export default function ErrorIssues({ loaderData: { list, issues, next, isFirst } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div className="space-y-2">
      <TelemetryHeader section="errors" />
      <ListFilter of={ISSUES} path={PATH} chosen={list} />
      <List
        of={list === 'open' ? ISSUES : OTHER_ISSUES}
        caption={text(ISSUE_LIST_NAMES[list])}
        rows={issues}
        address={withQuery(PATH, { list })}
        next={next}
        isFirst={isFirst}
      />
    </div>
  );
}
