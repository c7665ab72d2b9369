import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';

import type { NotificationCount } from '../notification.ts';

/** Milliseconds in which several that come together are announced once. */
const ANNOUNCE_MS = 2000;

interface CountBadgeProps {
  readonly unread: number;
  /** For those who do not see the number. */
  readonly spoken: TextKey;
}

export function CountBadge({ unread, spoken }: CountBadgeProps) {
  const { text } = useText();
  if (unread === 0) return null;
  return (
    <>
      <span aria-hidden="true" data-count={unread} className="count-badge">
        {text('notify.widget.badge', { count: String(unread) })}
      </span>
      <span className="sr-only">{text(spoken, { count: unread })}</span>
    </>
  );
}

/** What comes is announced, what goes is not. */
export function CountAnnouncement({ count }: { count: NotificationCount | undefined }) {
  const { text } = useText();
  const unread = count?.unread ?? 0;
  const last = useRef(unread);
  const [announced, setAnnounced] = useState('');
  const announce = useEffectEvent((now: number) => {
    const hasRisen = now > last.current;
    last.current = now;
    if (hasRisen && document.visibilityState === 'visible') setAnnounced(text('notify.widget.count', { count: now }));
  });
  useEffect(() => {
    const timer = setTimeout(() => announce(unread), ANNOUNCE_MS);
    return () => clearTimeout(timer);
  }, [unread]);
  return <output className="sr-only">{announced}</output>;
}

/** One tab follows it and tells the others. @param initial when the page was made; undefined for a visitor */
export function useLiveCount(userId: string | undefined, initial: NotificationCount | undefined) {
  const { askStream } = useCallClient();
  const [live, setLive] = useState<{ userId: string; count: NotificationCount }>();
  const share = useEffectEvent(async (user: string, signal: AbortSignal) => {
    // Without a network it stays as it was when the page was made.
    const { shareCount } = await import('./shared-count.ts').catch(() => ({ shareCount: undefined }));
    shareCount?.(user, askStream, (count) => setLive({ userId: user, count }), signal);
  });
  useEffect(() => {
    if (userId === undefined) return undefined;
    const visit = new AbortController();
    void share(userId, visit.signal);
    return () => visit.abort();
  }, [userId]);
  return live !== undefined && live.userId === userId ? live.count : initial;
}
