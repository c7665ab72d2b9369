import { studio } from '#content/studio.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { findMailRecipient } from './accounts/emails/emails.server.ts';
import { withKeptIds } from './accounts/kept-ids.server.ts';
import { accounts } from './accounts/noun.server.ts';
import { findStaffIds } from './accounts/staff/staff-ids.server.ts';
import { admin } from './admin/noun.server.ts';
import { aliases } from './aliases/noun.server.ts';
import { announcements } from './announcements/noun.server.ts';
import { withApiDocs } from './api-docs/answers.server.ts';
import { approvals } from './approvals/noun.server.ts';
import { apps } from './apps/noun.server.ts';
import { articles } from './articles/noun.server.ts';
import { audit } from './audit/noun.server.ts';
import { CHANGELOGS_CRATE } from './changelogs/cache-topics.ts';
import { previewTypedRelease } from './changelogs/editing/release-checks.server.ts';
import { changelogs } from './changelogs/noun.server.ts';
import type { ChoiceCatalog } from './choices/choice.server.ts';
import { choices } from './choices/noun.server.ts';
import { confirmations } from './confirmations/noun.server.ts';
import { contact } from './contact/noun.server.ts';
import type { Current } from './current/current.server.ts';
import { delegation } from './delegation/noun.server.ts';
import { deletions } from './deletions/noun.server.ts';
import { dev } from './dev/noun.server.ts';
import { devices } from './devices/noun.server.ts';
import type { SiteParts } from './door/parts.server.ts';
import { systemCurrent } from './door/parts.server.ts';
import { editor } from './editor/noun.server.ts';
import { exports } from './exports/noun.server.ts';
import { feedbag } from './feedbag/noun.server.ts';
import { following } from './following/noun.server.ts';
import { levelhead } from './levelhead/noun.server.ts';
import { login } from './login/noun.server.ts';
import { bounceHandler } from './mail/inbound/bounces.server.ts';
import type { InboundMailHandler } from './mail/inbound/inbound-mail-handler.server.ts';
import type { AnyMail } from './mail/mail-kind.server.ts';
import { mail } from './mail/noun.server.ts';
import { countUnread } from './mailbox/mailbox.server.ts';
import { mailbox } from './mailbox/noun.server.ts';
import { media } from './media/noun.server.ts';
import { merges } from './merges/noun.server.ts';
import { alertUnsubscribeLinks } from './notifications/alerts/settings.server.ts';
import type { EventCatalog } from './notifications/event-kind.server.ts';
import { moveDigests } from './notifications/mails/digest-plans.server.ts';
import { notifications } from './notifications/noun.server.ts';
import type { ConsoleParts, Noun } from './noun/noun.server.ts';
import { perks } from './perks/noun.server.ts';
import { podcast } from './podcast/noun.server.ts';
import { POSTS_CRATE } from './posts/cache-topics.ts';
import { previewTyped } from './posts/editing/checks/post-checks.server.ts';
import { posts } from './posts/noun.server.ts';
import { reports } from './reports/noun.server.ts';
import type { ReportKind } from './reports/report-kind.server.ts';
import { shortlinks } from './shortlinks/noun.server.ts';
import { site } from './site/noun.server.ts';
import { VERSION } from './site/version.ts';
import { storage } from './storage/noun.server.ts';
import { support } from './support/noun.server.ts';
import { newsletterUnsubscribeLinks } from './telegrams/leaving.server.ts';
import { telegrams } from './telegrams/noun.server.ts';
import { suppressReader } from './telegrams/subscribers.server.ts';
import { telemetry } from './telemetry/noun.server.ts';
import { threads } from './threads/noun.server.ts';

/** Each says in its own list what it brings. Seeds run in this order; alerts and places of the console are shown in it. */
const declared: readonly Noun[] = [
  admin(() => consoleParts),
  approvals,
  apps,
  articles,
  confirmations,
  delegation,
  deletions(() => nouns),
  dev,
  devices,
  editor(
    async (current, typed) => (await previewTypedRelease(current, typed)) ?? previewTyped(current, typed),
    [POSTS_CRATE, CHANGELOGS_CRATE],
  ),
  login,
  media,
  merges(() => nouns),
  shortlinks,
  site,
  telemetry(findStaffIds),
  threads,
  posts,
  support,
  changelogs,
  podcast,
  levelhead,
  telegrams,
  mailbox,
  perks(() => consoleParts.peopleRules),
  aliases,
  reports(() => reportKinds),
  accounts,
  contact,
  feedbag,
  announcements,
  exports(() => nouns),
];

export const catalog: EventCatalog = {
  events: declared.flatMap(({ events = [] }) => events),
  subjects: declared.flatMap(({ subjects = [] }) => subjects),
  ownItems: declared.flatMap(({ ownItems = [] }) => ownItems),
  countMessages: countUnread,
};

/** The first that knows an address handles its mail. */
export const inboundMailHandlers: readonly InboundMailHandler[] = [
  bounceHandler(suppressReader),
  ...declared.flatMap(({ inboundMails = [] }) => inboundMails),
];

const notificationsNoun = notifications(catalog);

export const mails: readonly AnyMail[] = [...declared, notificationsNoun].flatMap((noun) => noun.mails ?? []);

/** Also those whose work is about what others have declared. */
export const nouns: readonly Noun[] = [
  ...declared,
  audit,
  choices,
  following(catalog.subjects),
  mail({
    sender: { mails, findMailRecipient, onSuppression: suppressReader },
    unsubscribeKinds: [alertUnsubscribeLinks(catalog), newsletterUnsubscribeLinks],
    inboundMails: inboundMailHandlers,
  }),
  notificationsNoun,
  storage(declared.flatMap(({ findFiles }) => findFiles ?? [])),
];

export const api = withApiDocs(
  nouns.flatMap(({ answers = [] }) => answers.map(withKeptIds)),
  nouns.flatMap(({ meanings = [] }) => meanings),
  studio.name,
  VERSION,
);

export function jobs(parts: SiteParts): Job[] {
  return listJobs(() => systemCurrent(parts));
}

function listJobs(current: () => Current): Job[] {
  return nouns.flatMap((noun) => noun.jobs?.(current) ?? []);
}

/** Names and times are asked for, and nothing is run. */
function neverRun(): never {
  throw new Error('no job of this list is run');
}

export const reportKinds: readonly ReportKind[] = nouns.flatMap((noun) => noun.reports ?? []);

export const choiceCatalog: ChoiceCatalog = {
  choices: nouns.flatMap((noun) => noun.choices ?? []),
  afterChange: moveDigests,
};

export const consoleParts: ConsoleParts = {
  places: nouns.flatMap(({ adminPlaces = [] }) => adminPlaces),
  pendingCounts: nouns.flatMap(({ pendingCounts = [] }) => pendingCounts),
  finders: nouns.flatMap(({ findThings }) => findThings ?? []),
  clockJobs: listJobs(neverRun).flatMap(({ name, cron }) => (cron === undefined ? [] : [{ name, cron }])),
  auditKinds: new Map(
    nouns
      .flatMap(({ audit: kinds = [] }) => kinds)
      .flatMap((kinds) => Object.values(kinds))
      .map((kind) => [kind.action, kind]),
  ),
  approvalKinds: nouns.flatMap((noun) => noun.approvals ?? []),
  peopleRules: nouns.flatMap((noun) => noun.peopleRules ?? []),
};
