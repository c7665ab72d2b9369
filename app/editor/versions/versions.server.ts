import { findShownNames } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Version } from '#app/storage/history/history.ts';
import { listTrashedStates } from '#app/storage/history/trash.server.ts';
import { listVersions } from '#app/storage/history/versions.server.ts';

import { newerName } from '../kinds/drafts.ts';
import type { ItemKey } from '../schedule.ts';
import type { DocumentVersion } from './version-list.tsx';

const MAX_VERSIONS = 20;

/** The latest first. Permission is up to the caller. @param before only those that are older than this revision */
export async function listDocumentVersions(
  current: Current,
  { crateId, itemId }: ItemKey,
  before: number | undefined,
): Promise<{ versions: DocumentVersion[]; next: number | undefined }> {
  const { versions, next } = await listVersions(current, crateId, itemId, { limit: MAX_VERSIONS, before });
  return { versions: await withNames(current, versions), next };
}

/** Those of newer drafts that have taken its place or were thrown away, the latest first. Permission is up to the caller. */
export async function listDraftVersions(current: Current, { crateId, itemId }: ItemKey): Promise<DocumentVersion[]> {
  return withNames(current, await listTrashedStates(current, crateId, newerName(itemId), MAX_VERSIONS));
}

async function withNames(current: Current, versions: readonly Version[]): Promise<DocumentVersion[]> {
  const editors = versions.flatMap(({ updatedBy }) => updatedBy ?? []);
  const names = await findShownNames(current, editors);
  return versions.map(({ rev, updatedAt, updatedBy, endedAt }) => {
    return { rev, at: updatedAt, by: names.get(updatedBy ?? ''), isPresent: endedAt === null };
  });
}

/** The version that the address compares with, and the one from which its list goes on. */
export function parseVersionQuery({ searchParams }: URL): { rev: number | undefined; before: number | undefined } {
  const revision = (name: string) => {
    const text = searchParams.get(name) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
  };
  return { rev: revision('rev'), before: revision('before') };
}
