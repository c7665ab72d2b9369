import { useEffect, useEffectEvent } from 'react';

import { CallError } from '#lib/calls/browser/call-error.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';

import { countPreviewUse } from '../calls.ts';

/** Once for each time that a browser shows it; the page is as good without. */
export function useUseCount(token: string): void {
  const { ask } = useCallClient();
  const count = useEffectEvent(async (token: string) => {
    try {
      await ask(countPreviewUse, { body: { token } });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  });
  useEffect(() => void count(token), [token]);
}
