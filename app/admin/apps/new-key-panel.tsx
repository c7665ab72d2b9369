import { AskedAppKey, CreatedAppKey } from '#app/apps/app-key.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { NewKeyNotice } from '#app/delegation/form/new-key.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { LeakSentences } from './leak-sentences.tsx';
import type { CrateForApps } from './leak.ts';

interface NewKeyPanelProps {
  readonly form: PageForm;
  readonly crates: readonly CrateForApps[];
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** A key that was just made, this once, and what it could do in the wrong hands. */
export function NewKeyPanel({ form, crates, now }: NewKeyPanelProps) {
  const { text } = useText();
  const result = form.state?.done ? form.state.result : undefined;
  const { data: created } = CreatedAppKey.safeParse(result);
  const { data: asked } = AskedAppKey.safeParse(result);
  if (asked !== undefined) return <WaitingKey asked={asked} now={now} />;
  if (created === undefined) return null;
  const { appId, keyId, scopes } = created;
  return (
    <>
      <NewKeyNotice created={created} />
      <Panel title={text('admin.leak.title')}>
        <LeakSentences scopes={scopes} crates={crates} />
        <div className="flex flex-wrap items-center gap-4">
          <RevokeForm form={form} keyId={keyId} />
          <SiteLink to={`/admin/apps/${appId}/keys/${keyId}`} className="font-bold text-link underline">
            {text('admin.apps.toKey')}
          </SiteLink>
        </div>
      </Panel>
    </>
  );
}

function WaitingKey({ asked, now }: { readonly asked: AskedAppKey; readonly now: number }) {
  const { text, richText } = useText();
  return (
    <>
      <NewKeyNotice created={asked} />
      <Notice>
        <p>{richText('admin.approvals.keyWaits', { end: <RelativeTime at={asked.expiresAt} now={now} /> })}</p>
        <p>
          <SiteLink to="/admin/approvals" className="inline-block py-0.5 font-bold text-link underline">
            {text('admin.approvals.toList')}
          </SiteLink>
        </p>
      </Notice>
    </>
  );
}

/** At one press: whoever finds a leaked key must not lose time. */
export function RevokeForm({ form, keyId }: { readonly form: PageForm; readonly keyId: string }) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={{ intent: 'apps.revokeKey', keyId }}>
      <Submit kind="danger">{text('admin.apps.revoke')}</Submit>
    </ActionForm>
  );
}
