interface AvatarProps {
  /** Stands beside the picture as text, so that the picture itself says nothing. */
  name: string;
  src?: string;
  /** CSS px. */
  size?: 32 | 48 | 96;
}

/** Without a portrait, the first letter of the name on a colour that stays the same for that name. */
export function Avatar({ name, src, size = 48 }: AvatarProps) {
  const classes = `avatar avatar-${size}`;
  if (src !== undefined) return <img className={classes} src={src} alt="" width={size} height={size} />;
  return (
    <span aria-hidden="true" className={`${classes} avatar-tone-${pickTone(name)}`}>
      {firstLetter(name)}
    </span>
  );
}

const TONES = 5;

function pickTone(name: string): number {
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return sum % TONES;
}

/** As a reader counts letters: an emoji of several code points is one. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.replace(/^@/, '').trim());
  return first?.segment.toLocaleUpperCase() ?? '?';
}
