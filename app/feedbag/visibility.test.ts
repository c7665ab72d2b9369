import { expect, test } from 'vitest';

import { asPerson } from '#app/current/current.server.ts';
import type { Role } from '#app/current/role.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { idOf, useFeedbag } from '#test/feedbag/feedbag.ts';
import { linksOf } from '#test/links.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { unpack } from '#test/wire/zip.ts';

import { enter as enterEntry } from './entries/entering.server.ts';

const feedbag = useFeedbag();
const { site, act, enter, seen, stateOf, mailsTo, addProject, setAge } = feedbag;

interface Surface {
  readonly path: string;
  /** Whether it answers at all, for who may not see the entry. */
  readonly isThere: boolean;
}

test.each([
  ['an internal entry', { isInternal: true }, {}],
  ['an entry of a project for staff', {}, { leastRole: 'staff' as Role }],
  ['an entry of a project on another stage', {}, { stages: ['beta'] as const }],
  ['a hidden entry', { isHidden: true }, {}],
])('%s, its notes, votes and files are on no surface of who may not see them', async (_, entry, project) => {
  await addProject(project);
  const isGone = 'stages' in project;
  const title = `Zebra${feedbag.number}`;
  if (isGone) await addProject({});
  const path = await enter('staff', title, 'isInternal' in entry ? { internal: 'on' } : {});
  await act('staff', path, { intent: 'feedbag.comment', kind: 'internal', body: `Tapir${feedbag.number}` });
  await act('staff', path, { intent: 'feedbag.status', status: 'planned' });
  if ('isHidden' in entry) await site.submit('staff', path, { intent: 'feedbag.moderate', decision: 'hide' });
  if (isGone) await addProject(project);
  await runJobs(site);
  const isProject = 'leastRole' in project || isGone;
  const list = `/feedbag/${feedbag.projectId}/entries`;
  const surfaces: Surface[] = [
    ...[
      path,
      `${path}.data`,
      `${path}?before=ffffffff-ffff-7fff-bfff-ffffffffffff`,
      `${path}/files/${idOf(path)}`,
      `${path}/atom`,
    ].map((one) => ({ path: one, isThere: false })),
    ...[list, `${list}.data`, `${list}?text=${title}`, `${list}?sort=new`, `${list}.csv`, `${list}.atom`].map(
      (one) => ({
        path: one,
        isThere: !isProject,
      }),
    ),
    { path: `/feedbag/${feedbag.projectId}/roadmap`, isThere: !isProject },
    { path: `/api/feedbag/projects/${feedbag.projectId}/similar?text=${title}`, isThere: !isProject },
    { path: '/feedbag', isThere: true },
    { path: '/sitemap/1.xml', isThere: true },
    { path: '/notifications', isThere: true },
  ];
  for (const who of [undefined, 'player'] as const) {
    for (const surface of surfaces) {
      const response = await site.ask(who, surface.path);
      const words = await response.text();
      const where = `${who} at ${surface.path}`;
      if (!surface.isThere) expect(response.status, where).toBe(404);
      const repeatsQuery = surface.path.includes('text=');
      const itself = [...(repeatsQuery ? [] : [title]), ...(repeatsQuery || surface.isThere ? [idOf(path)] : [])];
      for (const word of [`Tapir${feedbag.number}`, ...itself]) {
        expect(words.includes(word), where).toBe(false);
      }
    }
    for (const intent of ['feedbag.vote', 'feedbag.comment', 'feedbag.unvote']) {
      const answered = await act(who, path, { intent, body: 'x' });
      expect(answered.status, `${who} ${intent}`).toBe(who === undefined ? 401 : 404);
    }
  }
  const mails = site.parts.mailer
    .keptMails()
    .filter(({ text }) => text.includes(`Zebra${feedbag.number}`) || text.includes('Tapir'));
  expect(mails.filter(({ to }) => [CAST.player.email, CAST.creator.email].includes(to))).toEqual([]);
  if (!isGone) expect(await seen('admin', path)).toContain(`Tapir${feedbag.number}`);
});

test('what was taken out of sight stays so when it stands in another entry, for all but its writer and the studio', async () => {
  const [hidden, root] = [
    await enter('player', `Ocelot${feedbag.number}`),
    await enter('creator', `Root ${feedbag.number}`),
  ];
  await act('creator', hidden, { intent: 'feedbag.comment', body: `Puma${feedbag.number}` });
  await act('staff', hidden, { intent: 'feedbag.moderate', decision: 'hide' });
  await act('staff', root, { intent: 'feedbag.merge', from: idOf(hidden) });
  const file = `${root}/files/${idOf(hidden)}`;
  for (const who of [undefined, 'creator', 'collaborator'] as const) {
    const words = `${await seen(who, root)} ${await (await site.ask(who, `${root}.data`)).text()}`;
    for (const word of ['Ocelot', 'Puma'])
      expect(words.includes(`${word}${feedbag.number}`), `${who} ${word}`).toBe(false);
    expect((await site.ask(who, file)).status).toBe(404);
  }
  expect(await stateOf(root)).toMatchObject({ comments: 0 });
  for (const who of ['player', 'staff'] as const) expect(await seen(who, root)).toContain(`Ocelot${feedbag.number}`);
  await act('staff', hidden, { intent: 'feedbag.moderate', decision: 'show' });
  expect(await seen('creator', root)).toContain(`Puma${feedbag.number}`);
  expect(await stateOf(root)).toMatchObject({ comments: 2 });
});

