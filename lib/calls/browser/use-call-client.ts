import { createContext, use } from 'react';

import type { CallClient } from '../call-client.ts';

export const CallClientContext = createContext<CallClient | undefined>(undefined);

/** @throws Error outside a `CallClientContext` */
export function useCallClient(): CallClient {
  const asking = use(CallClientContext);
  if (asking === undefined) throw new Error('useCallClient needs an CallClientContext above it');
  return asking;
}
