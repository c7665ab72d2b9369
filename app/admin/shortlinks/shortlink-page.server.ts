import type { Current } from '#app/current/current.server.ts';
import { isAdmin } from '#app/current/role.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';
import { VISIT_SPANS, shortlinkPath } from '#app/shortlinks/shortlink.ts';
import { getShortlink, listTargets } from '#app/shortlinks/shortlinks.server.ts';
import { listVisitCounts, listVisits } from '#app/shortlinks/visits.server.ts';
import { qrCodeSvg } from '#lib/qr/qr-code.ts';

import { adminHead } from '../admin-head.server.ts';
import { findAuditSentences } from '../audit/audit-sentences.server.ts';
import { findPeople } from '../names.server.ts';

const MAX_AUDIT_ENTRIES = 20;

/** All that the page of a link shows; its audit to admins alone. Needs staff. @throws Problem 401, 403, 404 */
export async function loadShortlinkPage(
  current: Current,
  { auditKinds }: ConsoleParts,
  slug: string,
  asked: string | null,
) {
  const span = VISIT_SPANS.find((one) => one === asked) ?? 'month';
  const link = await getShortlink(current, slug);
  const about = { target: `shortlink/${link.slug}`, limit: MAX_AUDIT_ENTRIES };
  const [targets, visits, counts, sentences] = await Promise.all([
    listTargets(current, link.shortlinkId),
    listVisits(current, link.shortlinkId, span),
    listVisitCounts(current, link.shortlinkId, span),
    isAdmin(current.actor.role) ? findAuditSentences(current, auditKinds, about) : undefined,
  ]);
  const userIds = [link.createdBy, ...targets.map(({ changedBy }) => changedBy)].filter((userId) => userId !== null);
  const people = await findPeople(current, userIds);
  const personOf = (userId: string | null) => (userId === null ? undefined : people(userId));
  return {
    link,
    span,
    visits,
    counts,
    sentences,
    qr: qrCodeSvg(link.url),
    now: current.now().getTime(),
    targets: targets.map((one) => Object.assign({ person: personOf(one.changedBy) }, one)),
    creator: personOf(link.createdBy),
    crumb: shortlinkPath(link.slug),
    head: await adminHead(current, 'admin.shortlinks.pageTitle', 'admin.shortlinks.about', { slug: link.slug }),
  };
}
