import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';

import { STORAGE_KEYS, answerCookieNotice, browserStorage } from '#app/current/browser/browser-storage.ts';
import { useText } from '#app/current/locale.ts';
import { noticeShown } from '#app/telemetry/browser/start.ts';
import { Button } from '#lib/ui/button.tsx';

import { freshAddress } from '../browser/address.ts';
import { usePolling } from '../browser/polling.ts';
import { useVersionCheck } from '../browser/version-check.ts';
import { noVersionState, versions } from '../browser/versions.ts';
import { COOKIE_HASH, CookieNotice } from './cookie-notice.tsx';
import { NoticeCard } from './notice-card.tsx';
import { PolicyNotice } from './policy-notice.tsx';

const COOKIE_DELAY_MS = 2000;

export function Notices() {
  const { text } = useText();
  const state = useSyncExternalStore(versions.subscribe, versions.state, noVersionState);
  usePolling(() => versions.refresh());
  useVersionCheck();
  const cookies = useCookieNotice();
  return (
    <section aria-label={text('notice.list.label')} aria-live="polite" className="site-notices">
      {state.update !== undefined && <VersionNotice version={state.update} />}
      {state.changed.length > 0 && <PolicyNotice changed={state.changed} onAgree={() => versions.agree()} />}
      {cookies.isOpen && <CookieNotice onAnswer={cookies.answer} />}
    </section>
  );
}

/** Opens two seconds after the load unless answered, or by its hash; closes with an answer, also in another tab. */
function useCookieNotice() {
  /** The stored answer when it opened. */
  const [opened, setOpened] = useState<{ with: string | null }>();
  const { hash, key } = useLocation();
  const isOpen = opened !== undefined;
  useEffect(() => {
    if (browserStorage.getItem(STORAGE_KEYS.cookies) !== null) return undefined;
    const timer = setTimeout(() => setOpened({ with: browserStorage.getItem(STORAGE_KEYS.cookies) }), COOKIE_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const notice = document.querySelector(COOKIE_HASH);
    if (!isOpen || notice === null) return undefined;
    // It may stand far below what is seen.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) noticeShown();
    });
    observer.observe(notice);
    return () => observer.disconnect();
  }, [isOpen]);
  const openByHash = useEffectEvent((_key: string) => {
    if (hash !== COOKIE_HASH) return undefined;
    const timer = setTimeout(() => {
      flushSync(() => setOpened({ with: browserStorage.getItem(STORAGE_KEYS.cookies) }));
      document.querySelector<HTMLElement>(COOKIE_HASH)?.focus();
    });
    return () => clearTimeout(timer);
  });
  useEffect(() => openByHash(key), [key]);
  usePolling(() => {
    if (isOpen && browserStorage.getItem(STORAGE_KEYS.cookies) !== opened.with) setOpened(undefined);
  });
  const answer = (given: 'accepted' | 'declined') => {
    answerCookieNotice(given);
    setOpened(undefined);
  };
  return { isOpen, answer };
}

/** @param version the server's */
function VersionNotice({ version }: { version: string }) {
  const { text } = useText();
  const reload = (
    <Button kind="loud" onClick={() => location.replace(freshAddress(location.href, version))}>
      {text('notice.version.reload')}
    </Button>
  );
  return (
    <NoticeCard title={text('notice.version.title')} buttons={reload}>
      <p>{text('notice.version.text', { version })}</p>
    </NoticeCard>
  );
}
