import { decideAlias } from '#app/aliases/moderation/decisions.server.ts';
import { reportAlias } from '#app/aliases/moderation/reports.server.ts';
import { undoDecision } from '#app/aliases/moderation/undo.server.ts';
import type { ReportKind, ReportedThing } from '#app/reports/report-kind.server.ts';

import { levelPath, pathToPlayer, readLevelTitle } from './event-kinds.server.ts';
import { namedPlayer } from './level-card.ts';
import { LevelId } from './level.ts';
import { ARCADE_ITEMS } from './levels.server.ts';
import { CONTEXT, findNames } from './names.server.ts';
import { removeLevel, restoreLevel } from './play/publications.server.ts';
import { PlayerId } from './player.ts';
import { findLevelItems } from './search/level-rows.server.ts';
import { findPlayerItems } from './search/player-rows.server.ts';

/** Also what is unlisted, for whoever has its id. */
export const levelReports: ReportKind = {
  name: 'level',
  reasons: ['insult', 'sexual', 'personal', 'spam', 'stolen', 'other'],
  describe: async (current, ids) => {
    const levelIds = ids.filter((id) => LevelId.safeParse(id).success);
    const itemIds = [...(await findLevelItems(current, levelIds)).values()];
    const levels = [...(await ARCADE_ITEMS.bodies(current, itemIds)).values()].map(({ item }) => item);
    const creators = levels.flatMap(({ collaborators }) => collaborators.slice(0, 1));
    const names = await findNames(current, creators);
    return new Map(
      levels.map((level): [string, ReportedThing] => {
        const levelId = level.name ?? '';
        const [userId] = level.collaborators;
        const author = userId === undefined ? undefined : describePlayer(userId, names);
        return [levelId, { title: readLevelTitle(level), path: levelPath(levelId), author }];
      }),
    );
  },
  act: {
    name: 'reports.act.level',
    audit: [],
    isToldToAuthor: true,
    run: async (current, levelId) => (await removeLevel(current, levelId)).join(' '),
    undo: (current, levelId, itemIds) => restoreLevel(current, levelId, itemIds.split(' ')),
  },
};

/** What is said of somebody's name also counts where names are judged, so that enough hide it until then. */
export const playerReports: ReportKind = {
  name: 'player',
  reasons: ['name', 'impersonation', 'insult', 'cheating', 'other'],
  describe: async (current, ids) => {
    const known = await findPlayerItems(
      current,
      ids.filter((id) => PlayerId.safeParse(id).success),
    );
    const userIds = [...known.keys()];
    const names = await findNames(current, userIds);
    return new Map(
      userIds.map((userId): [string, ReportedThing] => {
        const author = describePlayer(userId, names);
        return [userId, { title: author.name, path: pathToPlayer(userId), author }];
      }),
    );
  },
  whenReported: async (current, userId, reason) => {
    if (reason !== 'name' && reason !== 'impersonation') return;
    const name = (await findNames(current, [userId])).get(userId);
    if (name?.alias === undefined) return;
    await reportAlias(current, CONTEXT, userId, reason === 'name' ? 'rude' : reason);
  },
  act: {
    name: 'reports.act.player',
    audit: ['alias.replace', 'alias.undo'],
    // A mail about their new name has told them.
    isToldToAuthor: false,
    run: async (current, userId, reason) => {
      const { decisionId } = await decideAlias(current, CONTEXT, userId, { decision: 'replace', reason }, '*');
      return decisionId;
    },
    undo: (current, _userId, decisionId) => undoDecision(current, decisionId),
  },
};

function describePlayer(
  userId: string,
  names: Awaited<ReturnType<typeof findNames>>,
): { userId: string; name: string } {
  return { userId, name: namedPlayer(userId, names.get(userId)).name ?? `@${userId}` };
}
