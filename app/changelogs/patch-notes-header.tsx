import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { toFieldClass } from '#app/games/game-field.ts';
import { GameMark } from '#app/games/game-mark.tsx';
import { Picture } from '#app/media/picture.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import type { ChangelogGame } from './changelog.ts';

interface PatchNotesHeaderProps {
  readonly game: ChangelogGame;
  readonly heading: string;
  readonly description: string;
}

export function PatchNotesHeader({ game, heading, description }: PatchNotesHeaderProps) {
  const { text } = useText();
  return (
    <header
      className={`burst block-card grid items-center gap-6 p-6 text-ink [--from:20%_60%] sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-10 sm:p-8 print:hidden ${toFieldClass(game)}`}
    >
      <Picture
        of={`box-${game.slug}`}
        alt=""
        width={160}
        height={213}
        loading="lazy"
        className="block-card mx-auto w-28 -rotate-2 sm:w-full"
      />
      <div className="@container space-y-4">
        <GameMark audience={game.audience} />
        <h1 className="text-4xl sm:text-5xl">{heading}</h1>
        <p className="max-w-[46ch] text-lg font-semibold">{description}</p>
        <p>
          <SiteLink to={`/games/${game.slug}`} className={buttonClass('plain')}>
            {text('changelogs.game.back', { game: game.name })}
          </SiteLink>
        </p>
      </div>
    </header>
  );
}
