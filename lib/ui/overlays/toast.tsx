import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

import { Mark } from '../mark.tsx';
import { NOTICE_MARKS } from '../notice.tsx';
import type { NoticeKind } from '../notice.tsx';

/** Has to be on the page before the first toast, for screen readers to listen. */
export function Toasts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} aria-live="polite" className="toasts">
      {children}
    </section>
  );
}

interface ToastProps {
  kind?: NoticeKind;
  /** Milliseconds, paused while it is hovered or focused. */
  ttl?: number;
  onClose: () => void;
  close: string;
  children: ReactNode;
}

export function Toast({ kind = 'info', ttl, onClose, close, children }: ToastProps) {
  const [held, setHeld] = useState(false);
  useExitTimer(held ? undefined : ttl, onClose);
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      className={`toast notice-${kind}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="notice-mark">
        <Mark name={NOTICE_MARKS[kind]} />
      </span>
      <div className="toast-text">{children}</div>
      <button type="button" className="icon-button" aria-label={close} onClick={onClose}>
        <Mark name="close" />
      </button>
    </div>
  );
}

/** Restarts when released; `onClose` may change meanwhile. */
function useExitTimer(ttl: number | undefined, onClose: () => void): void {
  const leave = useRef(onClose);
  useEffect(() => {
    leave.current = onClose;
  });
  useEffect(() => {
    if (ttl === undefined) return undefined;
    const timer = setTimeout(() => leave.current(), ttl);
    return () => clearTimeout(timer);
  }, [ttl]);
}
