import { getApp } from '#app/apps/apps.server.ts';
import { listKeyFigures } from '#app/apps/key-figures.server.ts';
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
import { findDeviceClient } from '#app/devices/clients/clients.server.ts';
import { consoleContext } from '#app/noun/noun.server.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Details } from '#lib/ui/details.tsx';

import { adminHead } from '../admin-head.server.ts';
import { appIntents } from '../apps/app-intents.server.ts';
import { AppSettings } from '../apps/app-settings.tsx';
import { findCratesForApps } from '../apps/crates-for-apps.server.ts';
import { DevicesPanel } from '../apps/devices-panel.tsx';
import { KeyForm } from '../apps/key-form.tsx';
import { KeyTable } from '../apps/key-table.tsx';
import { NewKeyPanel } from '../apps/new-key-panel.tsx';
import { OriginsPanel } from '../apps/origins-panel.tsx';
import { AuditList } from '../audit/audit-list.tsx';
import { findAuditSentences } from '../audit/audit-sentences.server.ts';
import { findPeople } from '../names.server.ts';
import { PersonLink } from '../person-link.tsx';
import type { Route } from './+types/app';

const MAX_AUDIT_ENTRIES = 20;

export const loader = withCurrent(async (current, { params: { appId }, context }: Route.LoaderArgs) => {
  const app = await getApp(current, appId);
  const about = { target: `app/${appId}`, limit: MAX_AUDIT_ENTRIES };
  const [keys, crates, devicePermissions, sentences, people] = await Promise.all([
    listKeyFigures(current, appId),
    findCratesForApps(current),
    findDeviceClient(current, appId),
    findAuditSentences(current, context.get(consoleContext).auditKinds, about),
    findPeople(current, app.ownerId === null ? [] : [app.ownerId]),
  ]);
  return {
    app,
    keys,
    crates,
    devicePermissions,
    sentences,
    owner: app.ownerId === null ? undefined : people(app.ownerId),
    isProved: hasProof(current),
    now: current.now().getTime(),
    crumb: app.name,
    head: await adminHead(current, 'admin.apps.appTitle', 'admin.apps.about', { name: app.name }),
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), appIntents(params), { unknown: unclearForm }),
);

export const headers = formHeaders;

export default function AppPage({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { app, keys, crates, devicePermissions, sentences, owner, isProved, now } = loaderData;
  const { appId, archivedAt, origins } = app;
  const form = useForm(actionData, { of: 'apps.', action: useSitePath(`/admin/apps/${appId}`) });
  const working = keys.filter(({ revokedAt, hasExpired }) => revokedAt === null && !hasExpired).length;
  const isRefused = form.findRefusal({ intent: 'apps.createKey' }) !== undefined;
  return (
    <div className="space-y-5">
      <AppHeader app={app} owner={owner} />
      <FormNotice form={form} proof={<ProofFirst />} />
      <NewKeyPanel form={form} crates={crates} now={now} />
      {archivedAt === null && (
        <Details key={keys.length} open={isRefused} summary={text('admin.apps.newKey')}>
          {isProved ? <KeyForm crates={crates} form={form} /> : <ProofFirst />}
        </Details>
      )}
      <KeyTable keys={keys} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          <OriginsPanel origins={origins} form={form} />
          <DevicesPanel permissions={devicePermissions} isArchived={archivedAt !== null} form={form} />
          <AppSettings app={app} keys={working} isOwn={owner?.isYou === true} form={form} />
        </div>
        <Panel
          title={text('admin.audit.title')}
          aside={
            <SiteLink to="/admin/apps/found-key" className="inline-block py-0.5 text-link underline">
              {text('admin.foundKey.title')}
            </SiteLink>
          }
        >
          <AuditList sentences={sentences} now={now} target={`app/${app.appId}`} />
        </Panel>
      </div>
    </div>
  );
}

function AppHeader({ app, owner }: Pick<Route.ComponentProps['loaderData'], 'app' | 'owner'>) {
  const { text, richText } = useText();
  const { appId, name, createdAt, archivedAt } = app;
  return (
    <RecordHeader
      title={<span lang="zxx">{name}</span>}
      about={
        <>
          <code lang="zxx">{appId}</code>
          <span> · </span>
          <span>{richText('admin.account.since', { date: <LocalTime at={createdAt} isDay /> })}</span>
          {owner && (
            <>
              <span> · </span>
              <span>{richText('admin.apps.ownedBy', { owner: <PersonLink person={owner} /> })}</span>
            </>
          )}
        </>
      }
      badges={archivedAt === null ? undefined : <Badge tone="danger">{text('admin.apps.isArchived')}</Badge>}
    />
  );
}
