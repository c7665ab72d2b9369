import { redirect } from 'react-router';
import { inc } from 'semver';

import { findStaffIds } from '#app/accounts/staff/staff-ids.server.ts';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { inLocale, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Panel, RecordHeader } from '#app/current/page/record.tsx';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { consoleContext } from '#app/noun/noun.server.ts';
import { toIssueTarget } from '#app/telemetry/issues/issue.ts';
import { findIssueParts, getIssue } from '#app/telemetry/issues/issues.server.ts';
import { version as runningVersion } from '#package';

import { adminHead } from '../admin-head.server.ts';
import { AuditList } from '../audit/audit-list.tsx';
import { findPeople } from '../names.server.ts';
import { IssueActions } from '../telemetry/issue-actions.tsx';
import { IssueFacts } from '../telemetry/issue-facts.tsx';
import { findIssueHistory } from '../telemetry/issue-history.server.ts';
import { issueIntents } from '../telemetry/issue-intents.server.ts';
import { nameLinks } from '../telemetry/issue-links.server.ts';
import { IssueLinks } from '../telemetry/issue-links.tsx';
import { IssueExamples, IssueStacks } from '../telemetry/issue-stacks.tsx';
import { IssueStateBadge } from '../telemetry/issue-table.tsx';
import type { Route } from './+types/error-issue';

const PATH = '/admin/telemetry/errors';

export const loader = withCurrent(async (current, { params, context }: Route.LoaderArgs) => {
  const issue = await getIssue(current, params.issueId);
  const { issueId, mergedInto, assigneeId } = issue;
  if (mergedInto !== null) throw redirect(inLocale(params, `${PATH}/${mergedInto}`));
  const [parts, sentences, staffIds] = await Promise.all([
    findIssueParts(current, issueId),
    findIssueHistory(current, context.get(consoleContext).auditKinds, issueId),
    findStaffIds(current),
  ]);
  const [links, people] = await Promise.all([
    nameLinks(current, parts.links),
    findPeople(current, assigneeId === null ? staffIds : [...staffIds, assigneeId]),
  ]);
  return {
    issue,
    parts,
    links,
    staff: staffIds.map(people),
    assignee: assigneeId === null ? undefined : people(assigneeId),
    sentences,
    runningVersion,
    nextVersion: inc(runningVersion, 'patch') ?? runningVersion,
    now: current.now().getTime(),
    crumb: issue.message,
    crumbsAbove: [{ to: PATH, name: (await adminHead(current, 'admin.errors.title', 'admin.errors.about')).title }],
    head: await adminHead(current, 'admin.errors.issueTitle', 'admin.errors.about', { message: issue.message }),
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), issueIntents(params)),
);

export const headers = formHeaders;

export default function ErrorIssue({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { issue, parts, links, staff, assignee, sentences, now } = loaderData;
  const { issueId, message, place } = issue;
  const versions = { running: loaderData.runningVersion, next: loaderData.nextVersion };
  const form = useForm(actionData, { of: 'issues.', action: useSitePath(`${PATH}/${issueId}`) });
  return (
    <div className="space-y-5">
      <RecordHeader
        title={<span lang="zxx">{message}</span>}
        about={place === '' ? text('admin.errors.noPlace') : <code lang="zxx">{place}</code>}
        badges={<IssueStateBadge issue={issue} />}
      />
      <FormNotice form={form} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <IssueFacts issue={issue} parts={parts} assignee={assignee} now={now} />
        <IssueActions issue={issue} form={form} staff={staff} versions={versions} />
      </div>
      <IssueStacks stacks={parts.stacks} form={form} />
      <IssueExamples examples={parts.examples} />
      <IssueLinks links={links} form={form} />
      {sentences !== undefined && (
        <Panel id="history" title={text('admin.audit.title')}>
          <AuditList sentences={sentences} now={now} target={toIssueTarget(issueId)} />
        </Panel>
      )}
    </div>
  );
}
