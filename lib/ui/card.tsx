import type { ComponentProps } from 'react';

interface CardProps extends ComponentProps<'div'> {
  isLink?: boolean;
}

export function Card({ isLink = false, className = '', ...rest }: CardProps) {
  return <div {...rest} className={`block-card p-6 ${isLink ? 'block-link lift relative' : ''} ${className}`} />;
}
