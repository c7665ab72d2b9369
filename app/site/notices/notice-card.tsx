import { useId } from 'react';
import type { ReactNode } from 'react';

interface NoticeCardProps {
  /** Of the place that a hash leads to. */
  id?: string;
  title: string;
  children: ReactNode;
  buttons: ReactNode;
}

export function NoticeCard({ id, title, children, buttons }: NoticeCardProps) {
  const titleId = useId();
  return (
    <section id={id} tabIndex={id === undefined ? undefined : -1} aria-labelledby={titleId} className="site-notice">
      <h2 id={titleId} className="text-lg">
        {title}
      </h2>
      <div className="text-sm">{children}</div>
      <div className="flex flex-wrap gap-3">{buttons}</div>
    </section>
  );
}
