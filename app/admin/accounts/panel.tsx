import { useId } from 'react';
import type { ReactNode } from 'react';

interface PanelProps {
  id?: string;
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Panel({ id, title, aside, children, className = '' }: PanelProps) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className={`min-w-0 space-y-3 rounded-card border-3 border-edge bg-surface p-4 sm:p-5 ${className}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="text-lg">
          {title}
        </h2>
        {aside !== undefined && <p className="text-sm font-bold text-muted">{aside}</p>}
      </div>
      {children}
    </section>
  );
}
