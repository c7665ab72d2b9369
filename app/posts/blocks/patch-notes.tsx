import { changelogPath } from '#app/changelogs/changelog.ts';
import type { NoteFacts } from '#app/changelogs/changelog.ts';
import { CATEGORY_LOOKS } from '#app/changelogs/note-groups.tsx';
import { useText } from '#app/current/locale.ts';

export interface PatchNotesProps {
  readonly name: string;
  readonly path: string;
  readonly releases: readonly ListedRelease[];
}

interface ListedRelease {
  readonly version: string;
  readonly title?: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly notes?: readonly NoteFacts[];
}

export function PatchNotes({ label, name, path, releases }: PatchNotesProps & { readonly label: string }) {
  const { text } = useText();
  return (
    <div className="releases-block">
      <p className="block-title">
        <a href={path}>{label || text('changelogs.game.title', { game: name })}</a>
      </p>
      {releases.length > 0 && <Releases path={path} releases={releases} />}
    </div>
  );
}

function Releases({ path, releases }: Pick<PatchNotesProps, 'path' | 'releases'>) {
  const { formatDate } = useText();
  return (
    <ul>
      {releases.map(({ version, title, date, notes = [] }) => (
        <li key={version}>
          <a href={changelogPath(path, { version })}>{version}</a>{' '}
          {title !== undefined && <strong>{`${title} `}</strong>}
          <time dateTime={date}>{formatDate(date, { dateStyle: 'medium', timeZone: 'UTC' })}</time>
          {notes.length > 0 && <Notes notes={notes} />}
        </li>
      ))}
    </ul>
  );
}

function Notes({ notes }: { readonly notes: readonly NoteFacts[] }) {
  const { text } = useText();
  return (
    <ul>
      {notes.map((note) => (
        <li key={note.id}>
          <span className="release-category">{text(CATEGORY_LOOKS[note.category].label)}</span>{' '}
          <span>{note.isMajor ? <strong>{note.text}</strong> : note.text}</span>
        </li>
      ))}
    </ul>
  );
}
