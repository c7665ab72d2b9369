import type { ComponentProps, MouseEvent } from 'react';

/** Loud is for the one main action of a view; quiet has no box until hovered. */
export type ButtonKind = 'loud' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind;
  /** Its work is under way: it keeps the keyboard focus, but does nothing more, as with `aria-disabled`. */
  busy?: boolean;
}

export function Button({ kind = 'plain', busy = false, type = 'button', className = '', ...rest }: ButtonProps) {
  const { onClick, children, 'aria-disabled': disabled, ...others } = rest;
  const isDisabled = busy || disabled === true || disabled === 'true';
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isDisabled) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...others}
      type={type}
      className={`${buttonClass(kind)} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={isDisabled || undefined}
      onClick={press}
    >
      {busy && <span aria-hidden="true" className="spinner" />}
      <span className="contents">{children}</span>
    </button>
  );
}

export function buttonClass(kind: ButtonKind = 'plain'): string {
  return `button button-${kind}`;
}
