import { useEffect, useId, useState } from 'react';

import { CODE_PATTERN, MAX_TYPED_CODE } from '#app/confirmations/confirmation.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';

import { RESEND_SECONDS, SIGN_IN_MINUTES } from './sign-in.ts';

interface SignInFormProps {
  returnTo: string;
  answered?: FormState | undefined;
}

export function SignInForm({ returnTo, answered }: SignInFormProps) {
  const codeId = useId();
  const form = useForm(answered, { action: useSitePath('/login'), fallbackFocus: codeId });
  const [isAgain, setAgain] = useState(false);
  const { state } = form;
  const isCodeStep = !isAgain && (state?.done || state?.intent === 'code');
  return (
    <ActionForm form={form} fields={{ returnTo }} className="space-y-4" onSubmit={() => setAgain(false)}>
      {isCodeStep ? (
        <CodeStep form={form} id={codeId} onOther={() => setAgain(true)} />
      ) : (
        <IdentifierStep form={form} isAgain={isAgain} />
      )}
    </ActionForm>
  );
}

function whoIn(state: FormState | undefined): string {
  if (state?.done) return typeof state.result === 'string' ? state.result : '';
  return state?.values['who'] ?? '';
}

function IdentifierStep({ form, isAgain }: { form: PageForm; isAgain: boolean }) {
  const { text } = useText();
  const { state, findRefusal } = form;
  return (
    <>
      {!isAgain && <FormNotice form={form} />}
      <Field
        label={text('login.panel.field')}
        hint={text('login.panel.hint')}
        error={findRefusal({})?.problem.fields?.['who']}
        name="who"
        defaultValue={whoIn(state)}
        required
        maxLength={254}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Submit kind="loud" name="intent" value="ask">
        {text('login.panel.send')}
      </Submit>
    </>
  );
}

interface CodePartProps {
  form: PageForm;
  id: string;
  onOther: () => void;
}

function CodeStep({ form, id, onOther }: CodePartProps) {
  const { text } = useText();
  const who = whoIn(form.state);
  return (
    <>
      <FormNotice form={form} />
      {who !== '' && <p className="wrap-anywhere">{text('login.form.sentTo', { who, minutes: SIGN_IN_MINUTES })}</p>}
      <input type="hidden" name="who" value={who} />
      <Field
        id={id}
        label={text('login.form.code')}
        hint={text('login.form.codeHint')}
        error={form.findRefusal({})?.problem.fields?.['code']}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern={CODE_PATTERN}
        maxLength={MAX_TYPED_CODE}
        className="code-field"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Submit kind="loud" name="intent" value="code">
          {text('login.form.enter')}
        </Submit>
        {who !== '' && <ResendMail key={String(form.isBusy)} />}
        <Button type="button" kind="quiet" onClick={onOther} className="[@media(scripting:none)]:hidden">
          {text('login.form.other')}
        </Button>
      </div>
    </>
  );
}

function ResendMail() {
  const { text } = useText();
  // Without scripts nothing counts down, so nobody has to wait.
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const end = Date.now() + RESEND_SECONDS * 1000;
    const count = () => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Submit name="intent" value="ask" formNoValidate disabled={seconds > 0}>
      {seconds > 0 ? text('login.form.wait', { seconds }) : text('login.form.again')}
    </Submit>
  );
}
