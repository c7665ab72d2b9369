import { useId, useRef, useState } from 'react';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { CallClient } from '#lib/calls/call-client.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import { Button } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import type { AutofillRequest } from './passkey-browser.ts';
import type { PasskeyFailure } from './passkey-failure.ts';
import { useCanPasskeys, usePasskeyAutofill } from './use-passkey-autofill.ts';

interface PasskeySignInProps {
  /** A path of ours. */
  returnTo: string;
  /** Somebody is signed in and shows that it is still them. */
  isProof?: boolean;
}

/**
 * The button 'Sign in with a passkey', and passkeys in the list below the field with `autocomplete="username webauthn"`
 * on the same page for as long as the button is shown. Without scripts, and in a browser without passkeys, nothing.
 */
export function PasskeySignIn({ returnTo, isProof = false }: PasskeySignInProps) {
  const { text } = useText();
  const noticeId = useId();
  const place = useRef<HTMLDivElement>(null);
  const { isBusy, failure, press, ...quiet } = usePasskeySignIn(returnTo, isProof);
  usePasskeyAutofill(place, quiet);
  const canPasskeys = useCanPasskeys();
  return (
    <div ref={place} className={canPasskeys ? 'space-y-3 [@media(scripting:none)]:hidden' : 'hidden'}>
      <Button busy={isBusy} onClick={() => void press()} aria-describedby={failure && noticeId}>
        {text(isProof ? 'login.passkeys.prove' : 'login.passkeys.signIn')}
      </Button>
      {failure && (
        <div id={noticeId}>
          <Notice kind="error" live>
            {text(failure)}
          </Notice>
        </div>
      )}
    </div>
  );
}

function usePasskeySignIn(returnTo: string, isProof: boolean) {
  const { ask } = useCallClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<TextKey>();
  const [round, setRound] = useState(0);
  // Read by what waits in the background, which must not end the dialog that is open.
  const isOpen = useRef(false);
  // Counts offers and what ends them: one whose answer comes later than that stays away.
  const turn = useRef(0);
  const press = async () => {
    isOpen.current = true;
    turn.current += 1;
    setBusy(true);
    setFailure(undefined);
    const failure = await signIn(ask, returnTo, { isProof });
    if (failure === 'done') return;
    isOpen.current = false;
    setBusy(false);
    setFailure(failure?.text);
    setRound((round) => round + 1);
  };
  const offer = async () => {
    if (isProof || isOpen.current) return;
    turn.current += 1;
    const mine = turn.current;
    const failure = await signIn(ask, returnTo, { quiet: { isOver: () => turn.current !== mine } });
    if (failure !== 'done' && failure !== undefined && PASSKEY_MESSAGES.has(failure.kind)) setFailure(failure.text);
  };
  const stop = () => {
    turn.current += 1;
    if (!isOpen.current) void import('./passkey-browser.ts').then(({ cancelPasskeyRequest }) => cancelPasskeyRequest());
  };
  return { isBusy, failure, press, round, stop, offer: () => void offer() };
}

/** What is said though nobody has pressed a button: it follows from a passkey that was picked. */
const PASSKEY_MESSAGES: ReadonlySet<PasskeyFailure> = new Set(['refused', 'over', 'banned']);

/**
 * Goes on when it is done. What it needs, with what may be said of it, is loaded only now: most visitors never sign in by
 * a passkey.
 */
async function signIn(
  ask: CallClient['ask'],
  returnTo: string,
  { isProof = false, quiet }: { isProof?: boolean; quiet?: AutofillRequest },
): Promise<{ kind: PasskeyFailure; text: TextKey } | 'done' | undefined> {
  const browser = await import('./passkey-browser.ts');
  try {
    if (isProof) await browser.proveByPasskey(ask);
    const to = isProof ? returnTo : await browser.signInByPasskey(ask, returnTo, quiet);
    // The whole page anew: nothing of what it knows of its visitor holds any more.
    location.assign(to);
    return 'done';
  } catch (error) {
    const kind = browser.failureOf(error);
    return kind && { kind, text: browser.failureTextOf(kind) };
  }
}
