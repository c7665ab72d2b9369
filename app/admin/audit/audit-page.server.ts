import { findAuditEntries, getAuditEntry } from '#app/audit/audit.server.ts';
import { getAuditLink, getChainStatus } from '#app/audit/chain/check.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';

import { findPeople } from '../names.server.ts';
import { readAuditFilters } from './audit-query.ts';
import { writeAuditSentences } from './audit-sentences.server.ts';

const LINES = 50;

export async function loadAuditPage(current: Current, { auditKinds }: ConsoleParts, query: URLSearchParams) {
  const filters = readAuditFilters(query);
  const after = Number(query.get('after'));
  const isFirst = !Number.isSafeInteger(after) || after < 1;
  const [{ entries, next }, status] = await Promise.all([
    findAuditEntries(current, { ...filters, limit: LINES, ...(!isFirst && { after }) }),
    getChainStatus(current),
  ]);
  return {
    filters,
    sentences: await writeAuditSentences(current, auditKinds, entries),
    next: next === undefined ? undefined : String(next),
    isFirst,
    status,
    actions: [...auditKinds.keys()].toSorted(),
    now: current.now().getTime(),
  };
}

export async function loadAuditEntry(current: Current, { auditKinds }: ConsoleParts, auditId: string) {
  const entry = await getAuditEntry(current, auditId);
  const [[sentence], link, person] = await Promise.all([
    writeAuditSentences(current, auditKinds, [entry]),
    getAuditLink(current, auditId),
    findPeople(current, entry.userId === null ? [] : [entry.userId]),
  ]);
  const { before, after, ...facts } = entry;
  return {
    entry: { ...facts, before: toJson(before), after: toJson(after) },
    sentence,
    link: link ?? null,
    person: entry.userId === null ? null : person(entry.userId),
  };
}

const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value, null, 2));
