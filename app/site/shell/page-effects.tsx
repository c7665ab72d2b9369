import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import type { Location } from 'react-router';

import type { ServerNotices } from '#app/current/browser/browser-environment.ts';
import type { SessionUser } from '#app/current/browser/session-user.ts';
import { pathWithoutLocale } from '#app/current/locale.ts';
import { recordPageView } from '#app/telemetry/browser/start.ts';

import { usePlainAddress } from '../browser/address.ts';
import { useSession } from '../browser/session.ts';
import { versions } from '../browser/versions.ts';

interface ShellData {
  user?: SessionUser | undefined;
  versions: ServerNotices;
}

/** @param shell undefined when the shell's loader has failed */
export function PageEffects({ shell }: { shell: ShellData | undefined }) {
  usePlainAddress();
  useSession(shell);
  useEffect(() => {
    if (shell !== undefined) versions.record(shell.versions);
  }, [shell]);
  usePageViews();
  return <RouteChanges />;
}

function usePageViews(): void {
  const { pathname, search } = useLocation();
  useEffect(() => recordPageView(location.origin + pathname + search, document.referrer), [pathname, search]);
}

/** On a change of route: scrolls, moves the focus and announces the title. */
function RouteChanges() {
  const [announced, setAnnounced] = useState('');
  const location = useLocation();
  const { pathname } = location;
  const isBack = useNavigationType() === NavigationType.Pop;
  const last = useRef(pathname);
  const arrive = useEffectEvent((_key: string) => {
    const isRoute = last.current !== pathname;
    last.current = pathname;
    if (isRoute) {
      focusMain();
      setAnnounced(document.title);
    }
    // Back and Forward keep the place, and so does the first page.
    return isBack || !(isRoute || location.hash) ? undefined : scrollTo(location);
  });
  // Before the paint, and after React Router has scrolled to the top. The same address again is scrolled to again.
  useLayoutEffect(() => arrive(location.key), [location.key]);
  return <output className="sr-only">{announced}</output>;
}

function scrollTo(location: Location): () => void {
  return retryUntilDone(() => {
    const target = findTarget(location);
    target?.scrollIntoView({ block: 'start', behavior: 'instant' });
    return target !== undefined;
  });
}

/** The hash's target; without a hash the header on the home page, else the page's content. */
function findTarget({ hash, pathname }: Location): Element | undefined {
  const id = hash === '' ? (pathWithoutLocale(pathname) === '/' ? 'header' : 'content') : idIn(hash);
  const target = document.getElementById(id);
  return target?.checkVisibility() ? target : undefined;
}

function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // A malformed escape means itself.
    return hash.slice(1);
  }
}

/** The next Tab starts in the new content; a focus inside of it stays. */
function focusMain(): void {
  const main = document.getElementById('content');
  if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
}

const RETRIES = 7;
const INTERVAL_MS = 150;

/** Tries at once, then up to seven times more, 0.15 s apart (specification §2). @returns the function that stops it */
export function retryUntilDone(attempt: () => boolean): () => void {
  let retries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    if (attempt() || retries === RETRIES) return;
    retries += 1;
    timer = setTimeout(next, INTERVAL_MS);
  };
  next();
  return () => clearTimeout(timer);
}
