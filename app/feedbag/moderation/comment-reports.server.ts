import { findShownNames } from '#app/aliases/aliases.server.ts';
import type { ReportKind, ReportedThing } from '#app/reports/report-kind.server.ts';
import { findFirstMessages, findMessages } from '#app/threads/messages.server.ts';
import { threadReader } from '#app/threads/readers.server.ts';
import { isSubjectId } from '#app/threads/thread.ts';
import { sql } from '#lib/database/sql.server.ts';

import { findReadableEntries, isElsewhere } from '../entries/entry-rows.server.ts';
import { entryPath, parseCommentId, toCommentId } from '../entry.ts';
import { findProjects } from '../projects.server.ts';
import { decideComment, decideEntry } from './moderation.server.ts';

/** In the talk about a piece of feedback or a question; the first message is the entry itself. */
export const commentReports: ReportKind = {
  name: 'comment',
  reasons: ['insult', 'sexual', 'personal', 'spam', 'other'],
  describe: async (current, ids) => {
    const keys = ids.map(parseCommentId).filter((key) => [key.subjectId, key.messageId].every(isSubjectId));
    if (keys.length === 0) return new Map();
    const entries = await findReadableEntries(
      current,
      current.actor,
      keys.map(({ subjectId }) => subjectId),
    );
    const messages = await findMessages(current, threadReader(current, '', undefined), keys);
    const names = await findShownNames(
      current,
      [...messages.values()].map(({ userId }) => userId),
    );
    return new Map(
      keys.flatMap(({ subjectId, messageId }): [string, ReportedThing][] => {
        const entry = entries.get(subjectId)?.entry;
        const message = messages.get(messageId);
        if (entry === undefined || message?.subjectId !== subjectId || message.isRedacted) return [];
        const { userId, body } = message;
        const author = userId === undefined ? undefined : { userId, name: names.get(userId) ?? `@${userId}` };
        const path = `${entryPath(entry)}#message-${messageId}`;
        return [[toCommentId(message), { title: entry.title, path, author, words: body }]];
      }),
    );
  },
  hides: async (current, id) => {
    const projectIds = (await findProjects(current)).map(({ projectId }) => projectId);
    return isElsewhere(sql`split_part(${id}, '.', 1)`, projectIds);
  },
  act: {
    name: 'reports.act.comment',
    audit: ['feedback.moderate'],
    isToldToAuthor: true,
    run: async (current, id) => {
      const key = parseCommentId(id);
      const { subjectId, messageId } = key;
      const first = (await findFirstMessages(current, [subjectId])).get(subjectId);
      if (first?.messageId === messageId) {
        const found = (await findReadableEntries(current, current.actor, [subjectId])).get(subjectId);
        if (found?.entry.standing === 'hidden') return undefined;
        await decideEntry(current, subjectId, 'hide');
        return 'entry';
      }
      const message = (await findMessages(current, threadReader(current, '', undefined), [key])).get(messageId);
      if (message?.isHeld) return undefined;
      await decideComment(current, key, 'hide');
      return 'comment';
    },
    undo: async (current, id, done) => {
      const key = parseCommentId(id);
      await (done === 'entry' ? decideEntry(current, key.subjectId, 'show') : decideComment(current, key, 'show'));
    },
  },
};
