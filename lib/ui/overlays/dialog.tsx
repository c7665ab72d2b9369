import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';

import { Mark } from '../mark.tsx';

interface DialogProps {
  open: boolean;
  /** On Escape, a click beside the dialog, or its close button; the parent then sets `open`. */
  onClose: () => void;
  title: ReactNode;
  close: string;
  children: ReactNode;
  footer?: ReactNode;
}

/** The browser's own modal dialog: it traps the focus, and returns it afterwards. */
export function Dialog({ open, onClose, title, close, children, footer }: DialogProps) {
  const titleId = useId();
  const ref = useOpened(open, onClose);
  // The browser tells late that it has closed it, when it may be open again, or be asked to open: Escape is told before.
  const noteClose = () => open && ref.current?.open === false && onClose();
  // A file field within it that is left without a choice is told the same way.
  const noteEscape = ({ target }: SyntheticEvent) => target === ref.current && onClose();
  return (
    <dialog ref={ref} className="dialog" aria-labelledby={titleId} onCancel={noteEscape} onClose={noteClose}>
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

/** Opened before the paint, and closed before it leaves the page: only so does the focus return. */
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
