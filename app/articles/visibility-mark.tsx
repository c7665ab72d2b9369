import { useText } from '#app/current/locale.ts';
import type { Visibility } from '#app/storage/item-tags.ts';

export function VisibilityMark({ visibility }: { visibility: Visibility }) {
  const { text } = useText();
  if (visibility === 'public') return null;
  const isHidden = visibility === 'hidden';
  return (
    <p className="flex items-center gap-2 font-bold">
      <svg aria-hidden="true" viewBox="0 0 24 24" className="drawn size-6 shrink-0">
        {isHidden ? LOCK : EYE}
      </svg>
      <span>{text(isHidden ? 'post.card.hidden' : 'post.card.unlisted')}</span>
    </p>
  );
}

const LOCK = (
  <>
    <path d="M7.5 11V8a4.5 4.5 0 0 1 9 0v3" />
    <rect x="4.5" y="11" width="15" height="10" rx="3" />
    <path d="M12 15v2.5" />
  </>
);

const EYE = (
  <>
    <path d="M2 12q10-13.5 20 0-10 13.5-20 0Z" />
    <circle cx="12" cy="12" r="3" />
  </>
);
