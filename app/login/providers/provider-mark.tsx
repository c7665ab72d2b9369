/** Our own drawing: the logos of services are theirs. */
export function ProviderMark({ service }: { service: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-7 shrink-0">
      <path
        d="M6 4.5 25.5 3 29 25l-5 4.5L4.5 28 3 9z"
        className="fill-none stroke-current"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <text x="16" y="22" textAnchor="middle" className="fill-current font-label text-[17px] font-black">
        {service.slice(0, 1)}
      </text>
    </svg>
  );
}
