import { useId } from 'react';
import type { ReactNode } from 'react';

interface NoticeCardProps {
  title: string;
  children: ReactNode;
  buttons: ReactNode;
}

export function NoticeCard({ title, children, buttons }: NoticeCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="site-notice">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <div className="text-sm">{children}</div>
      <div className="flex flex-wrap gap-3">{buttons}</div>
    </section>
  );
}
