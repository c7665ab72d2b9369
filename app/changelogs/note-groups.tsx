import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import type { BadgeTone } from '#lib/ui/badge.tsx';

import { NOTE_CATEGORIES, toAnchor, changelogPath } from './changelog.ts';
import type { NoteCategory, ShownNote } from './changelog.ts';

interface NoteGroupsProps {
  readonly notes: readonly ShownNote[];
  readonly path: string;
  /** Which release of the page has the line of an id: an address leads to one. */
  readonly homes: ReadonlyMap<string, string>;
  readonly withVersions?: boolean;
}

/** @param notes the newest first: the oldest release with a line is its home */
export function findHomes(notes: readonly ShownNote[]): ReadonlyMap<string, string> {
  return new Map(notes.map(({ id, version }) => [id, version]));
}

export function NoteGroups({ notes, ...rest }: NoteGroupsProps) {
  const { text } = useText();
  const groups = NOTE_CATEGORIES.map((category) => ({
    category,
    own: notes.filter((note) => note.category === category),
  })).filter(({ own }) => own.length > 0);
  return (
    <div className="space-y-6">
      {groups.map(({ category, own }) => (
        <section key={category} className="grid gap-x-5 gap-y-3 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
          <h3 className="font-sans">
            <Badge tone={CATEGORY_LOOKS[category].tone}>{text(CATEGORY_LOOKS[category].label)}</Badge>
          </h3>
          <ul className="space-y-2.5">
            {own.map((note) => (
              <NoteLine key={`${note.version} ${note.id}`} note={note} {...rest} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function NoteLine({ note, path, homes, withVersions = false }: Omit<NoteGroupsProps, 'notes'> & { note: ShownNote }) {
  const { text, formatList } = useText();
  const { version, platforms, isMajor, marks, link } = note;
  const anchor = toAnchor(note);
  const release = changelogPath(path, { version });
  return (
    <li
      id={homes.get(note.id) === version ? anchor : undefined}
      className="group scroll-mt-24 rounded-md target:bg-accent target:px-2 target:text-on-accent"
    >
      <span lang="en" className={isMajor ? 'font-extrabold' : undefined}>
        {note.text}
      </span>
      {isMajor && <span className="sr-only">{` ${text('changelogs.note.major')}`}</span>}
      {platforms.length > 0 && (
        <span className="ms-2 text-sm text-muted group-target:text-on-accent">{formatList(platforms)}</span>
      )}
      {marks.map((mark) => (
        <span key={mark} className="ms-2">
          <Badge tone="danger">{mark}</Badge>
        </span>
      ))}
      {link !== undefined && (
        <SiteLink to={link} className="ms-2 font-bold text-link underline group-target:text-on-accent">
          {text(link.startsWith('/post/') ? 'changelogs.note.post' : 'changelogs.note.feedback')}
        </SiteLink>
      )}
      {withVersions && (
        <SiteLink to={release} className="ms-2 text-sm font-bold text-link underline group-target:text-on-accent">
          {version}
        </SiteLink>
      )}
      {/* Never alone on a line. */}
      <span>{'\u00a0'}</span>
      <SiteLink
        to={`${release}#${anchor}`}
        aria-label={text('changelogs.note.link', { version })}
        className="px-1.5 font-bold text-muted hover:underline group-target:text-on-accent"
      >
        #
      </SiteLink>
    </li>
  );
}

export const CATEGORY_LOOKS: Record<NoteCategory, { readonly tone: BadgeTone; readonly label: TextKey }> = {
  new: { tone: 'loud', label: 'changelog.kinds.new' },
  better: { tone: 'success', label: 'changelog.kinds.better' },
  balance: { tone: 'plain', label: 'changelogs.category.balance' },
  mended: { tone: 'plain', label: 'changelog.kinds.mended' },
  gone: { tone: 'plain', label: 'changelogs.category.gone' },
  known: { tone: 'danger', label: 'changelogs.category.known' },
};
