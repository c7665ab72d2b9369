import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { useText } from '#app/current/locale.ts';

import type { NotificationCount } from '../notification.ts';

/** Milliseconds in which several that come together are announced once. */
const ANNOUNCE_MS = 2000;

/** The number on the button, and words for those who do not see it; what comes is announced, what goes is not. */
export function CountBadge({ count }: { count: NotificationCount | undefined }) {
  const { text } = useText();
  const unread = count?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <>
      <span aria-hidden="true" data-count={unread} className="count-badge">
        {text('notify.widget.badge', { count: String(unread) })}
      </span>
      <span className="sr-only">{text('notify.widget.count', { count: unread })}</span>
    </>
  );
}

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
