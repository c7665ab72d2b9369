import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { findFormerDocument } from '#app/editor/documents.server.ts';
import { withMarks } from '#app/editor/merge-marks.server.ts';
import type { Merge } from '#app/editor/merge.ts';
import { noDocument } from '#app/editor/problems.ts';
import { requireApprovalToShow } from '#app/editor/reviews/reviews.server.ts';
import { restoreVersion } from '#app/storage/history/restore.server.ts';
import type { Item } from '#app/storage/item.ts';
import { Problem } from '#lib/problem.ts';

import { withdrawReleaseEvents } from '../event-kinds.server.ts';
import { editedReleaseOf, getEditedRelease } from './edited-releases.server.ts';
import type { EditedRelease, ReleasePlace } from './edited-releases.server.ts';
import { requirePublishable } from './release-checks.server.ts';
import { mergeReleases } from './release-merge.ts';
import { announceRelease } from './release-publications.server.ts';
import { atVersionField } from './release-saves.server.ts';
import { LINE_FIELDS, RELEASE_FIELDS } from './release-values.ts';
import type { LineField, LineValues, ReleaseField, ReleaseValues } from './release-values.ts';

interface ReleaseMergeRequest {
  readonly mine: ReleaseValues;
  /** Of the state that the writer began with. */
  readonly etag: string;
  /** Of the state that the writer has compared with; by default the present one. */
  readonly theirs?: string | undefined;
}

/** What has come together by itself, and what is to be chosen. Needs staff. @throws Problem as `getEditedRelease` */
export async function mergeRelease(
  current: Current,
  place: ReleasePlace,
  { mine, etag, theirs }: ReleaseMergeRequest,
): Promise<Merge> {
  const present = await getEditedRelease(current, place);
  const compared = theirs === undefined ? undefined : await findFormer(current, present, theirs);
  const other = compared ?? present;
  const base = (await findFormer(current, present, etag))?.values;
  return withMarks({ etag: other.item.etag, ...mergeReleases(base, mine, other.values) });
}

async function findFormer(
  current: Current,
  { changelog, item }: EditedRelease,
  etag: string,
): Promise<EditedRelease | undefined> {
  const former = await findFormerDocument(current, item.crateId, item.itemId, etag);
  return former && editedReleaseOf(changelog, former);
}

export interface LineChange {
  readonly id: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly fields: readonly { readonly name: LineField; readonly was: string; readonly is: string }[];
}

export interface ReleaseDifference {
  readonly rev: number;
  readonly fields: readonly { readonly name: ReleaseField; readonly was: string; readonly is: string }[];
  readonly lines: readonly LineChange[];
}

/** What has changed since that version, line by line. @throws Problem 404 for one that is not kept */
export async function compareWithVersion(
  current: Current,
  release: EditedRelease,
  rev: number,
): Promise<ReleaseDifference> {
  const former = await findFormer(current, release, `"${rev}"`);
  if (former === undefined) throw new Problem(noDocument);
  const [was, is] = [former.values, release.values];
  const fields = RELEASE_FIELDS.filter((name) => was[name] !== is[name]);
  return {
    rev,
    fields: fields.map((name) => ({ name, was: was[name], is: is[name] })),
    lines: lineChanges(was.lines, is.lines),
  };
}

function lineChanges(was: readonly LineValues[], is: readonly LineValues[]): LineChange[] {
  const byId = (lines: readonly LineValues[]) => new Map(lines.map((line) => [line.id, line]));
  const [before, now] = [byId(was), byId(is)];
  const rankOf = (lines: readonly LineValues[], other: ReadonlyMap<string, LineValues>) =>
    lines.filter(({ id }) => other.has(id)).map(({ id }) => id);
  const [oldOrder, newOrder] = [rankOf(was, now), rankOf(is, before)];
  const present = is.flatMap((line): LineChange[] => {
    const old = before.get(line.id);
    const names = LINE_FIELDS.filter((name) => (old?.[name] ?? '') !== line[name]);
    const fields = names.map((name) => ({ name, was: old?.[name] ?? '', is: line[name] }));
    if (old === undefined) return [{ id: line.id, kind: 'added', fields }];
    if (names.length > 0) return [{ id: line.id, kind: 'changed', fields }];
    const isMoved = oldOrder.indexOf(line.id) !== newOrder.indexOf(line.id);
    const text = [{ name: 'text' as const, was: line.text, is: line.text }];
    return isMoved ? [{ id: line.id, kind: 'moved', fields: text }] : [];
  });
  const gone = was.filter(({ id }) => !now.has(id));
  const removed = gone.map(({ id, text }): LineChange => ({
    id,
    kind: 'removed',
    fields: [{ name: 'text', was: text, is: '' }],
  }));
  return [...present, ...removed];
}

/** What is there now stays a version. Needs staff. @throws Problem 412 when changed, 400 when an error would be read */
export async function restoreRelease(current: Current, place: ReleasePlace, rev: string, etag: string): Promise<Item> {
  const release = await getEditedRelease(current, place);
  const { item, changelog } = release;
  const former = await findFormer(current, release, `"${rev}"`);
  if (former === undefined) throw new Problem(noDocument);
  const isShown = former.values.visibility !== 'hidden';
  if (isShown) await requirePublishable(current, changelog.app, former.values, item.itemId);
  const wasShown = !item.tags.includes('hidden');
  if (isShown && !wasShown) await requireApprovalToShow(current, item, ['text']);
  const restore = async (current: Current) => {
    const restored = await restoreVersion(current, item.crateId, item.itemId, rev, { ifMatch: [etag] });
    if (isShown && !wasShown) await announceRelease(current, restored, former.values, changelog);
    if (wasShown && !isShown) await withdrawReleaseEvents(current, restored);
    return restored;
  };
  return atVersionField(inTransaction(current, restore));
}
