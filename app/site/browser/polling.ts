import { useEffect, useEffectEvent } from 'react';

const POLLING_MS = 3000;

export function usePolling(work: () => void): void {
  const poll = useEffectEvent(work);
  useEffect(() => {
    const timer = setInterval(() => poll(), POLLING_MS);
    return () => clearInterval(timer);
  }, []);
}
