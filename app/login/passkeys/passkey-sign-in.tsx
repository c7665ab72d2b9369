import { useId, useRef, useState } from 'react';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import type { CallClient } from '#lib/calls/call-client.ts';
import { Button } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { loadPasskeyBrowser } from './load-passkey-browser.ts';
import type { AutofillRequest } from './passkey-browser.ts';
import { PASSKEY_FAILURES } from './passkey-failure.ts';
import type { PasskeyFailure } from './passkey-failure.ts';
import { useCanPasskeys, usePasskeyAutofill } from './use-passkey-autofill.ts';

interface PasskeySignInProps {
  returnTo: string;
  isProof?: boolean;
}

/** Also offers passkeys in the field with `autocomplete="username webauthn"`. Nothing without browser support. */
export function PasskeySignIn({ returnTo, isProof = false }: PasskeySignInProps) {
  const { text } = useText();
  const noticeId = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const { isBusy, failure, press, ...quiet } = usePasskeySignIn(returnTo, isProof);
  usePasskeyAutofill(anchor, quiet);
  const canPasskeys = useCanPasskeys();
  return (
    <div ref={anchor} className={canPasskeys ? 'space-y-3 [@media(scripting:none)]:hidden' : 'hidden'}>
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
  // The autofill request must not end an open dialog.
  const isOpen = useRef(false);
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
    if (!isOpen.current) void loadPasskeyBrowser().then((browser) => browser?.cancelPasskeyRequest());
  };
  return { isBusy, failure, press, round, stop, offer: () => void offer() };
}

/** Shown also without a press of the button: they follow from a picked passkey. */
const PASSKEY_MESSAGES: ReadonlySet<PasskeyFailure> = new Set(['refused', 'over']);

async function signIn(
  ask: CallClient['ask'],
  returnTo: string,
  { isProof = false, quiet }: { isProof?: boolean; quiet?: AutofillRequest },
): Promise<{ kind: PasskeyFailure; text: TextKey } | 'done' | undefined> {
  const browser = await loadPasskeyBrowser();
  if (browser === undefined) return { kind: 'network', text: PASSKEY_FAILURES.network };
  try {
    if (isProof) await browser.proveByPasskey(ask);
    const to = isProof ? returnTo : await browser.signInByPasskey(ask, returnTo, quiet);
    // Loads the whole page anew: all that it knows of its visitor is outdated.
    location.assign(to);
    return 'done';
  } catch (error) {
    const page = browser.findRefusalPage(error);
    if (page !== undefined) {
      location.assign(page);
      return 'done';
    }
    const kind = browser.toPasskeyFailure(error);
    return kind && { kind, text: browser.failureTextFor(kind) };
  }
}
