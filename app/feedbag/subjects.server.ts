import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import type { OwnItemKind } from '#app/notifications/event-kind.server.ts';

import { findReadableEntries } from './entries/entry-rows.server.ts';
import { entriesPath, entryPath } from './entry.ts';
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
};
