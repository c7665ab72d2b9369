import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import type { Location } from 'react-router';

import { pathWithoutLocale } from '#app/current/locale.ts';

import { retryUntilDone } from './retry.ts';

/** What happens when a route has changed: where the page scrolls to, where the keyboard is, and what is read aloud. */
export function RouteChanges() {
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

/** Scrolls as soon as the target is there. @returns what ends the looking for it */
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
  // What is closed stands nowhere.
  return target?.checkVisibility() ? target : undefined;
}

function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // A stray percent sign means itself.
    return hash.slice(1);
  }
}

/** The next Tab starts in the new content; whoever is already in there stays. */
function focusMain(): void {
  const main = document.getElementById('content');
  if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
}
