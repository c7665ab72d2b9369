import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import { avatarUrl } from './art/art-url.ts';
import type { NamedPlayer } from './level-card.ts';
import './arcade.css';

/** The face says nothing that the name beside it does not. */
export function Face({ avatarId, size, isEager = false }: { avatarId: string; size: number; isEager?: boolean }) {
  return (
    <img
      src={avatarUrl(avatarId)}
      alt=""
      width={size}
      height={size}
      loading={isEager ? undefined : 'lazy'}
      className="arcade-face"
    />
  );
}

/** Whoever has left has no page. */
export function NamedPlayerLink({ player, size = 28 }: { player: NamedPlayer; size?: number }) {
  const { text } = useText();
  const { userId, name, avatarId } = player;
  return (
    <span className="inline-flex max-w-full items-center gap-2 align-middle">
      <Face avatarId={avatarId} size={size} />
      {name === undefined ? (
        <span className="text-muted">{text('arcade.player.gone')}</span>
      ) : (
        <SiteLink
          to={`/games/levelhead/players/${userId}`}
          className="named-player relative z-1 min-w-0 font-bold underline wrap-anywhere"
        >
          {name}
        </SiteLink>
      )}
    </span>
  );
}
