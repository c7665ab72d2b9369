const COLOURS: Readonly<Record<string, string>> = {
  GET: 'bg-mint',
  POST: 'bg-accent',
  PUT: 'bg-lagoon',
  PATCH: 'bg-gum',
  DELETE: 'bg-coral',
};

export function MethodBadge({ method, isSmall = false }: { method: string; isSmall?: boolean }) {
  const size = isSmall ? 'min-w-[3.4rem] px-1 text-[0.6875rem]' : 'min-w-[5rem] px-3 py-1 text-sm';
  return (
    <span
      className={`inline-block flex-none rounded-full border-2 border-ink text-center font-display leading-normal text-ink ${size} ${COLOURS[method] ?? 'bg-cloud'}`}
    >
      {method}
    </span>
  );
}
