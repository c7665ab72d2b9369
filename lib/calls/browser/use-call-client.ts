import { createContext, use } from 'react';

import type { CallClient } from '../call-client.ts';

/** Gives the components below it what talks to the calls. */
export const CallClientContext = createContext<CallClient | undefined>(undefined);

/** What talks to the calls on this page. @throws Error outside an `CallClientContext` */
export function useCallClient(): CallClient {
  const asking = use(CallClientContext);
  if (asking === undefined) throw new Error('useCallClient needs an CallClientContext above it');
  return asking;
}
