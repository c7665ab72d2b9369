import { findShownNames } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { listVersions } from '#app/storage/history/versions.server.ts';

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
  const editors = versions.flatMap(({ updatedBy }) => updatedBy ?? []);
  const names = await findShownNames(current, editors);
  return {
    versions: versions.map(({ rev, updatedAt, updatedBy, endedAt }) => {
      return { rev, at: updatedAt, by: names.get(updatedBy ?? ''), isPresent: endedAt === null };
    }),
    next,
  };
}

/** The version that the address compares with, and the one from which its list goes on. */
export function parseVersionQuery({ searchParams }: URL): { rev: number | undefined; before: number | undefined } {
  const revision = (name: string) => {
    const text = searchParams.get(name) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
  };
  return { rev: revision('rev'), before: revision('before') };
}
