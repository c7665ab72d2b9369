import { expect, test } from 'vitest';

import { ask } from './client.ts';

const PATH = '/api/announcements';

interface SentAnnouncement {
  readonly announcementId: string;
}

test('games are told what they show, and by its ETag that it is the same', async () => {
  const line = `GET ${PATH}?game=levelhead&version=17.36.4&platform=windows&zone=Europe/Berlin`;
  const answer = await ask(undefined, line);
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'public, max-age=0, stale-if-error=604800']);
  const again = await ask(undefined, line, { headers: { 'if-none-match': answer.headers.etag ?? '' } });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('no key and no cookie is needed, and none that is wrong is refused', async () => {
  for (const [name = '', value = ''] of [
    ['rumpus-app-key', 'x'],
    ['rumpus-delegation-key', 'x'],
    ['cookie', 'session=over'],
  ]) {
    const headers = { [name]: value };
    expect((await ask(undefined, `GET ${PATH}?game=levelhead`, { headers })).status).toBe(200);
  }
});

test('what was acknowledged is not sent to that installation again', async () => {
  const installation = `wire-${Date.now()}`;
  const findAll = async () =>
    (await ask(undefined, `GET ${PATH}?game=levelhead&installation=${installation}`)).data() as SentAnnouncement[];
  const [first] = await findAll();
  const path = `${PATH}/${first?.announcementId}/acknowledgements`;
  for (const _ of [1, 2]) expect((await ask(undefined, `POST ${path}`, { body: { installation } })).status).toBe(204);
  expect((await findAll()).map(({ announcementId }) => announcementId)).not.toContain(first?.announcementId);
});

test('a request that no game makes is refused in words', async () => {
  const none = `${PATH}/0190a0b0-0000-7000-8000-000000000000/acknowledgements`;
  const unknown = await ask(undefined, `POST ${none}`, { body: { installation: 'x' } });
  expect(unknown.refusal).toEqual([404, 'There is no such announcement.']);
  expect((await ask(undefined, `POST ${none}`, { body: {} })).status).toBe(400);
  expect((await ask(undefined, `GET ${PATH}`)).status).toBe(400);
  const { refusal } = await ask(undefined, `POST ${PATH}/%ff/acknowledgements`, { body: { installation: 'x' } });
  expect(refusal).toEqual([404, "We don't have what you're looking for."]);
  const large = { body: { installation: 'x'.repeat(1024) } };
  expect((await ask(undefined, `POST ${none}`, large)).refusal).toEqual([413, 'That is larger than this call takes.']);
  const text = { body: 'installation: x', headers: { 'content-type': 'text/yaml' } };
  expect((await ask(undefined, `POST ${none}`, text)).refusal).toEqual([415, 'This call takes JSON or a form.']);
});
