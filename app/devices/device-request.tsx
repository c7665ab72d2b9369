import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { ProofFirst } from '#app/current/page/proof-link.tsx';
import { KEY_PERMISSIONS } from '#app/delegation/permissions.ts';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import type { DeviceRequest } from './device.ts';

interface DeviceRequestPanelProps {
  readonly request: DeviceRequest;
  readonly form: PageForm;
  readonly id: string;
  readonly now: number;
}

/** Which game asks, from where, since when and for what; then yes or no. */
export function DeviceRequestPanel({ request, form, id, now }: DeviceRequestPanelProps) {
  const { text, richText } = useText();
  const { userCode, game, platform, isFromHere, askedAt, permissions, needsProof } = request;
  const fields = { userCode };
  return (
    <section className="space-y-5">
      <h2 {...focusTarget(form.state, id)} tabIndex={-1} className="text-2xl wrap-anywhere">
        {text(platform === null ? 'devices.request.title' : 'devices.request.titleOn', {
          game,
          platform: platform ?? '',
        })}
      </h2>
      <p>
        {richText('devices.request.asked', { ago: <RelativeTime key="ago" at={askedAt} now={now} /> })}{' '}
        <Place request={request} />
      </p>
      <p className="code-shown font-mono text-3xl" lang="zxx">
        {userCode}
      </p>
      <p>{text('devices.request.compare')}</p>
      {!isFromHere && <Notice kind="error">{text('devices.request.elsewhere')}</Notice>}
      <div className="space-y-2">
        <p className="font-bold">{text('devices.request.may')}</p>
        <ul className="list-disc space-y-1 ps-6">
          {permissions.map((permission) => (
            <li key={permission}>
              <span>{text(KEY_PERMISSIONS[permission].name)}</span>
              <span className="block text-sm text-muted">{text(KEY_PERMISSIONS[permission].description)}</span>
            </li>
          ))}
        </ul>
      </div>
      <p className="text-sm">{text('devices.request.phishing')}</p>
      {needsProof && <ProofFirst returnTo={`/login/device?code=${encodeURIComponent(userCode)}`} />}
      <div className="flex flex-wrap gap-3">
        {!needsProof && (
          <ActionForm form={form} fields={{ ...fields, intent: 'devices.approve' }}>
            <Submit kind="loud">{text('devices.request.approve')}</Submit>
          </ActionForm>
        )}
        <ActionForm form={form} fields={{ ...fields, intent: 'devices.deny' }}>
          <Submit>{text('devices.request.deny')}</Submit>
        </ActionForm>
      </div>
    </section>
  );
}

function Place({ request: { country, isFromHere } }: Pick<DeviceRequestPanelProps, 'request'>) {
  const { text, locale } = useText();
  if (isFromHere) return <span>{text('devices.request.fromHere')}</span>;
  if (country === null) return <span>{text('devices.request.fromElsewhere')}</span>;
  const name = new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country;
  return <span suppressHydrationWarning>{text('devices.request.fromCountry', { country: name })}</span>;
}
