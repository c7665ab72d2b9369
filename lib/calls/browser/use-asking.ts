import { createContext, use } from 'react';

import type { Asking } from '../ask.ts';

/** Gives the components below it what talks to the calls. */
export const AskingContext = createContext<Asking | undefined>(undefined);

/** What talks to the calls on this page. @throws Error outside an `AskingContext` */
export function useAsking(): Asking {
  const asking = use(AskingContext);
  if (asking === undefined) throw new Error('useAsking needs an AskingContext above it');
  return asking;
}
