import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isFresh, readIfMatch, readIfNoneMatch } from '#lib/http/conditions.ts';

import { downloadReply } from '../downloads.server.ts';
import { answerOnce } from '../idempotency.server.ts';
import * as calls from './calls.ts';
import { restoreVersion } from './restore.server.ts';
import { revertCrate } from './revert.server.ts';
import { listTrash, purgeItem, undeleteItem } from './trash.server.ts';
import { compareVersions, getVersion, getVersionBody, listVersions } from './versions.server.ts';

type HistoryContext = Current;

const versions = [
  answer(
    calls.listVersions,
    async (current: HistoryContext, { params: { crateId, itemId }, query }) => {
      const { versions, next } = await listVersions(current, crateId, itemId, query);
      return { data: versions, pages: { next: { before: next } } };
    },
    { query: { limit: '2' } },
  ),
  answer(calls.getVersion, async (current: HistoryContext, { params, query, headers, request }) => {
    const { crateId, itemId, rev } = params;
    if (query.download === true) {
      return downloadReply(current, request, await getVersionBody(current, crateId, itemId, rev));
    }
    const version = await getVersion(current, crateId, itemId, rev);
    const etag = { etag: version.etag };
    return isFresh(headers['if-none-match'], version.etag)
      ? { status: 304, headers: etag }
      : { data: version, headers: etag };
  }),
  answer(calls.compareVersions, async (current: HistoryContext, { params: { crateId, itemId, rev }, query }) => ({
    data: await compareVersions(current, crateId, itemId, rev, query.from),
  })),
  answerOnce(
    calls.restoreVersion,
    async (current: HistoryContext, { params: { crateId, itemId, rev }, headers }) => {
      const ifMatch = readIfMatch(headers['if-match']);
      const ifNoneMatch = readIfNoneMatch(headers['if-none-match']);
      const item = await restoreVersion(current, crateId, itemId, rev, { ifMatch, ifNoneMatch });
      return { data: item, headers: { etag: item.etag } };
    },
    { headers: { 'If-Match': '*' } },
  ),
];

const trash = [
  answer(
    calls.listTrash,
    async (current: HistoryContext, { params: { crateId }, query }) => {
      const { items, next } = await listTrash(current, crateId, query);
      return { data: items, pages: { next: { after: next } } };
    },
    { query: { limit: '2' } },
  ),
  answerOnce(calls.undeleteItem, async (current: HistoryContext, { params: { crateId, itemId } }) => {
    const item = await undeleteItem(current, crateId, itemId);
    return { data: item, headers: { etag: item.etag } };
  }),
  answer(calls.purgeItem, async (current: HistoryContext, { params: { crateId, itemId } }) => {
    await purgeItem(current, crateId, itemId);
    return { status: 204 };
  }),
];

const revert = answerOnce(
  calls.revertCrate,
  async (current: HistoryContext, { params: { crateId }, body }) => ({
    data: await revertCrate(current, crateId, body),
  }),
  {
    audit: 'crate.revert',
    unaudited: 'A dry run changes nothing.',
    body: { to: '2026-11-20T08:00:00Z', dryRun: true },
  },
);

export const historyAnswers: SiteAnswer[] = [...versions, ...trash, revert];
