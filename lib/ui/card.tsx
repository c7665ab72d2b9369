import type { ComponentProps } from 'react';

export interface CardProps extends ComponentProps<'div'> {
  /** The whole card is the target of the one link in it. */
  isLink?: boolean;
}

/** A sticker on the table: a panel with an outline and a hard shadow. */
export function Card({ isLink = false, className = '', ...rest }: CardProps) {
  return <div {...rest} className={`block-card p-6 ${isLink ? 'block-link lift relative' : ''} ${className}`} />;
}
