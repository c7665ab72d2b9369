import { CreatedAppKey } from '#app/apps/app-key.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { NewKeyNotice } from '#app/delegation/form/new-key.tsx';

import { LeakSentences } from './leak-sentences.tsx';
import type { CrateForApps } from './leak.ts';

interface NewKeyPanelProps {
  readonly form: PageForm;
  readonly crates: readonly CrateForApps[];
}

/** A key that was just made, this once, and what it could do in the wrong hands. */
export function NewKeyPanel({ form, crates }: NewKeyPanelProps) {
  const { text } = useText();
  const { data: created } = CreatedAppKey.safeParse(form.state?.done ? form.state.result : undefined);
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

/** At one press: whoever finds a leaked key must not lose time. */
export function RevokeForm({ form, keyId }: { readonly form: PageForm; readonly keyId: string }) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={{ intent: 'apps.revokeKey', keyId }}>
      <Submit kind="danger">{text('admin.apps.revoke')}</Submit>
    </ActionForm>
  );
}
