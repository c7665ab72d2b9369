import { expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { idOf, useFeedbag } from '#test/feedbag/feedbag.ts';

import { hashCrash } from './crash-log.server.ts';
import { hashOldLogs } from './same-crash.server.ts';

const feedbag = useFeedbag();
const { site, act, enter, seen, addProject } = feedbag;

test('a game’s server enters what its player says, with a log in which secrets are masked', async () => {
  const path = `/api/feedbag/projects/${feedbag.projectId}/entries`;
  // One that never ends.
  const key = `token eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl\n-----BEGIN PRIVATE KEY-----\nMIIE${'x'.repeat(9000)}It goes on.`;
  const body = {
    title: 'From the game',
    body: 'It hums.',
    userId: CAST.creator.userId,
    log: `password: hunter22\n${key}`,
  };
  expect((await site.ask('player', path, { method: 'POST', body })).status).toBe(403);
  const { data } = (await (await site.ask('staff', path, { method: 'POST', body })).json()) as {
    data: { subjectId: string; standing: string };
  };
  expect(data.standing).toBe('shown');
  const html = await (await site.ask(undefined, `/feedbag/${feedbag.projectId}/entries/${data.subjectId}`)).text();
  const [file = ''] = /\/feedbag\/[^"]+\/files\/[^"]+/.exec(html) ?? [];
  const saved = await site.ask(undefined, file);
  expect(saved.headers.get('content-disposition')).toContain('log.txt');
  const log = await saved.text();
  for (const secret of ['hunter22', 'MIIE', 'eyJh']) expect(log).not.toContain(secret);
  expect(log).toContain('It goes on.');
});

test('a report from a game whose screenshot nothing can read keeps its words and its log', async () => {
  const screenshot = Buffer.from('\u0089PNG\r\n\u001a\nno picture', 'latin1').toString('base64');
  const body = { title: 'Torn', body: 'It is torn.', userId: CAST.creator.userId, log: 'It tore.', screenshot };
  const path = `/api/feedbag/projects/${feedbag.projectId}/entries`;
  const entered = await site.ask('staff', path, { method: 'POST', body });
  const { data } = (await entered.json()) as { data: { subjectId: string } };
  const html = await (await site.ask(undefined, `/feedbag/${feedbag.projectId}/entries/${data.subjectId}`)).text();
  expect([entered.status, html.includes('screenshot.png was left out')]).toEqual([201, true]);
  const [file = ''] = /\/feedbag\/[^"]+\/files\/[^"]+/.exec(html) ?? [];
  expect(await (await site.ask(undefined, file)).text()).toBe('It tore.');
});

const GAME_MAKER = `[12:00:01] Loading /home/pip/save_7
ERROR in
action number 1
of  Step Event0
for object obj_player:

Variable obj_player.fuel(100234, -2147483648) not set before reading it.
 at gml_Object_obj_player_Step_0 (line 12) - fuel -= 1
############################################################################
gml_Object_obj_player_Step_0 (line 12)
gml_Script_scr_fly (line 4)`;

test('the same crash has the same hash, whoever has it where and when, and another crash another', () => {
  const same: Record<string, readonly string[]> = {
    gameMaker: [GAME_MAKER, GAME_MAKER.replaceAll('12', '345').replace('100234', '7').replace('pip', 'ann')],
    oneFunction: [
      'Cannot load "Ann\'s hat" of slot 3\n at gml_Script_load (line 3) - x = 1',
      '2026-11-23T10:00:00Z Cannot load "Pip" of slot 44\r\n2026-11-23T10:00:00Z at gml_Script_load (line 9) - y',
    ],
    unity: [
      'NullReferenceException\n  at Hero.Jump (System.Single x) [0x00012] in C:\\\\a\\\\Hero.cs:41\n  at Loop.Tick () in Loop.cs:line 2',
      '[ERROR] 10:00 at Hero.Jump (System.Single x) [0x00ff2] in /home/ann/Hero.cs:7\n[ERROR] 10:01 at Loop.Tick () in Loop.cs:line 8',
    ],
    native: [
      '#0 0x00007f3a in draw (this=0x55d0, name="Ann", n=4) at /src/draw.cpp:31\n#1 0x00007f3b in main () from libgame-1.2.3.so',
      '#0  0x0000001a in draw (this=0x1, name="Pip", n=9) at /tmp/b/draw.cpp:88\n#1  0x0000001b in main () from libgame-1.3.0.so',
    ],
    python: [
      'Traceback\n  File "/a/b.py", line 3, in run\n    jump()\n  File "/a/c.py", line 1, in jump\nValueError: 3',
      'Traceback\n  File "C:\\x\\b.py", line 7, in run\n    jump( )\n  File "c.py", line 2, in jump\nValueError: 4',
    ],
  };
  const hashes = Object.entries(same).map(([name, logs]) => {
    const found = new Set(logs.map((log) => hashCrash(log)));
    expect([found.size, [...found][0]], name).toEqual([1, expect.stringMatching(/^[\da-f]{32}$/)]);
    return [...found][0];
  });
  hashes.push(hashCrash(GAME_MAKER.replace('scr_fly', 'scr_swim')));
  hashes.push(hashCrash(GAME_MAKER.replaceAll('obj_player_Step_0', 'obj_player_Step_1')));
  expect(new Set(hashes).size).toBe(hashes.length);
  for (const log of ['', 'It hums.\nIt stops.', '12:00:01 loaded\n12:00:02 at', '\n'.repeat(300_000)])
    expect(hashCrash(log)).toBeUndefined();
});

test('a crash that is known is told to the game before and after it is entered once more, and staff see both together', async () => {
  const calls = `/api/feedbag/projects/${feedbag.projectId}`;
  const body = { title: 'It stops', body: 'All at once.', userId: CAST.player.userId };
  const send = async (path: string, more: object, who: CastName = 'staff') => {
    const answer = await site.ask(who, `${calls}/${path}`, { method: 'POST', body: more });
    const { data } = (await answer.json()) as {
      data?: { subjectId: string; known: { path: string } | null } & { path?: string };
    };
    return { status: answer.status, data };
  };
  const known = async (log = GAME_MAKER, userId: string = CAST.player.userId) =>
    (await send('crashes', { log, userId })).data?.path;
  expect((await send('crashes', { log: GAME_MAKER }, 'player')).status).toBe(403);
  expect(await known()).toBeUndefined();
  const first = await send('entries', { ...body, log: GAME_MAKER });
  expect(first.data?.known).toBeNull();
  const path = `/feedbag/${feedbag.projectId}/entries/${first.data?.subjectId}`;
  expect(await known(GAME_MAKER.replaceAll('12', '99'))).toBe(path);
  const second = await send('entries', { ...body, title: 'Boom', log: GAME_MAKER.replaceAll('12', '8') });
  expect(second.data?.known?.path).toBe(path);
  const other = `/feedbag/${feedbag.projectId}/entries/${second.data?.subjectId}`;
  expect(await seen('staff', other)).toMatch(/It stops ?Same crash/);
  expect(await seen('player', other)).not.toContain('Same crash');
  const root = await enter('creator', 'It was told in words');
  for (const one of [path, other]) await act('staff', root, { intent: 'feedbag.merge', from: idOf(one) });
  expect(await known()).toBe(root);
  await act('staff', root, { intent: 'feedbag.moderate', decision: 'hide' });
  expect(await known(GAME_MAKER, CAST.staff.userId)).toBeUndefined();
  await act('staff', root, { intent: 'feedbag.moderate', decision: 'show' });
  await site.parts.db.query(sql`update feedbag_entries set crash_hash = null where project_id = ${feedbag.projectId}`);
  expect(await known()).toBeUndefined();
  await hashOldLogs(systemCurrent(site.parts));
  expect(await known()).toBe(root);
  await addProject({ leastRole: 'staff' });
  expect([await known(), await known(GAME_MAKER, CAST.staff.userId)]).toEqual([undefined, root]);
});
