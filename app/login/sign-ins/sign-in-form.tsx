import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { refusalText } from '../refusal-text.ts';
import { RESEND_SECONDS, SIGN_IN_MINUTES } from './sign-in.ts';
import type { SignInState } from './sign-in.ts';

interface SignInFormProps {
  /** A path of ours, to go on at. */
  returnTo: string;
  /** What the server answered to a form without scripts. */
  state?: SignInState | undefined;
}

/** Signing in by mail: who one is, then the code of the mail. The same in the panel and on the page of its own. */
export function SignInForm({ returnTo, state: answered }: SignInFormProps) {
  const fetcher = useFetcher<SignInState>();
  const [isAgain, setAgain] = useState(false);
  const state = fetcher.data ?? answered;
  const isBusy = fetcher.state !== 'idle';
  const action = useSitePath('/login');
  const isAsked = !isAgain && state !== undefined && state.state !== 'refused';
  return (
    <fetcher.Form method="post" action={action} className="space-y-4" onSubmit={() => setAgain(false)}>
      <input type="hidden" name="returnTo" value={returnTo} />
      {isAsked ? (
        <CodeStep state={state} isBusy={isBusy} onOther={() => setAgain(true)} />
      ) : (
        <IdentifierStep state={state} isBusy={isBusy} />
      )}
    </fetcher.Form>
  );
}

function IdentifierStep({ state, isBusy }: { state: SignInState | undefined; isBusy: boolean }) {
  const { text } = useText();
  return (
    <>
      <Field
        label={text('login.panel.field')}
        error={state?.state === 'refused' && refusalText(text, state)}
        name="who"
        defaultValue={state?.who}
        required
        maxLength={254}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" kind="loud" name="intent" value="ask" busy={isBusy}>
        {text('login.panel.send')}
      </Button>
    </>
  );
}

function CodeStep({ state, isBusy, onOther }: { state: SignInState; isBusy: boolean; onOther: () => void }) {
  const { text } = useText();
  const { who } = state;
  const isWrong = state.state !== 'asked';
  const code = useRef<HTMLInputElement>(null);
  // The field before it, with the keyboard, is gone.
  useEffect(() => code.current?.focus(), []);
  return (
    <>
      <Notice kind="success" live>
        {text('login.form.sent')}
      </Notice>
      {who !== '' && <p className="wrap-anywhere">{text('login.form.sentTo', { who, minutes: SIGN_IN_MINUTES })}</p>}
      <input type="hidden" name="who" value={who} />
      <Field
        label={text('login.form.code')}
        hint={text('login.form.codeHint')}
        error={isWrong && refusalText(text, state)}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*(\d\s*){6}"
        maxLength={16}
        className="code-field"
        ref={code}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" kind="loud" name="intent" value="code" busy={isBusy}>
          {text('login.form.enter')}
        </Button>
        {who !== '' && <ResendMail key={String(isBusy)} isBusy={isBusy} />}
        <Button type="button" kind="quiet" onClick={onOther} className="[@media(scripting:none)]:hidden">
          {text('login.form.other')}
        </Button>
      </div>
    </>
  );
}

/** Another mail, when the first has had its time. */
function ResendMail({ isBusy }: { isBusy: boolean }) {
  const { text } = useText();
  // Without scripts there is nobody to count, and nothing to wait for.
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const end = Date.now() + RESEND_SECONDS * 1000;
    const count = () => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Button type="submit" name="intent" value="ask" formNoValidate busy={isBusy} disabled={seconds > 0}>
      {seconds > 0 ? text('login.form.wait', { seconds }) : text('login.form.again')}
    </Button>
  );
}
