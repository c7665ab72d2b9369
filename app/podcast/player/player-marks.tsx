const MARKS = {
  play: <path d="M7 4.5v15L20 12Z" fill="currentColor" />,
  pause: <path d="M6.5 5h4v14h-4zm7 0h4v14h-4z" fill="currentColor" />,
  back: (
    <>
      <path d="M5 7.5A9 9 0 1 1 3.5 14" />
      <path d="M4.5 2.5v5.5H10" />
    </>
  ),
  forth: (
    <>
      <path d="M19 7.5A9 9 0 1 0 20.5 14" />
      <path d="M19.5 2.5v5.5H14" />
    </>
  ),
  close: <path d="m6 6 12 12M18 6 6 18" />,
} as const;

/** Beside words for who does not see it. */
export function PlayerMark({ name }: { readonly name: keyof typeof MARKS }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="drawn size-6 shrink-0">
      {MARKS[name]}
    </svg>
  );
}
