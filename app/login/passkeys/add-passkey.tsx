import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';

import { passkeyRowId } from '#app/accounts/passkeys/passkey.ts';
import type { Passkey } from '#app/accounts/passkeys/passkey.ts';
import { moveFocus } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { ProofLink } from '#app/current/page/proof-link.tsx';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import type { CallClient } from '#lib/calls/call-client.ts';
import { Button, buttonClass } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { loadPasskeyBrowser } from './load-passkey-browser.ts';
import { PASSKEY_FAILURES } from './passkey-failure.ts';
import type { PasskeyFailure } from './passkey-failure.ts';
import { useCanPasskeys } from './use-passkey-autofill.ts';

/** The only form that needs scripts: nobody but the browser can create a passkey. */
export function AddPasskey({ hasProof }: { hasProof: boolean }) {
  const { text } = useText();
  const { isBusy, outcome, add } = useAddition();
  if (!useCanPasskeys()) return <p className="text-muted">{text('login.passkeys.unknown')}</p>;
  if (!hasProof || outcome === 'stale') {
    return (
      <p className="flex flex-wrap items-center gap-4">
        <ProofLink returnTo="/account#passkeys" className={buttonClass('plain')}>
          {text('login.passkeys.proveFirst')}
        </ProofLink>
        <span className="text-muted">{text('login.passkeys.stale')}</span>
      </p>
    );
  }
  return (
    <div className="space-y-4">
      <p className="text-muted [@media(scripting:enabled)]:hidden">{text('login.passkeys.scripts')}</p>
      <Button busy={isBusy} onClick={() => void add()} className="[@media(scripting:none)]:hidden">
        {text('login.passkeys.add')}
      </Button>
      {outcome && (
        <Notice kind={typeof outcome === 'string' ? 'error' : 'success'} live>
          {typeof outcome === 'string'
            ? text(PASSKEY_FAILURES[outcome])
            : text('login.passkeys.added', { name: outcome.name })}
        </Notice>
      )}
    </div>
  );
}

function useAddition() {
  const { ask } = useCallClient();
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Passkey | PasskeyFailure>();
  const add = async () => {
    setBusy(true);
    setOutcome(undefined);
    const outcome = await addOne(ask);
    if (typeof outcome === 'object') await revalidate();
    setBusy(false);
    setOutcome(outcome);
  };
  const added = typeof outcome === 'object' ? passkeyRowId(outcome.passkeyId) : '';
  useEffect(() => moveFocus(document.getElementById(added)), [added]);
  return { isBusy, outcome, add };
}

async function addOne(ask: CallClient['ask']): Promise<Passkey | PasskeyFailure | undefined> {
  const browser = await loadPasskeyBrowser();
  if (browser === undefined) return 'network';
  try {
    return await browser.addPasskey(ask);
  } catch (error) {
    return browser.toPasskeyFailure(error);
  }
}
