import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Badge } from '#lib/ui/badge.tsx';

interface DocumentHeaderProps {
  title: string;
  /** Undefined for one that is not saved yet. */
  state: { tone: 'loud' | 'success' | 'plain'; words: string } | undefined;
  links: readonly { to: string; words: string }[];
  children?: ReactNode;
}

export function DocumentHeader({ title, state, links, children }: DocumentHeaderProps) {
  const { text } = useText();
  return (
    <header className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl wrap-anywhere">{title}</h1>
        {state && <Badge tone={state.tone}>{state.words}</Badge>}
        {links.length > 0 && (
          <nav aria-label={text('editor.page.places')} className="ms-auto flex flex-wrap gap-4 font-bold">
            {links.map(({ to, words }) => (
              <SiteLink key={to} to={to} className="text-link underline">
                {words}
              </SiteLink>
            ))}
          </nav>
        )}
      </div>
      {children}
    </header>
  );
}
