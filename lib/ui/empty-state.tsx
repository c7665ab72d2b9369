import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** The address of a drawing, of 280 by 240. */
  drawing: string;
  children: ReactNode;
}

/** In the place of a list that has nothing. */
export function EmptyState({ drawing, children }: EmptyStateProps) {
  return (
    <div className="grid items-center gap-8 py-4 text-center sm:grid-cols-[14rem_1fr] sm:text-start">
      <img src={drawing} alt="" width="280" height="240" className="mx-auto w-full max-w-56" />
      <div className="space-y-4">{children}</div>
    </div>
  );
}
