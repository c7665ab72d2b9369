import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { useS3Server } from '#test/s3.ts';
import { useScriptedServer } from '#test/scripted-server.ts';

import { openDiskFiles } from './disk.server.ts';
import { FileMissing, FileStoreFull } from './file-store.ts';
import { openS3Files } from './s3.server.ts';

const HOUR = 3_600_000;
const s3 = useS3Server();
const scripted = useScriptedServer();
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'files-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* bytes(length: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < length; sent += 64_000) yield new Uint8Array(Math.min(64_000, length - sent)).fill(7);
}
const scriptedS3 = () => openS3Files({ ...s3.options, endpoint: scripted.base.slice(0, -1) });

test('on disk a killed write is no file, and is removed when it is old', async () => {
  const root = join(folder, 'killed');
  const files = openDiskFiles(root);
  const { key } = await files.write(bytes(10), { maxBytes: 10 });
  const place = join(root, key.slice(0, 2), key.slice(2, 4));
  const [old, fresh] = ['e', 'f'].map((digit) => `${key.slice(0, 4)}${digit.repeat(28)}`);
  for (const killed of [old, fresh]) await writeFile(join(place, `${killed}.part`), 'half');
  await utimes(join(place, `${old}.part`), 1, 1);
  await expect(files.read(old!)).rejects.toBeInstanceOf(FileMissing);
  const all: string[] = [];
  for await (const one of files.listOlderThan(new Date(Date.now() + HOUR))) all.push(one);
  expect(all).toEqual([key]);
  expect(await files.removeUnfinished(new Date(Date.now() - HOUR))).toBe(1);
  expect((await readdir(place)).sort()).toEqual([key, `${fresh}.part`].sort());
  expect((await buffer(await files.read(key))).length).toBe(10);
});

// The S3 server of the tests does not list uploads, so that what is asked is held against Amazon's own description.
test('on S3 old unfinished uploads are listed page by page and removed, those of others are left alone', async () => {
  const [old, older, fresh] = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
  const upload = (key: string, id: string, time: Date) =>
    `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${time.toISOString()}</Initiated></Upload>`;
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
  const pages: Record<string, string> = {
    '': `${upload(old!, 'one', ago(2))}${upload('not/ours', 'two', ago(2))}<IsTruncated>true</IsTruncated>
      <NextKeyMarker>not/ours</NextKeyMarker><NextUploadIdMarker>two</NextUploadIdMarker>`,
    'not/ours two': `${upload(older!, 'three', ago(90))}${upload(fresh!, 'four', ago(0.5))}<IsTruncated>false</IsTruncated>`,
  };
  scripted.script = ({ method, query }) => {
    if (method === 'DELETE') return { status: 204 };
    const at = `${query['key-marker'] ?? ''} ${query['upload-id-marker'] ?? ''}`.trim();
    return { body: `<?xml version="1.0"?><ListMultipartUploadsResult>${pages[at]}</ListMultipartUploadsResult>` };
  };
  expect(await scriptedS3().removeUnfinished(ago(1))).toBe(2);
  const requests = scripted.heard.map(({ method, path, query }) => [method, path, query.uploadId ?? query.uploads]);
  expect(requests).toEqual([
    ['GET', '/files/', ''],
    ['DELETE', `/files/${old}`, 'one'],
    ['GET', '/files/', ''],
    ['DELETE', `/files/${older}`, 'three'],
  ]);
});

test('on an S3 server that does not list uploads none are removed, and other refusals are thrown', async () => {
  expect(await openS3Files(s3.options).removeUnfinished(new Date())).toBe(0);
  scripted.script = () => ({ status: 403, body: '<Error><Code>AccessDenied</Code><Message>no</Message></Error>' });
  await expect(scriptedS3().removeUnfinished(new Date())).rejects.toMatchObject({ name: 'AccessDenied' });
});

test('on S3 a server without room makes the store full', async () => {
  scripted.script = () => ({ status: 507, body: '<Error><Code>InsufficientStorage</Code></Error>' });
  await expect(scriptedS3().write(bytes(100), { maxBytes: 100 })).rejects.toBeInstanceOf(FileStoreFull);
});

/** What a process does that the system lets write no file larger than 100 KB. */
const CRAMPED = `
  import { openDiskFiles } from '#lib/files/disk.server.ts';
  const files = openDiskFiles(process.argv[1]);
  async function* bytes(length) {
    yield new Uint8Array(length);
  }
  const nameOf = (error) => error.constructor.name;
  const refused = await files.write(bytes(400_000), { maxBytes: 1_000_000 }).catch(nameOf);
  const kept = await files.write(bytes(64_000), { maxBytes: 1_000_000 });
  console.log(JSON.stringify({ refused, kept: kept.key }));`;

test('on a full disk nothing is left behind, and a file that fits is still stored', async () => {
  const root = join(folder, 'cramped');
  const node = [process.execPath, '--input-type=module', '--eval', CRAMPED, root];
  const output = execFileSync('bash', ['-c', 'ulimit -f 100; exec "$@"', 'bash', ...node], { encoding: 'utf8' });
  const { refused, kept } = JSON.parse(output) as { refused: string; kept: string };
  expect(refused).toBe('FileStoreFull');
  const names = (await readdir(root, { recursive: true })).map((path) => path.split('/').at(-1));
  expect(names.filter((name) => (name?.length ?? 0) > 2)).toEqual([kept]);
  expect((await buffer(await openDiskFiles(root).read(kept))).length).toBe(64_000);
});
