import type { ComponentProps, MouseEvent } from 'react';

/** Loud is the one thing to do in a view; quiet has no box until it is pointed at. */
export type ButtonKind = 'loud' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind;
  /** It was pressed and its work is under way: it keeps the keyboard, but does nothing more. */
  busy?: boolean;
}

export function Button({ kind = 'plain', busy = false, type = 'button', className = '', ...rest }: ButtonProps) {
  const { onClick, children, ...others } = rest;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...others}
      type={type}
      className={`${buttonClass(kind)} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {busy && <span aria-hidden="true" className="spinner" />}
      {children}
    </button>
  );
}

/** For a link that looks like a button. */
export function buttonClass(kind: ButtonKind = 'plain'): string {
  return `button button-${kind}`;
}
