import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';

/** A challenge expires after five minutes; the browser gets another one before. */
const RENEW_MS = 4 * 60_000;

/** `offer` is called again before the challenge expires. @param round a new number starts it again */
export function usePasskeyAutofill(
  anchor: RefObject<HTMLElement | null>,
  { offer, stop, round }: { offer: () => void; stop: () => void; round: number },
): void {
  const isShown = useIsShown(anchor);
  const begin = useEffectEvent((_round: number) => offer());
  const abortOffer = useEffectEvent(stop);
  useEffect(() => {
    if (!isShown) return undefined;
    let isOn = false;
    let startedAt = Number.NEGATIVE_INFINITY;
    const renew = () => {
      if (!isOn || document.visibilityState === 'hidden' || performance.now() - startedAt < RENEW_MS) return;
      startedAt = performance.now();
      begin(round);
    };
    const end = new AbortController();
    const start = async () => {
      isOn = (await mayFillIn()) && !end.signal.aborted;
      renew();
    };
    void start();
    const timer = setInterval(renew, RENEW_MS / 8);
    document.addEventListener('visibilitychange', renew, end);
    return () => {
      isOn = false;
      end.abort();
      clearInterval(timer);
      abortOffer();
    };
  }, [isShown, round]);
}

async function mayFillIn(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

function useIsShown(anchor: RefObject<HTMLElement | null>): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (anchor.current === null) return undefined;
    const see = (entries: IntersectionObserverEntry[]) => setShown(entries.at(-1)?.isIntersecting ?? false);
    // The margin is so wide that only elements without a layout are outside.
    const observer = new IntersectionObserver(see, { rootMargin: '100000px' });
    observer.observe(anchor.current);
    return () => observer.disconnect();
  }, [anchor]);
  return isShown;
}

/** The server assumes that it does. */
export function useCanPasskeys(): boolean {
  return useSyncExternalStore(onChange, inBrowser, onServer);
}

const onChange = () => () => undefined;
const inBrowser = () => typeof PublicKeyCredential !== 'undefined';
const onServer = () => true;
