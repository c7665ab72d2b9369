type MarkName = keyof typeof PATHS;

export function Mark({ name, className = '' }: { name: MarkName; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={`mark drawn ${className}`}>
      <path d={PATHS[name]} />
    </svg>
  );
}

const PATHS = {
  check: 'm5 13 4.5 5L19 6.5',
  close: 'm6 6 12 12M18 6 6 18',
  down: 'm5 9 7 7 7-7',
  next: 'M4 12h15m-6-6 6 6-6 6',
  previous: 'M20 12H5m6-6-6 6 6 6',
  ascending: 'm6 14 6-7 6 7',
  descending: 'm6 10 6 7 6-7',
  unsorted: 'm8 9 4-4 4 4M8 15l4 4 4-4',
  info: 'M12 11v6.5M12 6.5v.1',
  warning: 'M12 5.5v8M12 18v.1',
} as const;
