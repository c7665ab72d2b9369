import { useId } from 'react';
import type { ReactNode } from 'react';

interface RecordHeaderProps {
  readonly title: ReactNode;
  readonly picture?: ReactNode;
  /** A line of what never changes, such as its id and since when it is there. */
  readonly about: ReactNode;
  readonly badges?: ReactNode;
  /** What can be done with the whole of it. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The top of a page of the console about one thing. */
export function RecordHeader({ title, picture, about, badges, actions, children }: RecordHeaderProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
      {picture}
      <div className="min-w-0 grow">
        <h1 className="text-3xl wrap-anywhere">{title}</h1>
        <p className="text-sm wrap-anywhere text-muted">{about}</p>
      </div>
      {badges !== undefined && <p className="flex flex-wrap gap-2">{badges}</p>}
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      {children}
    </header>
  );
}

/** Names and their values beside each other; where there is no room, below. */
export function FactList({ children }: { readonly children: ReactNode }) {
  return (
    <dl className="facts grid gap-x-4 gap-y-2.5 sm:grid-cols-[8.5rem_minmax(0,1fr)] md:grid-cols-1 lg:grid-cols-[8.5rem_minmax(0,1fr)]">
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <dt className="font-extrabold">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

interface PanelProps {
  readonly id?: string;
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A part of such a page. */
export function Panel({ id, title, aside, children, className = '' }: PanelProps) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className={`panel min-w-0 space-y-3 rounded-card border-3 border-edge bg-surface p-4 sm:p-5 ${className}`}
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
