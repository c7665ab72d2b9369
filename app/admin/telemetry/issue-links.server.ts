import { findTitles } from '#app/contact/submission-rows.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { findReadableEntries } from '#app/feedbag/entries/entry-rows.server.ts';
import { entryPath } from '#app/feedbag/entry.ts';
import type { IssueLink } from '#app/telemetry/issues/issue.ts';
import { linkIssue } from '#app/telemetry/issues/issues.server.ts';
import { notSubject } from '#app/telemetry/issues/problems.ts';
import { Problem } from '#lib/problem.ts';

import type { NamedLink } from './issue-links.tsx';

/** Somewhere in an address. */
export const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** @param typed the address of a page, or a part of one @throws Problem 400 for what the actor cannot read */
export async function linkTyped(current: Current, issueId: string, typed: string): Promise<void> {
  const subjectId = UUID.exec(typed)?.[0] ?? '';
  const kind = typed.includes('/contact/submissions/') ? 'contact' : 'feedback';
  const [link] = subjectId === '' ? [] : await nameLinks(current, [{ kind, subjectId }]);
  if (link?.title === undefined) throw new Problem(notSubject);
  await linkIssue(current, issueId, { kind, subjectId });
}

/** With what they are called. The actor is staff. */
export async function nameLinks(current: Current, links: readonly IssueLink[]): Promise<NamedLink[]> {
  const idsOf = (kind: IssueLink['kind']) => links.flatMap((link) => (link.kind === kind ? link.subjectId : []));
  const [titles, entries] = await Promise.all([
    findTitles(current, idsOf('contact')),
    findReadableEntries(current, current.actor, idsOf('feedback')),
  ]);
  return links.map((link) => {
    if (link.kind === 'contact') {
      return { ...link, title: titles.get(link.subjectId), path: `/contact/submissions/${link.subjectId}` };
    }
    const entry = entries.get(link.subjectId)?.entry;
    return { ...link, title: entry?.title, path: entry === undefined ? '' : entryPath(entry) };
  });
}
