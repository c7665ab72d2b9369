import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';

/** Before the challenge of five minutes is over, the browser gets another one. */
const RENEW_MS = 4 * 60_000;

/**
 * While `place` is shown, offers passkeys in the list below the field with `autocomplete="username webauthn"`. A panel
 * that is closed offers none, so that a page begins no sign-in before somebody wants one.
 * @param offer asks the browser, quietly; called anew when the offer grows old
 * @param stop takes the offer back
 * @param round another number begins it anew, such as after the browser's dialog has ended it
 */
export function usePasskeyAutofill(
  place: RefObject<HTMLElement | null>,
  { offer, stop, round }: { offer: () => void; stop: () => void; round: number },
): void {
  const isShown = useIsShown(place);
  const begin = useEffectEvent((_round: number) => offer());
  const takeBack = useEffectEvent(stop);
  useEffect(() => {
    if (!isShown) return undefined;
    let isOn = false;
    let begunAt = Number.NEGATIVE_INFINITY;
    const renew = () => {
      if (!isOn || document.visibilityState === 'hidden' || performance.now() - begunAt < RENEW_MS) return;
      begunAt = performance.now();
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
      takeBack();
    };
  }, [isShown, round]);
}

async function mayFillIn(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Whether an element has a place on the page, in view or not. */
function useIsShown(place: RefObject<HTMLElement | null>): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (place.current === null) return undefined;
    const see = (entries: IntersectionObserverEntry[]) => setShown(entries.at(-1)?.isIntersecting ?? false);
    // So far around the window that only what is not laid out at all lies beside.
    const observer = new IntersectionObserver(see, { rootMargin: '100000px' });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isShown;
}

/** Whether the browser knows passkeys; the server supposes so. */
export function useCanPasskeys(): boolean {
  return useSyncExternalStore(onChange, inBrowser, onServer);
}

const onChange = () => () => undefined;
const inBrowser = () => typeof PublicKeyCredential !== 'undefined';
const onServer = () => true;
