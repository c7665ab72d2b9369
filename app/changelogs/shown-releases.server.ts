import { renderArticle } from '#app/articles/rendering.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE, getText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { hasScreen } from '#app/current/page/screens.server.ts';
import { isStaff } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { DRAFT } from '#app/editor/kinds/drafts.ts';
import { SYSTEM_NAMES } from '#app/games/stores.ts';
import { POST_ITEMS } from '#app/posts/posts.server.ts';
import type { Text } from '#lib/locale/messages.ts';

import type { NoteFacts, Release, ReleaseStream, ShownNote, ShownRelease } from './changelog.ts';
import type { Changelog } from './changelogs.server.ts';

/** As the reader may see them: lines link to what they may find. */
export async function showReleases(current: Current, releases: readonly Release[]): Promise<ShownRelease[]> {
  const text = await getText(current.locale);
  const links = await findReadableLinks(
    current,
    releases.flatMap(({ notes }) => notes.flatMap(({ link }) => link ?? [])),
  );
  return Promise.all(
    releases.map(async (release) => {
      const bodies = release.intros.map(({ key, text }) =>
        renderArticle(current, { key, locale: DEFAULT_LOCALE, read: () => Promise.resolve(text) }),
      );
      const intro = (await Promise.all(bodies)).map(({ html }) => html).join('');
      return { ...showRelease(text, release, links), intro };
    }),
  );
}

/** A post is linked when it is listed: whoever may not see it learns nothing of it. */
export async function linkPosts(
  current: Current,
  { game }: Changelog,
  releases: readonly Release[],
): Promise<readonly Release[]> {
  const names = releases.flatMap(({ post }) => post ?? []);
  if (names.length === 0) return releases;
  const included = ['topic:patchnotes', ...(game === undefined ? [] : [`game:${game.slug}`])];
  const excluded = isStaff(current.actor.role) ? [DRAFT] : [DRAFT, 'unlisted'];
  const { items } = await POST_ITEMS.page(current, { names, tags: { included, excluded } });
  const found = new Set(items.map(({ name }) => name));
  return releases.map(({ post, ...release }) =>
    post !== undefined && found.has(post) ? { ...release, postPath: `/post/${encodeURIComponent(post)}` } : release,
  );
}

/** Those of the paths at which every reader finds something. */
async function findReadableLinks(current: Current, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const names = paths.flatMap((path) => postNameIn(path) ?? []).slice(0, MAX_LINKED);
  const tags = { excluded: ['hidden', 'unlisted'] };
  const { items } = names.length === 0 ? { items: [] } : await POST_ITEMS.page(current, { names, tags });
  const found = new Set(items.map(({ name }) => name));
  return new Set(
    paths.filter((path) => {
      const name = postNameIn(path);
      return name === undefined ? hasScreen(path) : found.has(name);
    }),
  );
}

const MAX_LINKED = 100;

function postNameIn(path: string): string | undefined {
  const [, name] = /^\/post\/([^/]+)$/.exec(path) ?? [];
  return name !== undefined && URL.canParse(path, 'http://localhost') && !/%(?![\da-f]{2})/i.test(name)
    ? decodeURIComponent(name)
    : undefined;
}

/** Said here, so that no browser loads these words and names. */
function showRelease(text: Text<TextKey>, release: Release, links: ReadonlySet<string>): Omit<ShownRelease, 'intro'> {
  const { version, date, publishedAt, title, isMajor, platforms, stream, role, notes, postPath, problems, editPath } =
    release;
  const unlisted = release.isUnlisted ? [text('post.card.unlisted')] : [];
  return {
    version,
    date,
    publishedAt,
    title,
    isMajor,
    postPath,
    problems,
    ...(editPath !== undefined && { editPath }),
    platforms: platforms.map((system) => SYSTEM_NAMES[system]),
    marks: [...(stream === 'stable' ? [] : [text(STREAM_NAMES[stream])]), ...listRoleMarks(text, role), ...unlisted],
    notes: notes.map((note) =>
      showNote(text, { ...note, link: links.has(note.link ?? '') ? note.link : undefined }, release),
    ),
  };
}

export function showNote(
  text: Text<TextKey>,
  note: NoteFacts,
  { version, stream }: Pick<Release, 'version' | 'stream'>,
): ShownNote {
  const { id, category, isMajor, platforms, role, link } = note;
  const names = platforms.map((system) => SYSTEM_NAMES[system]);
  const isOther = note.stream !== undefined && note.stream !== stream;
  const marks = [...(isOther ? [text(STREAM_NAMES[note.stream])] : []), ...listRoleMarks(text, role)];
  return { id, category, isMajor, version, text: note.text, platforms: names, marks, link };
}

function listRoleMarks(text: Text<TextKey>, role: Role): string[] {
  return role === 'public' ? [] : [text(ROLE_MARKS[role])];
}

export const STREAM_NAMES: Record<ReleaseStream, TextKey> = {
  stable: 'changelogs.stream.stable',
  beta: 'changelogs.stream.beta',
  alpha: 'changelogs.stream.alpha',
};

const ROLE_MARKS: Record<Exclude<Role, 'public'>, TextKey> = {
  authenticated: 'changelogs.role.players',
  staff: 'changelogs.role.staff',
  admin: 'changelogs.role.admin',
  super: 'changelogs.role.admin',
};
