/** Looks around while something is under way; with reduced motion it stands still. @param label says what, read aloud */
export function Spinner({ label }: { label: string }) {
  return (
    <output className="inline-flex items-center gap-3">
      <span aria-hidden="true" className="spinner" />
      <span>{label}</span>
    </output>
  );
}

/** The room that a text will take. What loads says so beside it, for those who cannot see it. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-hidden="true" className="skeleton">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}
