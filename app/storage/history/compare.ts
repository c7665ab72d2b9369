import { FIELDS } from './history.ts';
import type { Version, VersionChanges } from './history.ts';

/** Two bodies in one file are the same, whether their digests are known or not. */
type ComparedVersion = Version & { fileKey: string | null };

export function changesBetween(from: ComparedVersion, to: ComparedVersion): VersionChanges {
  const changes = {
    ...(from.name !== to.name && { name: { from: from.name, to: to.name } }),
    ...(!isSameList(from.tags, to.tags) && { tags: listChange(from.tags, to.tags) }),
    ...(!isSameList(from.collaborators, to.collaborators) && { collaborators: sharingChange(from, to) }),
    ...mapChange(from.map, to.map),
    ...(from.note !== to.note && { note: { from: from.note, to: to.note } }),
    ...(!isSameBody(from, to) && { body: { from: pickBody(from), to: pickBody(to) } }),
  };
  return { from: from.rev, to: to.rev, fields: FIELDS.filter((field) => field in changes), ...changes };
}

function sharingChange(from: ComparedVersion, to: ComparedVersion): VersionChanges['collaborators'] {
  const owner = from.userId === to.userId ? {} : { owner: { from: from.userId, to: to.userId } };
  return { ...listChange(from.collaborators, to.collaborators), ...owner };
}

function mapChange(from: Version['map'], to: Version['map']): Pick<VersionChanges, 'map'> {
  const keys = listChange(Object.keys(from), Object.keys(to));
  const changed = Object.keys(to).filter((key) => Object.hasOwn(from, key) && from[key] !== to[key]);
  const isSame = keys.added.length + keys.removed.length + changed.length === 0;
  return isSame ? {} : { map: { ...keys, changed } };
}

function listChange(from: string[], to: string[]): { added: string[]; removed: string[] } {
  const [before, after] = [new Set(from), new Set(to)];
  return {
    added: to.filter((member) => !before.has(member)),
    removed: from.filter((member) => !after.has(member)),
  };
}

function isSameList(from: string[], to: string[]): boolean {
  return from.length === to.length && from.every((member, at) => member === to[at]);
}

function isSameBody(from: ComparedVersion, to: ComparedVersion): boolean {
  if (from.mimetype !== to.mimetype || from.bytes !== to.bytes) return false;
  if (from.sha256 !== null && to.sha256 !== null) return from.sha256 === to.sha256;
  return from.fileKey !== null && from.fileKey === to.fileKey;
}

function pickBody({ sha256, bytes, mimetype }: Version) {
  return { sha256, bytes, mimetype };
}
