import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

import { Mark } from './mark.tsx';

export interface DialogProps {
  open: boolean;
  /** Asked for by Escape, a click beside the dialog, or its close button; whoever opened it then sets `open`. */
  onClose: () => void;
  title: ReactNode;
  /** What the button with the cross is called. */
  close: string;
  children: ReactNode;
  /** Its buttons. */
  footer?: ReactNode;
}

/** A modal dialog of the browser itself: it holds the keyboard, and gives it back to where it was. */
export function Dialog({ open, onClose, title, close, children, footer }: DialogProps) {
  const titleId = useId();
  const ref = useOpened(open, onClose);
  return (
    <dialog ref={ref} className="dialog" aria-labelledby={titleId} onClose={() => open && onClose()}>
      <div className="dialog-sheet">
        <div className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="icon-button" aria-label={close} onClick={onClose}>
            <Mark name="close" />
          </button>
        </div>
        <div className="dialog-body">{children}</div>
        {footer && <div className="dialog-foot">{footer}</div>}
      </div>
    </dialog>
  );
}

/** Opened before the paint, and closed before it leaves the page: only so does the keyboard go back. */
function useOpened(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || dialog === null) return undefined;
    dialog.showModal();
    return () => dialog.close();
  }, [open]);
  useEffect(() => {
    const dialog = ref.current;
    // The sheet covers the dialog, so that only its backdrop is the dialog itself.
    const closeBeside = ({ target }: MouseEvent) => target === dialog && onClose();
    dialog?.addEventListener('click', closeBeside);
    return () => dialog?.removeEventListener('click', closeBeside);
  }, [onClose]);
  return ref;
}
