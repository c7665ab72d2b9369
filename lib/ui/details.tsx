import type { ComponentProps, ReactNode } from 'react';

import { Mark } from './mark.tsx';

/** At most one of those with the same `name` is open. */
export function Details({ summary, children, className = '', ...rest }: DetailsProps) {
  return (
    <details {...rest} className={`details ${className}`}>
      <summary>
        <span>{summary}</span>
        <Mark name="down" />
      </summary>
      <div className="details-body">{children}</div>
    </details>
  );
}

interface DetailsProps extends ComponentProps<'details'> {
  summary: ReactNode;
}
