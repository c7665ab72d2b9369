import { noAccount } from '#app/accounts/problems.ts';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { inLocale, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Panel } from '#app/current/page/record.tsx';
import { unclearForm } from '#app/current/problems.ts';
import { consoleContext } from '#app/noun/noun.server.ts';
import { Notice } from '#lib/ui/notice.tsx';

import { accountIntents } from '../accounts/account-actions.server.ts';
import { actionRefusal, isIntent } from '../accounts/account-actions.ts';
import { AccountFacts } from '../accounts/account-facts.tsx';
import { AccountHeader } from '../accounts/account-header.tsx';
import { findWantedMerge, loadAccountPage } from '../accounts/account-page.server.ts';
import { EventsPanel } from '../accounts/events-panel.tsx';
import { MergePanel } from '../accounts/merge-panel.tsx';
import { NotesPanel } from '../accounts/notes-panel.tsx';
import { RecoveryPanel } from '../accounts/recovery-panel.tsx';
import { SessionsPanel } from '../accounts/sessions-panel.tsx';
import { AccountStatusPanel } from '../accounts/standing-panel.tsx';
import { adminHead } from '../admin-head.server.ts';
import { AuditList } from '../audit/audit-list.tsx';
import type { Route } from './+types/account';

export const loader = withCurrent(async (current, { params, request, context }: Route.LoaderArgs) => {
  const page = await loadAccountPage(current, context.get(consoleContext), params.userId);
  const { userId, alias } = page.account;
  const name = alias ?? `@${userId}`;
  const query = new URL(request.url).searchParams;
  const done = query.get('done');
  return {
    ...page,
    merge: await findWantedMerge(current, userId, query.get('into')),
    crumb: name,
    done: isIntent(done) ? done : done === 'asked' ? ('asked' as const) : undefined,
    head: await adminHead(current, 'admin.account.title', 'admin.accounts.about', { name }),
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) => {
  const path = `/admin/accounts/${params.userId}`;
  const page = inLocale(params, path);
  const intents = accountIntents(params.userId, page);
  return answerForm(current, await request.formData(), intents, { unknown: unclearForm, errorPage: [noAccount] });
});

export const headers = formHeaders;

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { account, names, notes, keys, events, auditSentences, viewer, now, done, merge } = loaderData;
  const form = useForm(actionData);
  return (
    <div className="space-y-2">
      <AccountHeader account={account} />
      <FormNotice form={form} done={done && text(DONE[done])} />
      {!account.mayAct && (
        <Notice>{text(account.userId === viewer.userId ? 'admin.account.own' : 'admin.account.above')}</Notice>
      )}
      <div className="grid items-start gap-2 md:grid-cols-2">
        <div className="grid min-w-0 gap-2">
          <AccountFacts account={account} names={names} keys={keys} />
          <AccountStatusPanel account={account} viewer={viewer} form={form} />
          {account.mayAct && (
            <SessionsPanel
              sessions={account.sessions}
              refusal={actionRefusal('sessions', viewer, account)}
              now={now}
              form={form}
            />
          )}
        </div>
        <div className="grid min-w-0 gap-2">
          <RecoveryPanel viewer={viewer} account={account} form={form} />
          <MergePanel viewer={viewer} account={account} wanted={merge} form={form} />
          {account.mayAct && (
            <>
              <NotesPanel userId={account.userId} notes={notes} now={now} form={form} />
              <EventsPanel events={events} now={now} />
            </>
          )}
          {auditSentences && (
            <Panel title={text('admin.audit.title')}>
              <AuditList sentences={auditSentences} now={now} target={`account/${account.userId}`} />
            </Panel>
          )}
        </div>
      </div>
    </div>
  );
}

const DONE = {
  note: 'admin.done.note',
  ban: 'admin.done.ban',
  lift: 'admin.done.lift',
  role: 'admin.done.role',
  asked: 'admin.done.asked',
  sessions: 'admin.done.sessions',
  recover: 'admin.done.recover',
  merge: 'admin.merge.done',
} as const;
