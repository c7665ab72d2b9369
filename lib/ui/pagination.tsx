import type { ComponentType, ReactNode } from 'react';

import { buttonClass } from './button.tsx';
import { Mark } from './mark.tsx';

interface PageStep {
  to: string;
  text: ReactNode;
}

type Link = ComponentType<{ to: string; rel: string; className: string; children: ReactNode }>;

export interface PaginationProps {
  /** Names the navigation. */
  label: string;
  previous?: PageStep | undefined;
  next?: PageStep | undefined;
  /** The site's own link. */
  link: Link;
}

/** Ways to the pages before and after. A page that is not there has no link, and nothing moves for it. */
export function Pagination({ label, previous, next, link: Link }: PaginationProps) {
  if (previous === undefined && next === undefined) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap gap-4">
      {previous && (
        <Link to={previous.to} rel="prev" className={buttonClass('plain')}>
          <Mark name="previous" />
          {previous.text}
        </Link>
      )}
      {next && (
        <Link to={next.to} rel="next" className={`${buttonClass('plain')} ms-auto`}>
          {next.text}
          <Mark name="next" />
        </Link>
      )}
    </nav>
  );
}
