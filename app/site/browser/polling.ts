import { useEffect, useEffectEvent } from 'react';

export const POLLING_MS = 3000;

/** Does the work every three seconds, as it is written at that moment. */
export function usePolling(work: () => void): void {
  const poll = useEffectEvent(work);
  useEffect(() => {
    const timer = setInterval(() => poll(), POLLING_MS);
    return () => clearInterval(timer);
  }, []);
}
