import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

import { KEPT, answerCookies, kept } from '#app/current/browser/kept.ts';
import { useText } from '#app/current/locale.ts';
import { noticeShown } from '#app/telemetry/browser/start.ts';

import { usePolling } from '../browser/polling.ts';
import { useVersionCheck } from '../browser/version-check.ts';
import { noNews, versions } from '../browser/versions.ts';
import { CookieNotice } from './cookie-notice.tsx';
import { PolicyNotice } from './policy-notice.tsx';
import { VersionNotice } from './version-notice.tsx';

const COOKIE_DELAY_MS = 2000;
/** The address of the cookie notice on any page. */
export const COOKIE_HASH = '#cookies';

/** What the site itself has to say to a visitor, until they have answered. */
export function Notices() {
  const { text } = useText();
  const news = useSyncExternalStore(versions.subscribe, versions.news, noNews);
  usePolling(() => versions.refresh());
  useVersionCheck();
  const cookies = useCookieNotice();
  return (
    <section aria-label={text('notice.list.label')} aria-live="polite" className="site-notices">
      {news.update !== undefined && <VersionNotice version={news.update} />}
      {news.changed.length > 0 && <PolicyNotice changed={news.changed} onAgree={() => versions.agree()} />}
      {cookies.isOpen && <CookieNotice onAnswer={cookies.answer} />}
    </section>
  );
}

/**
 * Opens two seconds after the load unless it was answered, and whenever the address asks for it; closes with an answer,
 * in another tab too.
 */
function useCookieNotice() {
  /** The answer that was known when it opened. */
  const [opened, setOpened] = useState<{ with: string | null }>();
  const { hash, key } = useLocation();
  const isOpen = opened !== undefined;
  useEffect(() => {
    if (kept.getItem(KEPT.cookies) !== null) return undefined;
    const timer = setTimeout(() => setOpened({ with: kept.getItem(KEPT.cookies) }), COOKIE_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isOpen) noticeShown();
  }, [isOpen]);
  const openAsked = useEffectEvent((_key: string) => {
    if (hash !== COOKIE_HASH) return undefined;
    const timer = setTimeout(() => setOpened({ with: kept.getItem(KEPT.cookies) }));
    return () => clearTimeout(timer);
  });
  useEffect(() => openAsked(key), [key]);
  usePolling(() => {
    if (isOpen && kept.getItem(KEPT.cookies) !== opened.with) setOpened(undefined);
  });
  const answer = (given: 'accepted' | 'declined') => {
    answerCookies(given);
    setOpened(undefined);
  };
  return { isOpen, answer };
}
