import { PassThrough, Readable } from 'node:stream';

import { ZipFile } from 'yazl';

import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import { isStaff } from '#app/current/role.ts';
import { findFirstMessages } from '#app/threads/messages.server.ts';
import { csvStream } from '#lib/csv/csv-response.server.ts';
import type { CsvPages } from '#lib/csv/csv-response.server.ts';
import type { CsvLine } from '#lib/csv/csv.ts';

import { findEntries } from '../entries/find-entries.server.ts';
import { findStatuses } from '../entries/status-list.server.ts';
import { countUncountedVotes } from '../entries/votes.server.ts';
import { NEWEST } from '../entry.ts';
import type { EntryCard, EntryQuery } from '../entry.ts';
import { getProject } from '../projects.server.ts';

/** What a list shows the actor, as a spreadsheet reads it; staff also the votes that do not count, or not yet. @throws Problem 404 */
export async function exportEntries(current: Current, projectId: string, query: EntryQuery): Promise<CsvPages> {
  await getProject(current, projectId);
  return csvPages(withHeavyPool(current), projectId, query);
}

async function* csvPages(current: Current, projectId: string, query: EntryQuery): AsyncGenerator<readonly CsvLine[]> {
  const isForStaff = isStaff(current.actor.role);
  const head = ['id', 'created', 'status', 'votes', 'comments', 'title', 'platform', 'version', 'tags'];
  yield [isForStaff ? [...head, 'votes of new accounts', 'votes that wait for a look'] : head];
  for await (const entries of entryPages(current, projectId, query)) {
    const uncounted = isForStaff ? await findUncounted(current, entries) : undefined;
    yield entries.map((entry, at) => {
      const votes = uncounted?.[at];
      return votes === undefined ? toCsvLine(entry) : toCsvLine(entry).concat(votes.young, votes.held);
    });
  }
}

const EXPORT_PAGE = 500;

/** All that a list holds, the newest first: by what never changes, so that nothing is missed that moves in the list meanwhile. */
async function* entryPages(
  current: Current,
  projectId: string,
  query: EntryQuery,
): AsyncGenerator<readonly EntryCard[], void> {
  let after: string | undefined;
  do {
    const page = await findEntries(current, projectId, { ...query, sort: 'new', after }, EXPORT_PAGE);
    yield page.entries;
    after = page.next;
  } while (after !== undefined);
}

/** Of each the votes that do not count, or not yet: for the studio alone. */
async function findUncounted(current: Current, entries: readonly EntryCard[]) {
  const ids = entries.map(({ subjectId }) => subjectId);
  const found = await countUncountedVotes(current, ids);
  return ids.map((subjectId) => {
    const { young = 0, held = 0 } = found.get(subjectId) ?? {};
    return { subjectId, young, held };
  });
}

function toCsvLine(entry: EntryCard): CsvLine {
  const { subjectId, createdAt, status, votes, comments, title, platform, version, tags } = entry;
  return [subjectId, createdAt, status, votes, comments, title, platform, version, tags.join(' ')];
}

/** The list with the texts, for the studio. Needs staff. @throws Problem 401, 403, 404 */
export async function packEntries(current: Current, projectId: string): Promise<ReadableStream<Uint8Array>> {
  requireRole(current, 'staff');
  const { name } = await getProject(current, projectId);
  const heavy = withHeavyPool(current);
  const statuses = await findStatuses({ ...current, locale: DEFAULT_LOCALE });
  const zip = new ZipFile();
  const output = new PassThrough();
  const options = { mtime: current.now() };
  zip.on('error', (error) => output.destroy(error));
  zip.addReadStream(Readable.from(jsonParts(heavy, projectId, name), { objectMode: false }), 'entries.json', options);
  zip.addReadStream(csvStream(csvPages(heavy, projectId, NEWEST)), 'entries.csv', options);
  zip.addBuffer(Buffer.from(JSON.stringify(statuses, null, 2)), 'statuses.json', options);
  zip.end();
  return Readable.toWeb(zip.outputStream.pipe(output)) as ReadableStream<Uint8Array>;
}

async function* jsonParts(current: Current, projectId: string, name: string): AsyncGenerator<string> {
  const lists: Record<string, (entries: readonly EntryCard[]) => Promise<readonly object[]>> = {
    entries: (entries) => Promise.resolve(entries),
    texts: async (entries) => {
      const ids = entries.map(({ subjectId }) => subjectId);
      const first = await findFirstMessages(current, ids);
      return ids.map((subjectId) => ({ subjectId, body: first.get(subjectId)?.body ?? '' }));
    },
    uncounted: (entries) => findUncounted(current, entries),
  };
  yield `{"project":${JSON.stringify(name)}`;
  for (const [list, find] of Object.entries(lists)) {
    yield `,\n"${list}":[`;
    let comma = '\n';
    for await (const entries of entryPages(current, projectId, NEWEST)) {
      for (const one of await find(entries)) {
        yield comma + JSON.stringify(one);
        comma = ',\n';
      }
    }
    yield ']';
  }
  yield '}\n';
}
