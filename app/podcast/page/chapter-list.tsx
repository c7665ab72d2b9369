import { useText } from '#app/current/locale.ts';

import { chapterAt } from '../episode.ts';
import { usePlayed } from '../player/player.ts';
import type { Playable } from '../player/player.ts';
import { SeekLink } from './seek-link.tsx';

export function ChapterList({ episode }: { readonly episode: Playable }) {
  const { text } = useText();
  const { itemId, chapters } = episode;
  const current = usePlayed(({ episode: played, time }) =>
    played?.itemId === itemId ? chapterAt(chapters, time)?.start : undefined,
  );
  if (chapters.length === 0) return null;
  return (
    <section aria-labelledby="chapters" className="space-y-3">
      <h2 id="chapters" className="text-2xl">
        {text('podcast.page.chapters')}
      </h2>
      <ol lang="en" className="seek-list">
        {chapters.map(({ start, title }) => (
          <li key={`${start} ${title}`}>
            <SeekLink episode={episode} at={start} isCurrent={start === current}>
              {title}
            </SeekLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
