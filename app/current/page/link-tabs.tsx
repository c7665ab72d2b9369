import type { ReactNode } from 'react';

import { SiteLink } from './site-link.tsx';

export interface LinkTab {
  readonly to: string;
  readonly title: ReactNode;
  readonly isCurrent: boolean;
}

interface LinkTabsProps {
  readonly label: string;
  readonly tabs: readonly LinkTab[];
  readonly look?: keyof typeof LOOKS;
}

/** Links to the parts of a page, or to a list by one filter or another, of which one is shown. */
export function LinkTabs({ label, tabs, look = 'pills' }: LinkTabsProps) {
  const [list, link] = LOOKS[look];
  return (
    <nav aria-label={label}>
      <ul className={list}>
        {tabs.map(({ to, title, isCurrent }) => (
          <li key={to}>
            <SiteLink to={to} aria-current={isCurrent ? 'page' : undefined} className={link}>
              {title}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const LOOKS = {
  pills: [
    'flex flex-wrap gap-2',
    'label block border-edge! bg-transparent! text-text! no-underline aria-[current]:border-line! aria-[current]:bg-accent! aria-[current]:text-on-accent!',
  ],
  feeds: ['feed-tabs', undefined],
} as const;
