import { approvalIntents } from '#app/approvals/approval-forms.server.ts';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { List, ListFilter } from '#app/current/page/list.tsx';
import type { ListKind } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { consoleContext } from '#app/noun/noun.server.ts';
import drawing from '#content/art/stern-stamp.svg';
import { withQuery } from '#lib/calls/browser/address.ts';
import { EmptyState } from '#lib/ui/empty-state.tsx';

import { ProofRequiredNotice } from '../accounts/account-action-form.tsx';
import { adminHead } from '../admin-head.server.ts';
import { ApprovalCard } from '../approvals/approval-cards.tsx';
import type { ShownApproval } from '../approvals/approval-cards.tsx';
import { loadApprovals } from '../approvals/approvals-page.server.ts';
import type { Route } from './+types/approvals';

export const loader = withCurrent(async (current, { url, context }: Route.LoaderArgs) => {
  const page = await loadApprovals(current, context.get(consoleContext), url.searchParams);
  return { ...page, head: await adminHead(current, 'admin.approvals.name', 'admin.approvals.about') };
});

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), approvalIntents(context.get(consoleContext).approvalKinds)),
);

export const headers = formHeaders;

const PATH = '/admin/approvals';

const APPROVALS: ListKind<ShownApproval> = {
  toKey: ({ approvalId }) => approvalId,
  empty: NoApprovals,
  filter: {
    query: 'state',
    title: 'admin.approvals.states',
    choices: { waiting: 'admin.approvals.waiting', decided: 'admin.approvals.decided' },
  },
  pages: {
    title: 'admin.approvals.pages',
    cursor: 'after',
    next: 'admin.approvals.older',
    first: 'admin.approvals.newest',
  },
};

function NoApprovals() {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <p className="max-w-prose">{text('admin.approvals.none')}</p>
    </EmptyState>
  );
}

export default function Approvals({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { list, approvals, next, isFirst, isProved, now } = loaderData;
  const form = useForm(actionData, { of: 'approvals.', fallbackFocus: 'approvals' });
  return (
    <div className="space-y-2">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 id="approvals" tabIndex={-1}>
          {text('admin.approvals.name')}
        </h1>
        <ListFilter of={APPROVALS} path={PATH} chosen={list} />
      </header>
      <FormNotice form={form} />
      {!isProved && approvals.some(({ state, isOwn }) => state === 'pending' && !isOwn) && <ProofRequiredNotice />}
      <List of={APPROVALS} rows={approvals} address={withQuery(PATH, { state: list })} next={next} isFirst={isFirst}>
        <ul className="space-y-3">
          {approvals.map((approval) => (
            <ApprovalCard key={approval.approvalId} approval={approval} form={form} now={now} isProved={isProved} />
          ))}
        </ul>
      </List>
    </div>
  );
}
