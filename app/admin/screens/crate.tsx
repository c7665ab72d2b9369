import { formHeaders } from '#app/current/forms/answer-form.server.ts';
import { noteSent } from '#app/current/forms/form-draft.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { Removal } from '#app/current/forms/removal.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { inLocale, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { ProofFirst } from '#app/current/page/proof-link.tsx';
import { Panel, RecordHeader } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { readMerge } from '#app/editor/forms/use-saved-etag.ts';
import { MergeView } from '#app/editor/merge-view.tsx';
import { consoleContext } from '#app/noun/noun.server.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { adminHead } from '../admin-head.server.ts';
import { AuditList } from '../audit/audit-list.tsx';
import { CrateFacts } from '../crates/crate-facts.tsx';
import { answerCrateForm } from '../crates/crate-forms.server.ts';
import { loadCratePage } from '../crates/crate-page.server.ts';
import { PolicyPanel, policyDraft } from '../crates/policy-panel.tsx';
import { SizesPanel } from '../crates/sizes-panel.tsx';
import { WhyPanel } from '../crates/why-panel.tsx';
import type { Route } from './+types/crate';

export const loader = withCurrent(async (current, { params, url, context }: Route.LoaderArgs) => {
  const page = await loadCratePage(current, context.get(consoleContext), params.crateId, url.searchParams);
  const done = url.searchParams.get('done');
  return {
    ...page,
    crumb: page.crate.name,
    done: done === 'saved' || done === 'created' ? done : undefined,
    head: await adminHead(current, 'admin.crate.title', 'admin.crates.aboutPage', { name: page.crate.name }),
  } as const;
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) => {
  const page = inLocale(params, `/admin/crates/${params.crateId}`);
  return answerCrateForm(current, params.crateId, await request.formData(), page);
});

export const headers = formHeaders;

export default function CrateRecord({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { crate, listed, used, sizes, auditSentences, why, state, now, done } = loaderData;
  const { crateId, name } = crate;
  const form = useForm(actionData);
  const merge = readMerge(form.state);
  const labels = { name: text('admin.crates.newName'), maxBytes: text('admin.crate.maxBytes') };
  return (
    <div className="space-y-4">
      <CrateHeader crateId={crateId} name={name} />
      <FormNotice form={form} done={done && text(DONE[done])} proof={<ProofFirst />} />
      {merge !== undefined && (
        <div onSubmit={() => noteSent(policyDraft(crateId))}>
          <MergeView form={form} merge={merge} typed={form.findRefusal({})?.values ?? {}} labels={labels} />
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <CrateFacts crate={crate} listed={listed} used={used} state={state} form={form} />
          <PolicyPanel crate={crate} state={state} form={form} />
        </div>
        <div className="grid min-w-0 gap-4">
          <WhyPanel crateId={crateId} why={why} />
          <SizesPanel sizes={sizes} />
          <Panel id="history" title={text('admin.crate.history')}>
            <AuditList sentences={auditSentences} now={now} target={`crate/${crateId}`} />
          </Panel>
          <Panel id="delete" title={text('admin.crate.delete')}>
            <Removal
              form={form}
              fields={{ intent: 'crates.delete' }}
              label={text('admin.crate.delete')}
              question={text('admin.crate.deleteQuestion', { name })}
              submit={text('admin.crate.deleteSubmit')}
            />
          </Panel>
        </div>
      </div>
    </div>
  );
}

function CrateHeader({ crateId, name }: { crateId: string; name: string }) {
  const { text } = useText();
  return (
    <RecordHeader
      title={<span lang="zxx">{name}</span>}
      about={
        <span lang="zxx" className="font-mono">
          {crateId}
        </span>
      }
      actions={
        <>
          <SiteLink to={`/admin/crates/${crateId}/bulk`} className={buttonClass('quiet')}>
            {text('admin.bulk.acts')}
          </SiteLink>
          <SiteLink to={`/admin/crates/${crateId}/items`} className={buttonClass('loud')}>
            {text('admin.crate.items')}
          </SiteLink>
        </>
      }
    />
  );
}

const DONE = { saved: 'admin.crate.saved', created: 'admin.crate.done' } as const;
