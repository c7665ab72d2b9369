/** Stands still with reduced motion. @param label says what is loading, for screen readers */
export function Spinner({ label }: { label: string }) {
  return (
    <output className="inline-flex items-center gap-3">
      <span aria-hidden="true" className="spinner" />
      <span>{label}</span>
    </output>
  );
}

/** Screen readers see nothing of it: what loads needs a text beside it. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-hidden="true" className="skeleton">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}
