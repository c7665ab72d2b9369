import type { ArticleBlock, Current } from '#app/current/current.server.ts';
import { useText } from '#app/current/locale.ts';
import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';
import { Problem } from '#lib/problem.ts';

import { CHANGELOGS_CRATE } from './cache-topics.ts';
import { changelogPath } from './changelog.ts';
import type { NoteFacts } from './changelog.ts';
import { getChangelog } from './changelogs.server.ts';
import type { Changelog } from './changelogs.server.ts';
import { CATEGORY_LOOKS } from './note-groups.tsx';
import { findReleases, readReleases } from './releases.server.ts';

/** Of an app that the reader may see. */
export const patchNotesBlock: ArticleBlock = {
  attributes: ['game', 'version'],
  async render(current, { label, attributes }) {
    const found = await findPatchNotes(current, attributes);
    return found && <PatchNotes {...found} label={label} />;
  },
};

/** Of a list without notes. */
const NEWEST = 5;

/** One release with its notes, or the newest without. Undefined where the reader may not see the game, or has none. */
async function findPatchNotes(
  current: Current,
  { game = '', version }: Readonly<Record<string, string>>,
): Promise<PatchNotesProps | undefined> {
  const changelog = findChangelog(current, game);
  if (changelog === undefined) return undefined;
  current.topicWatch?.note(cacheTopicsOfCrate(CHANGELOGS_CRATE));
  const all = await findReleases(current, changelog.app, changelog.own);
  const chosen = version === undefined ? all.slice(0, NEWEST) : all.filter((one) => one.version === version);
  if (version !== undefined && chosen.length === 0) return undefined;
  const releases = version === undefined ? chosen : await readReleases(current, chosen);
  return { name: changelog.name, path: changelog.path, releases };
}

function findChangelog(current: Current, app: string): Changelog | undefined {
  try {
    return getChangelog(current, app);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  }
}

interface PatchNotesProps {
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

function PatchNotes({ label, name, path, releases }: PatchNotesProps & { readonly label: string }) {
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
