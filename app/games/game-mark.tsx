import { useText } from '#app/current/locale.ts';

import type { Audience } from './game.ts';

export function GameMark({ audience, className = '' }: { audience: Audience; className?: string }) {
  const { text } = useText();
  if (audience === 'everyone') return null;
  return (
    <span className={`label ${className}`}>
      {text(audience === 'unpublished' ? 'home.games.unpublished' : 'games.mark.members')}
    </span>
  );
}
