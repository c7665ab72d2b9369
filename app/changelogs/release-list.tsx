import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { Badge } from '#lib/ui/badge.tsx';
import type { BadgeTone } from '#lib/ui/badge.tsx';

import type { ReleaseNote, Release } from './changelog.ts';

/** Releases on a line, as on a growth chart. Each has an address of its own, `#v17.36.4`. */
export function ReleaseList({ releases }: { releases: readonly Release[] }) {
  return (
    <ol className="space-y-10 border-s-[6px] border-accent ps-6 sm:ps-10">
      {releases.map((release) => (
        <li key={release.version} id={`v${release.version}`}>
          <Entry release={release} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ release: { version, date, notes } }: { release: Release }) {
  const { formatDate } = useText();
  return (
    <article className="block-card p-6 sm:p-8">
      <header className="mb-4 flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <h2 className="text-3xl">
          <a href={`#v${version}`} className="hover:underline">
            {version}
          </a>
        </h2>
        <time dateTime={date} className="text-muted">
          {formatDate(date)}
        </time>
      </header>
      <ul className="space-y-4">
        {notes.map((note) => (
          <NoteItem key={note.text} note={note} />
        ))}
      </ul>
    </article>
  );
}

function NoteItem({ note: { kind, text: words } }: { note: ReleaseNote }) {
  const { text } = useText();
  const { tone, label } = KINDS[kind];
  return (
    <li className="grid gap-x-4 gap-y-1 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      <span>
        <Badge tone={tone}>{text(label)}</Badge>
      </span>
      <span lang="en">{words}</span>
    </li>
  );
}

const KINDS: Record<ReleaseNote['kind'], { tone: BadgeTone; label: TextKey }> = {
  new: { tone: 'loud', label: 'changelog.kinds.new' },
  better: { tone: 'success', label: 'changelog.kinds.better' },
  mended: { tone: 'plain', label: 'changelog.kinds.mended' },
};
