import { PassThrough, Readable } from 'node:stream';

import { ZipFile } from 'yazl';

import { asVisitor } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE, getText, htmlLang } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import { findFirstMessages } from '#app/threads/threads.server.ts';
import { studio } from '#content/studio.ts';
import { csvOf } from '#lib/csv/csv.ts';
import { Problem } from '#lib/problem.ts';
import { documentResponse } from '#lib/syndication/document-response.server.ts';
import { FEED_FORMATS } from '#lib/syndication/feed-format.ts';
import type { SyndicatedEntry } from '#lib/syndication/feed-document.ts';

import { findEntries } from '../entries/find-entries.server.ts';
import { STATUSES, entriesPath, entryPath } from '../entry.ts';
import type { EntryCard, EntryQuery } from '../entry.ts';
import { noProject } from '../problems.ts';
import { getProject } from '../projects.server.ts';

const NEWEST: EntryQuery = { text: '', tags: [], status: undefined, sort: 'new', after: undefined };
const FEED_ENTRIES = 30;

/** The newest of a project, as a visitor sees them, whoever asks. @throws Problem 404 */
export async function answerEntryFeed(current: Current, request: Request, projectId: string): Promise<Response> {
  const visitor = asVisitor(current, DEFAULT_LOCALE);
  const project = await getProject(visitor, projectId);
  const format = FEED_FORMATS.find(({ file }) => file === 'atom.xml');
  if (format === undefined) throw new Problem(noProject);
  const { entries } = await findEntries(visitor, projectId, NEWEST, FEED_ENTRIES);
  const first = await findFirstMessages(
    current,
    entries.map(({ subjectId }) => subjectId),
  );
  const text = await getText(DEFAULT_LOCALE);
  const { publicUrl } = current.config;
  const host = new URL(studio.origin).host;
  const feed = {
    id: `tag:${host},2026:/feedbag/${projectId}`,
    title: project.name,
    description: project.about,
    language: htmlLang(DEFAULT_LOCALE),
    pageUrl: `${publicUrl}${entriesPath(projectId)}`,
    url: `${publicUrl}/feedbag/${projectId}/entries.atom`,
    publisher: studio.name,
    updatedAt: new Date(Math.max(0, ...entries.map(({ lastAt }) => Date.parse(lastAt)))),
  };
  const shown = entries.map((entry): SyndicatedEntry => ({
    id: `urn:uuid:${entry.subjectId}`,
    url: `${publicUrl}${entryPath(entry)}`,
    title: entry.title,
    summary: first.get(entry.subjectId)?.body ?? '',
    html: undefined,
    language: htmlLang(DEFAULT_LOCALE),
    authors: [entry.name ?? text('feedbag.entry.visitor')],
    categories: [entry.status, ...entry.tags],
    publishedAt: new Date(entry.createdAt),
    updatedAt: new Date(entry.lastAt),
    image: undefined,
  }));
  return documentResponse(request, format, feed, JSON.stringify(shown), () => Promise.resolve(shown));
}

const MAX_ROWS = 5000;

/** What a list shows the actor, as a spreadsheet reads it. @throws Problem 400, 404 */
export async function exportEntries(current: Current, projectId: string, query: EntryQuery): Promise<string> {
  const { entries } = await findEntries(current, projectId, query, MAX_ROWS);
  const head = ['id', 'created', 'status', 'votes', 'comments', 'title', 'platform', 'version', 'tags'];
  return csvOf([head, ...entries.map(lineOf)]);
}

function lineOf(entry: EntryCard): string[] {
  const { subjectId, createdAt, status, votes, comments, title, platform, version, tags } = entry;
  return [subjectId, createdAt, status, String(votes), String(comments), title, platform, version, tags.join(' ')];
}

/** The list with the texts, for the studio. Needs staff. @throws Problem 401, 403, 404 */
export async function packEntries(current: Current, projectId: string): Promise<ReadableStream<Uint8Array>> {
  requireRole(current, 'staff');
  const { name } = await getProject(current, projectId);
  const { entries } = await findEntries(current, projectId, NEWEST, MAX_ROWS);
  const first = await findFirstMessages(
    current,
    entries.map(({ subjectId }) => subjectId),
  );
  const texts = entries.map(({ subjectId }) => ({ subjectId, body: first.get(subjectId)?.body ?? '' }));
  const zip = new ZipFile();
  const options = { mtime: current.now() };
  zip.addBuffer(Buffer.from(JSON.stringify({ project: name, entries, texts }, null, 2)), 'entries.json', options);
  zip.addBuffer(Buffer.from(await exportEntries(current, projectId, NEWEST)), 'entries.csv', options);
  const statuses = Object.fromEntries(Object.entries(STATUSES).map(([id, { isOpen }]) => [id, { isOpen }]));
  zip.addBuffer(Buffer.from(JSON.stringify(statuses, null, 2)), 'statuses.json', options);
  zip.end();
  return Readable.toWeb(zip.outputStream.pipe(new PassThrough())) as ReadableStream<Uint8Array>;
}
