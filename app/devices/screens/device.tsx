import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { fieldFor, focusTarget } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { ProofFirst } from '#app/current/page/proof-link.tsx';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { requireUser } from '#app/current/permission.ts';
import { LoginPage } from '#app/login/login-page.tsx';
import picture from '#content/art/login-confirm.svg';
import { MAX_TYPED } from '#lib/token/readable-code.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';

import { DEVICE_INTENTS } from '../device-forms.server.ts';
import { DECIDED, REQUEST } from '../device-page.ts';
import { DeviceRequestPanel } from '../device-request.tsx';
import type { DeviceRequest } from '../device.ts';
import type { Route } from './+types/device';

/** Only fills in the form: whoever opens the address of a QR code has approved nothing. */
export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  requireUser(current);
  const text = await getText(current.locale);
  const code = url.searchParams.get('code') ?? '';
  return {
    code: code.length <= MAX_TYPED ? code : '',
    now: current.now().getTime(),
    head: { title: text('devices.page.title'), description: text('devices.page.about'), noindex: true },
  };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), DEVICE_INTENTS, { intent: 'devices.find' }),
);

export const headers = formHeaders;

const FIND = { intent: 'devices.find' };

export default function Device({ loaderData: { code, now }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { of: 'devices.', action: useSitePath('/login/device') });
  const result = form.state?.done ? form.state.result : undefined;
  return (
    <LoginPage picture={picture} title={text('devices.page.title')}>
      {result === 'approved' || result === 'denied' ? (
        <Decided form={form} isApproved={result === 'approved'} />
      ) : result === undefined ? (
        <CodeForm form={form} code={code} />
      ) : (
        <DeviceRequestPanel request={result as DeviceRequest} form={form} id={REQUEST} now={now} />
      )}
    </LoginPage>
  );
}

function CodeForm({ form, code }: { readonly form: PageForm; readonly code: string }) {
  const { text } = useText();
  const refusal = form.findRefusal({});
  const typed = refusal?.values['userCode'] ?? code;
  return (
    <>
      <p>{text('devices.page.about')}</p>
      <FormNotice form={form} proof={<ProofFirst returnTo={`/login/device?code=${encodeURIComponent(typed)}`} />} />
      <ActionForm form={form} fields={FIND} className="space-y-5">
        <Field
          key={code}
          label={text('devices.page.code')}
          hint={text('devices.page.hint')}
          {...fieldFor(refusal, 'userCode', code)}
          required
          maxLength={MAX_TYPED}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="[&_input]:font-mono [&_input]:text-xl [&_input]:uppercase"
        />
        <Submit kind="loud">{text('devices.page.submit')}</Submit>
      </ActionForm>
    </>
  );
}

function Decided({ form, isApproved }: { readonly form: PageForm; readonly isApproved: boolean }) {
  const { text } = useText();
  return (
    <div className="space-y-5">
      <h2 {...focusTarget(form.state, DECIDED)} tabIndex={-1} className="text-2xl">
        {text(isApproved ? 'devices.decided.approved' : 'devices.decided.denied')}
      </h2>
      <p>{text(isApproved ? 'devices.decided.approvedText' : 'devices.decided.deniedText')}</p>
      <p className="flex flex-wrap gap-3">
        <SiteLink to="/account/keys" className={buttonClass('plain')}>
          {text('devices.decided.keys')}
        </SiteLink>
        <SiteLink to="/login/device" reloadDocument className={buttonClass('quiet')}>
          {text('devices.decided.another')}
        </SiteLink>
      </p>
    </div>
  );
}
