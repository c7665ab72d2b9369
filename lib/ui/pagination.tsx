import type { ComponentType, ReactNode } from 'react';

import { buttonClass } from './button.tsx';
import { Mark } from './mark.tsx';

interface PageStep {
  to: string;
  text: ReactNode;
}

type Link = ComponentType<{ to: string; rel: string; className: string; children: ReactNode }>;

interface PaginationProps {
  label: string;
  previous?: PageStep | undefined;
  next?: PageStep | undefined;
  link: Link;
}

/** A missing neighbour has no link, and the other one stays in its place. */
export function Pagination({ label, previous, next, link: Link }: PaginationProps) {
  if (previous === undefined && next === undefined) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap gap-4">
      {previous && (
        <Link to={previous.to} rel="prev" className={buttonClass('plain')}>
          <Mark name="previous" />
          <span>{previous.text}</span>
        </Link>
      )}
      {next && (
        <Link to={next.to} rel="next" className={`${buttonClass('plain')} ms-auto`}>
          <span>{next.text}</span>
          <Mark name="next" />
        </Link>
      )}
    </nav>
  );
}
