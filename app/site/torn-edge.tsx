export function TornEdge({ side }: { side: 'above' | 'below' }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1440 40"
      preserveAspectRatio="none"
      className={`relative block h-5 w-full fill-night sm:h-7 ${side === 'above' ? '-mb-px rotate-180' : '-mt-px'}`}
    >
      <path d="M0 0h1440v12c-80 24-130 4-205 14s-95 16-170 6-120-22-205-8-125 18-200 4-140-6-205 6-130 2-190-8S120 8 60 20 16 34 0 26Z" />
    </svg>
  );
}
