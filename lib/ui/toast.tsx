import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

import { Mark } from './mark.tsx';
import { NOTICE_MARKS } from './notice.tsx';
import type { NoticeKind } from './notice.tsx';

/** The corner where toasts stand. It has to be on the page before the first one, for screen readers to listen. */
export function Toasts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} aria-live="polite" className="toasts">
      {children}
    </section>
  );
}

export interface ToastProps {
  kind?: NoticeKind;
  /** After how many milliseconds it leaves by itself; it stays while somebody points at it or is in it. */
  ttl?: number;
  onClose: () => void;
  /** What the button with the cross is called. */
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

/** Starts again when it is let go; what is to be done may change meanwhile. */
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
