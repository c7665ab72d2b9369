import { CALL_SPANS } from '#app/apps/app.ts';
import { getApp } from '#app/apps/apps.server.ts';
import { getKeyFigures, listCalls } from '#app/apps/key-figures.server.ts';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { ProofFirst } from '#app/current/page/proof-link.tsx';
import { Panel, RecordHeader } from '#app/current/page/record.tsx';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { hasProof } from '#app/current/permission.ts';
import { unclearForm } from '#app/current/problems.ts';
import { consoleContext } from '#app/noun/noun.server.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { adminHead } from '../admin-head.server.ts';
import { CallChart } from '../apps/call-chart.tsx';
import { findCratesForApps } from '../apps/crates-for-apps.server.ts';
import { KeyFacts } from '../apps/key-facts.tsx';
import { keyIntents } from '../apps/key-intents.server.ts';
import { KeySettings } from '../apps/key-settings.tsx';
import { KeyStart, KeyState } from '../apps/key-table.tsx';
import { LeakSentences } from '../apps/leak-sentences.tsx';
import { NewKeyPanel, RevokeForm } from '../apps/new-key-panel.tsx';
import { AuditList } from '../audit/audit-list.tsx';
import { findAuditSentences } from '../audit/audit-sentences.server.ts';
import type { Route } from './+types/app-key';

const MAX_AUDIT_ENTRIES = 20;

export const loader = withCurrent(async (current, { params: { appId, keyId }, request, context }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams;
  const span = CALL_SPANS.find((one) => one === query.get('span')) ?? 'day';
  const [app, key] = await Promise.all([getApp(current, appId), getKeyFigures(current, appId, keyId)]);
  const about = { target: `app/${appId}`, value: key.keyId, limit: MAX_AUDIT_ENTRIES };
  const [crates, calls, sentences] = await Promise.all([
    findCratesForApps(current),
    listCalls(current, keyId, span),
    findAuditSentences(current, context.get(consoleContext).auditKinds, about),
  ]);
  return {
    app,
    key,
    crates,
    calls,
    sentences,
    now: current.now().getTime(),
    span,
    wasFound: query.has('found'),
    isProved: hasProof(current),
    crumb: key.name,
    crumbsAbove: [{ to: `/admin/apps/${appId}`, name: app.name }],
    head: await adminHead(current, 'admin.apps.keyTitle', 'admin.apps.about', { name: key.name, app: app.name }),
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), keyIntents(params.keyId), { unknown: unclearForm }),
);

export const headers = formHeaders;

export default function AppKeyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { text, richText } = useText();
  const { app, key, crates, calls, sentences, now, span, wasFound, isProved } = loaderData;
  const { appId, keyId, name, createdAt, revokedAt, hasExpired } = key;
  const path = `/admin/apps/${appId}/keys/${keyId}`;
  const form = useForm(actionData, { of: 'apps.', action: useSitePath(path) });
  const isWorking = revokedAt === null && !hasExpired;
  return (
    <div className="space-y-5">
      <RecordHeader
        title={<span lang="zxx">{name}</span>}
        about={
          <>
            <SiteLink to={`/admin/apps/${appId}`} className="font-bold text-link underline">
              <span lang="zxx">{app.name}</span>
            </SiteLink>
            <span> · </span>
            <KeyStart {...key} />
            <span> · </span>
            <span>{richText('admin.account.since', { date: <LocalTime at={createdAt} isDay /> })}</span>
          </>
        }
        badges={<KeyState listed={key} />}
        actions={isWorking ? <RevokeForm form={form} keyId={keyId} /> : undefined}
      />
      {wasFound && (
        <Notice title={text('admin.foundKey.isThis')}>
          <p>{text(isWorking ? 'admin.foundKey.stillWorks' : 'admin.foundKey.hasEnded')}</p>
        </Notice>
      )}
      <FormNotice form={form} proof={<ProofFirst />} />
      <NewKeyPanel form={form} crates={crates} now={now} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <KeyFacts listed={key} />
        <Panel title={text('admin.leak.title')}>
          <LeakSentences scopes={key.scopes} crates={crates} />
        </Panel>
      </div>
      <Panel title={text('admin.apps.callsOverTime')}>
        <CallChart calls={calls} span={span} path={path} />
      </Panel>
      {isWorking && <KeySettings listed={key} isProved={isProved} form={form} />}
      <Panel id="history" title={text('admin.audit.title')}>
        <AuditList sentences={sentences} now={now} target={`app/${appId}`} />
      </Panel>
    </div>
  );
}