test('who gives internal feedback on another stage than production reads it, and is told what becomes of it', async () => {
  const system = systemCurrent(site.parts);
  const typed = {
    projectId: feedbag.projectId,
    title: `Quokka${feedbag.number}`,
    body: 'For you alone.',
    platform: '',
    version: '',
    tags: [],
  };
  const player = asPerson(system, { userId: CAST.player.userId, role: 'authenticated' }, new Date());
  const note = { ...typed, files: [], isInternal: true };
  await expect(enterEntry({ ...player, stage: 'www' }, note)).rejects.toMatchObject({ status: 403 });
  const { subjectId } = await enterEntry({ ...player, stage: 'beta' }, note);
  const path = `/feedbag/${feedbag.projectId}/entries/${subjectId}`;
  await act('staff', path, { intent: 'feedbag.status', status: 'planned' });
  await runJobs(site);
  expect(await seen('player', path)).toContain(`Quokka${feedbag.number}`);
  expect(mailsTo('player', `“Quokka${feedbag.number}” is planned`)).toHaveLength(1);
  expect((await site.ask('creator', path)).status).toBe(404);
});

test('who follows a project is told of what everyone may see, when they may see it, and of nothing else', async () => {
  await addProject({ isModerated: true });
  const list = `/feedbag/${feedbag.projectId}/entries`;
  expect(
    (
      await site.submit('collaborator', list, {
        intent: 'following.follow',
        subject: `feedbag.project:${feedbag.projectId}`,
      })
    ).status,
  ).toBe(200);
  const notifiedKinds = async () => {
    await runJobs(site);
    const rows = await site.parts.db.query<{ kind: string }>(sql`select kind from notifications
      where user_id = ${CAST.collaborator.userId} and group_key = ${feedbag.projectId}`);
    return rows.map(({ kind }) => kind);
  };
  const path = await enter('creator', `Waits ${feedbag.number}`);
  await enter('staff', `Secret ${feedbag.number}`, { internal: 'on' });
  expect(await notifiedKinds()).toEqual([]);
  await act('staff', path, { intent: 'feedbag.moderate', decision: 'show' });
  await act('staff', path, { intent: 'feedbag.moderate', decision: 'show' });
  expect(await notifiedKinds()).toEqual(['feedbag.added']);
  expect(await seen('collaborator', '/notifications')).toContain(`New feedback: “Waits ${feedbag.number}”`);
});

test('lists are read page by page, feeds and files hold what their reader may see', async () => {
  for (let at = 0; at < 22; at += 1) await enter('staff', `Page ${at}`);
  const list = `/feedbag/${feedbag.projectId}/entries`;
  for (const sort of ['top', 'new']) {
    const first = await site.ask(undefined, `${list}?sort=${sort}`);
    const { next = '' } = linksOf(first);
    const titles = (html: string) => [...html.matchAll(/<h2[^>]*>.*?>(Page \d+)</g)].map(([, title]) => title);
    const all = [...titles(await first.text()), ...titles(await (await site.ask(undefined, next)).text())];
    expect(new Set(all).size, sort).toBe(22);
    expect(all, sort).toHaveLength(22);
  }
  expect((await site.ask(undefined, `${list}?after=no.such`)).status).toBe(400);
  expect(await seen(undefined, `${list}?status=planned`)).toContain('No feedback here yet');
  expect(await seen(undefined, `${list}?text=!!!`)).toContain('No feedback here yet');
  const atom = await site.ask(undefined, `${list}.atom`);
  expect(atom.headers.get('content-type')).toContain('application/atom+xml');
  expect(await atom.text()).toContain('<title>Page 21</title>');
  expect(await (await site.ask(undefined, `${list}.csv?sort=new`)).text()).toContain('Page 21');
  const [, entry = ''] =
    new RegExp(`href="(${list}/[\\da-f-]{36})"`).exec(await (await site.ask(undefined, list)).text()) ?? [];
  await act('creator', entry, { intent: 'feedbag.comment', body: 'Said & done.' });
  await act('staff', entry, { intent: 'feedbag.comment', kind: 'internal', body: 'Between us.' });
  const talk = await (await site.ask('staff', `${entry}/atom`)).text();
  expect([talk.includes('Said &amp; done.'), talk.includes('Between us.')]).toEqual([true, false]);
  expect((await site.ask('player', `${list}.zip`)).status).toBe(403);
  await setAge('creator', 1);
  await act('creator', entry, { intent: 'feedbag.vote' });
  await setAge('creator', 1000);
  const zip = await site.ask('staff', `${list}.zip`);
  expect(zip.headers.get('content-type')).toBe('application/zip');
  const files = unpack(Buffer.from(await zip.arrayBuffer()));
  const packed = JSON.parse(String(files.get('entries.json'))) as {
    uncounted: { subjectId: string; young: number }[];
  };
  expect(packed.uncounted).toHaveLength(22);
  expect(packed.uncounted.filter(({ young }) => young > 0)).toEqual([{ subjectId: idOf(entry), young: 1, held: 0 }]);
  expect(String(files.get('entries.csv'))).toMatch(new RegExp(`${idOf(entry)}.*,1,0\\r`));
});
