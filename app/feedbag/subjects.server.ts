import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { OfferedFollow } from '#app/following/follow.ts';
import { offerFollow } from '#app/following/follows.server.ts';
import { offerGameFollow } from '#app/following/game-follows.server.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import { toSubject } from '#app/following/subject.ts';
import { visibleGames } from '#app/games/games.server.ts';
import type { OwnItemKind } from '#app/notifications/event-kind.server.ts';

import { findReadableEntries } from './entries/entry-rows.server.ts';
import { entriesPath, entryPath, isOfFeedbag } from './entry.ts';
import type { Project } from './project.ts';
import { findProjects } from './projects.server.ts';

export const ENTRY_SUBJECT = 'feedbag.entry';
export const PROJECT_SUBJECT = 'feedbag.project';

export const entrySubject: SubjectKind = {
  name: ENTRY_SUBJECT,
  describe: async (current, ids) => {
    const found = await findReadableEntries(current, current.actor, ids);
    return new Map([...found].map(([id, { entry }]) => [id, { title: entry.title, path: entryPath(entry) }]));
  },
};

export const ownEntry: OwnItemKind = {
  name: ENTRY_SUBJECT,
  title: 'mailbox.own.entry',
  findOwn: async (current, reader, ids) => {
    const found = [...(await findReadableEntries(current, reader, ids))];
    const own = found.filter(([, { entry }]) => entry.userId === reader.userId);
    return new Map(own.map(([id, { entry }]) => [id, { title: entry.title, path: entryPath(entry) }]));
  },
};

export const projectSubject: SubjectKind = {
  name: PROJECT_SUBJECT,
  describe: async (current, ids) => {
    const projects = (await findProjects(current)).filter(({ projectId }) => ids.includes(projectId));
    return new Map(projects.map(({ projectId, name }) => [projectId, { title: name, path: entriesPath(projectId) }]));
  },
  findGameParts: async (current, games) => {
    const text = await getText(current.locale);
    const projects = (await findProjects(current)).filter(({ projectId }) => isOfFeedbag(projectId));
    const shown = visibleGames(current.actor).filter(({ slug }) => games.includes(slug));
    return shown.flatMap(({ slug: game }) => {
      const own = projects.filter((project) => project.game === game);
      return own.map(({ projectId, name }) => {
        const label = own.length === 1 ? text('following.part.feedback') : text('following.part.project', { name });
        return { game, id: projectId, label, offer: 'choice' };
      });
    });
  },
};

/** The button of its page: that of its game, if the actor may see that. @param kinds of all nouns, whose subjects are parts of a game */
export function offerProjectFollow(
  current: Current,
  kinds: readonly SubjectKind[],
  { projectId, game }: Project,
): Promise<OfferedFollow | undefined> {
  const own = isOfFeedbag(projectId) ? visibleGames(current.actor).find(({ slug }) => slug === game) : undefined;
  return own === undefined
    ? offerFollow(current, [projectSubject], toSubject(PROJECT_SUBJECT, projectId))
    : offerGameFollow(current, kinds, own);
}
