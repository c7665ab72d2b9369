import { inc } from 'semver';

import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { List, ListFilter, ListSearch } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { ISSUE_LISTS, MAX_ISSUE_SEARCH, MAX_NEW_ISSUES, MAX_WAITING } from '#app/telemetry/issues/issue.ts';
import { countWaitingErrors, listIssues } from '#app/telemetry/issues/issues.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Table } from '#lib/ui/table.tsx';
import { version as runningVersion } from '#package';

import { adminHead } from '../admin-head.server.ts';
import { useSelectionColumn } from '../bulk/selectable-list.tsx';
import { findPeople } from '../names.server.ts';
import { ISSUES_INTENTS } from '../telemetry/issue-intents.server.ts';
import { ISSUES, ISSUE_LIST_NAMES, OTHER_ISSUES } from '../telemetry/issue-table.tsx';
import { ManyIssues } from '../telemetry/many-issues.tsx';
import { TelemetryHeader } from '../telemetry/telemetry-header.tsx';
import type { Route } from './+types/error-issues';

const PAGE_SIZE = 50;
const PATH = '/admin/telemetry/errors';
const FORM_ID = 'bulk';

export const loader = withCurrent(async (current, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams;
  const list = ISSUE_LISTS.find((one) => one === query.get('list')) ?? 'open';
  const words = (query.get('text') ?? '').trim().slice(0, MAX_ISSUE_SEARCH);
  const after = query.get('after') ?? undefined;
  const { issues, next } = await listIssues(current, { list, words, after, limit: PAGE_SIZE });
  const people = await findPeople(
    current,
    issues.flatMap(({ assigneeId }) => assigneeId ?? []),
  );
  const head = await adminHead(current, 'admin.errors.title', 'admin.errors.about');
  return {
    list,
    words,
    isFirst: after === undefined,
    issues: issues.map((issue) =>
      Object.assign({ assignee: issue.assigneeId === null ? undefined : people(issue.assigneeId) }, issue),
    ),
    waiting: await countWaitingErrors(current),
    nextVersion: inc(runningVersion, 'patch') ?? runningVersion,
    next,
    crumb: head.title,
    head,
  };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), ISSUES_INTENTS),
);

export const headers = formHeaders;

export default function ErrorIssues({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { list, words, issues, waiting, nextVersion } = loaderData;
  const form = useForm(actionData, { of: 'issues.', action: useSitePath(PATH) });
  return (
    <div className="space-y-2">
      <TelemetryHeader section="errors">
        <ListSearch
          name="text"
          value={words}
          label={text('admin.errors.search')}
          submit={text('admin.errors.find')}
          maxLength={MAX_ISSUE_SEARCH}
        />
      </TelemetryHeader>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <ListFilter of={ISSUES} path={withQuery(PATH, { text: words || undefined })} chosen={list} />
        {issues.length > 0 && (
          <ManyIssues
            key={`${list} ${words} ${issues[0]?.issueId}`}
            id={FORM_ID}
            list={list}
            shown={issues.length}
            form={form}
            nextVersion={nextVersion}
          />
        )}
      </div>
      <FormNotice form={form} />
      {waiting > 0 && (
        <p>
          {text('admin.errors.waiting', {
            count: Math.min(waiting, MAX_WAITING),
            isMore: waiting > MAX_WAITING ? 'yes' : 'no',
            most: MAX_NEW_ISSUES,
          })}
        </p>
      )}
      <ChosenIssues {...loaderData} />
    </div>
  );
}

function ChosenIssues({ list, words, issues, next, isFirst }: Route.ComponentProps['loaderData']) {
  const { text } = useText();
  const selection = useSelectionColumn<(typeof issues)[number]>({
    formId: FORM_ID,
    toKey: ({ issueId }) => issueId,
    toName: ({ message }) => message,
  });
  const caption = text(ISSUE_LIST_NAMES[list]);
  return (
    <List
      of={list === 'open' && words === '' ? ISSUES : OTHER_ISSUES}
      caption={caption}
      rows={issues}
      address={withQuery(PATH, { list, text: words || undefined })}
      next={next}
      isFirst={isFirst}
    >
      <Table
        caption={caption}
        rows={issues}
        toKey={ISSUES.toKey}
        columns={[
          selection,
          ...(ISSUES.columns ?? []).map((column) => Object.assign({}, column, { header: text(column.header) })),
        ]}
      />
    </List>
  );
}
