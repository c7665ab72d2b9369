import { useText } from '#app/current/locale.ts';

const MAX_GEMS = 5;
/** Of a level that nobody has beaten. */
const UNCLEARED = 6;

export function Gems({ diamonds }: { diamonds: number | undefined }) {
  const { text } = useText();
  if (diamonds === undefined) return null;
  if (diamonds >= UNCLEARED) return <span>{text('arcade.level.uncleared')}</span>;
  const lit = Math.max(0, Math.round(diamonds));
  return (
    <span className="gems">
      <span className="sr-only">{text('arcade.level.diamonds', { count: lit })}</span>
      {Array.from({ length: MAX_GEMS }, (_, at) => (
        <svg key={at} aria-hidden="true" viewBox="0 0 24 24" className={`gem ${at < lit ? 'is-lit' : ''}`}>
          <path d="M7 4h10l5 6-10 11L2 10zM2 10h20" />
        </svg>
      ))}
    </span>
  );
}
