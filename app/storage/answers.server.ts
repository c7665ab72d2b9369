import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { parseJson } from '#lib/calls/body.server.ts';
import { describeFields, issueWords } from '#lib/calls/issue-words.server.ts';
import { isFresh, readIfMatch, readIfNoneMatch } from '#lib/http/conditions.ts';
import { decodeHeader } from '#lib/http/header-text.server.ts';
import { Problem } from '#lib/problem.ts';

import * as calls from './calls.ts';
import { crateAnswers } from './crates/answers.server.ts';
import { downloadReply } from './downloads.server.ts';
import { explainAnswers } from './explain/answers.server.ts';
import { feedAnswers } from './feed/answers.server.ts';
import { historyAnswers } from './history/answers.server.ts';
import { answerOnce, runOnceWithBody } from './idempotency.server.ts';
import { ItemParameters, MAX_PARAMETERS_BYTES } from './item.ts';
import { getItem, getItemBody } from './items.server.ts';
import { invalidMetadata } from './problems.ts';
import { quotaAnswers } from './quotas/answers.server.ts';
import { countFacets } from './search/facets.server.ts';
import { countItems, findItemBody, findItems } from './search/searches.server.ts';
import { setAnswers } from './sets/answers.server.ts';
import { updateManyStats, updateStats } from './stats/stats.server.ts';
import { transferAnswers } from './transfer/answers.server.ts';
import { receiveItem, writeItem } from './writes/creates.server.ts';
import { deleteItem } from './writes/deletes.server.ts';
import { patchMetadata, updateItem, updateMetadata } from './writes/updates.server.ts';

type StorageContext = Current;

const search = answer(
  calls.findItems,
  async (current: StorageContext, { params: { crateId }, query, request }) => {
    if (query.count) return { data: await countItems(current, crateId, query) };
    if (query.facets) return { data: await countFacets(current, crateId, query, query.facets) };
    if (query.download) return downloadReply(current, request, await findItemBody(current, crateId, query));
    const page = await findItems(current, crateId, query);
    return { data: page.items, pages: { next: { after: page.next }, prev: { before: page.previous } } };
  },
  { query: { tags: '-hidden', sort: 'createdAt', limit: '2' } },
);

const get = answer(
  calls.getItem,
  async (current: StorageContext, { params: { crateId, itemId }, query, headers, request }) => {
    const override = query.permissionsOverride === true;
    if (query.download === true) {
      return downloadReply(current, request, await getItemBody(current, crateId, itemId, override));
    }
    const item = await getItem(current, crateId, itemId, override);
    const etag = { etag: item.etag };
    return isFresh(headers['if-none-match'], item.etag)
      ? { status: 304, headers: etag }
      : { data: item, headers: etag };
  },
);

const create = answer(
  calls.createItem,
  async (current: StorageContext, { params: { crateId }, headers, request }) => {
    const parameters = readParameters(headers['rumpus-item-parameters']);
    const taken = await receiveItem(current, crateId, parameters, request);
    return runOnceWithBody(current, request, taken.body, async (current) => {
      const item = await writeItem(current, taken);
      const location = `/api/storage/crates/${crateId}/items/${item.itemId}`;
      return { status: 201, data: item, headers: { etag: item.etag, location } };
    });
  },
  { bytes: 'Hello', headers: { 'Content-Type': 'text/plain' } },
);

const update = answer(
  calls.updateItem,
  async (current: StorageContext, { params: { crateId, itemId }, headers, request }) => {
    const parameters = readParameters(headers['rumpus-item-parameters']);
    const item = await updateItem(current, crateId, itemId, parameters, readConditions(headers), request);
    return { data: item, headers: { etag: item.etag } };
  },
  { bytes: 'Hello again', headers: { 'Content-Type': 'text/plain', 'If-Match': '*' } },
);

const remove = answer(
  calls.deleteItem,
  async (current: StorageContext, { params: { crateId, itemId }, query, headers }) => {
    await deleteItem(current, crateId, itemId, readConditions(headers), query.permissionsOverride === true);
    return { status: 204 };
  },
  { headers: { 'If-Match': '*' } },
);

const metadata = answer(
  calls.updateMetadata,
  async (current: StorageContext, { params: { crateId, itemId }, headers, body }) => {
    const item = await updateMetadata(current, crateId, itemId, body, readConditions(headers));
    return { data: item, headers: { etag: item.etag } };
  },
  { headers: { 'If-Match': '*' }, body: { tags: ['spring'] } },
);

const patch = answerOnce(
  calls.patchMetadata,
  async (current: StorageContext, { params: { crateId, itemId }, headers, body }) => {
    const item = await patchMetadata(current, crateId, itemId, body, readConditions(headers));
    return { data: item, headers: { etag: item.etag } };
  },
  { headers: { 'If-Match': '*' }, body: { map: { title: 'Hello' }, note: null } },
);

const stats = answerOnce(
  calls.updateStats,
  async (current: StorageContext, { params: { crateId, itemId }, body }) => ({
    data: await updateStats(current, crateId, itemId, body),
  }),
  { body: { changeStats: { Plays: 1 }, submitRecords: { FastestTime: 161.64 } } },
);

const manyStats = answerOnce(
  calls.updateManyStats,
  async (current: StorageContext, { params: { crateId }, body }) => ({
    data: await updateManyStats(current, crateId, body.updates),
  }),
  { body: { updates: [{ itemId: '0193a5c0-7c1e-7a3f-9b2d-4f6e8a1c0d35', changeStats: { Plays: 1 } }] } },
);

export const storageAnswers: SiteAnswer[] = [
  search,
  get,
  create,
  update,
  remove,
  metadata,
  patch,
  stats,
  manyStats,
  ...crateAnswers,
  ...explainAnswers,
  ...feedAnswers,
  ...quotaAnswers,
  ...setAnswers,
  ...historyAnswers,
  ...transferAnswers,
];

/** JSON of at most 6 KB, percent-encoded or in plain UTF-8. @throws Problem 400 'Invalid metadata' */
function readParameters(header: string | undefined): ItemParameters {
  if (header === undefined) return {};
  if (header.length > MAX_PARAMETERS_BYTES) throw new Problem(invalidMetadata, { fields: { header: 'at most 6 KB' } });
  const text = decodeHeader(header);
  if (text === undefined) throw new Problem(invalidMetadata, { fields: { header: 'percent-encoded UTF-8' } });
  const parameters = parseJson(text, invalidMetadata);
  const result = ItemParameters.safeParse(parameters, { error: issueWords });
  if (result.success) return result.data;
  throw new Problem(invalidMetadata, { fields: describeFields(result.error.issues, 'header') });
}

function readConditions(headers: { 'if-match'?: string | undefined; 'if-none-match'?: string | undefined }) {
  return { ifMatch: readIfMatch(headers['if-match']), ifNoneMatch: readIfNoneMatch(headers['if-none-match']) };
}
