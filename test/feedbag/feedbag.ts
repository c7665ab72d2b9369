import { beforeEach, expect } from 'vitest';

import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import type { Project } from '#app/feedbag/project.ts';
import { saveProject } from '#app/feedbag/projects.server.ts';
import { seedFeedbag } from '#app/feedbag/seed-feedbag.server.ts';
import needs from '#database/needs/feedbag-projects.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';

import { CAST } from '../cast.ts';
import type { CastName } from '../cast.ts';
import { wordsOf } from '../newsletters.ts';
import { useTestSite } from '../site.ts';

const PROJECT: Project = {
  projectId: 'open',
  name: 'Open Game',
  about: 'About it.',
  welcome: 'Welcome!',
  template: 'What I did:',
  game: 'levelhead',
  leastRole: 'public',
  stages: [],
  isModerated: false,
  takesAnonymous: true,
};

/** Anyone may read and enter, nothing is written about it. */
export const OPEN_PROJECT: Omit<Project, 'projectId' | 'name'> = {
  about: '',
  welcome: '',
  template: '',
  game: undefined,
  leastRole: 'public',
  stages: [],
  isModerated: false,
  takesAnonymous: false,
};

/** The feedback of the demo, in projects that everyone sees. */
export async function seedDemoFeedback(system: Current): Promise<void> {
  const people: Readonly<Record<string, { readonly userId: string }>> = CAST;
  for (const [place, { projectId, name }] of needs.entries()) {
    await saveProject(system, { ...OPEN_PROJECT, projectId, name }, place);
  }
  await seedFeedbag(system, (name) => people[name]?.userId ?? '');
}

interface EntryState {
  readonly votes: number;
  readonly rows: number;
  readonly counted: number;
  readonly comments: number;
  readonly status: string;
}

/** A site with a project of its own for each test, and how people write there. */
export function useFeedbag() {
  const site = useTestSite();
  const feedbag = {
    site,
    /** The project of the test. */
    projectId: '',
    /** That of the test, for words that no other test says. */
    number: 0,
    addProject: (more: Partial<Project>) =>
      saveProject(systemCurrent(site.parts), { ...PROJECT, projectId: feedbag.projectId, ...more }, feedbag.number),
    /** A deed alone, as a browser with scripts sends it: nothing is rendered. */
    act: (who: CastName | undefined, path: string, fields: Record<string, string>) => {
      const [place = '', query = ''] = path.split('?');
      return site.submit(who, `${place}.data?${query}`, fields);
    },
    /** @returns its path */
    enter: async (who: CastName, title: string, more: Record<string, string> = {}): Promise<string> => {
      const fields = { intent: 'feedbag.enter', title, body: `All about ${title}.`, ...more };
      const sent = await site.submit(who, `/feedbag/${feedbag.projectId}/entries/new`, fields);
      expect(sent.status, await sent.clone().text()).toBe(303);
      return sent.headers.get('location') ?? '';
    },
    seen: async (who: CastName | undefined, path: string) => wordsOf(await site.ask(who, path)),
    stateOf: async (path: string): Promise<EntryState | undefined> => {
      const [row] = await site.parts.db.query<EntryState>(sql`select e.votes, e.comments, e.status,
        v.rows, v.counted
        from feedbag_entries e cross join lateral (select count(*)::integer as rows,
          count(*) filter (where state = 'counted')::integer as counted
          from feedbag_votes v where v.subject_id = e.subject_id) v
        where e.subject_id = ${idOf(path)}`);
      expect(row?.votes).toBe(row?.counted);
      return row;
    },
    /** Makes an account of the cast as old as that. */
    setAge: async (who: CastName, hours: number): Promise<void> => {
      const { userId } = CAST[who];
      await site.parts.db.query(sql`update accounts set created_at = now() - ${hours} * interval '1 hour'
        where user_id = ${userId}`);
      site.parts.rowCache.forget({ topic: 'account' }, userId);
    },
    mailsTo: (who: CastName, part: string) =>
      site.parts.mailer.keptMails().filter(({ to, text }) => to === CAST[who].email && text.includes(part)),
  };
  beforeEach(async () => {
    feedbag.projectId = `game${(feedbag.number += 1)}`;
    await feedbag.addProject({});
  });
  return feedbag;
}

/** The last part of the path of an entry. */
export const idOf = (path: string) => path.split('/').at(-1) ?? '';
