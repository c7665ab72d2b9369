import type { AuditAction, AuditEntry } from '#app/audit/audit.ts';

import type { AuditSentenceKind, AuditSentenceValue, FieldChange } from './audit-sentence.ts';
import { fieldChanges } from './field-changes.ts';

/** The names of everything that entries are about; what has none is called by its id. */
export interface AuditSentenceNames {
  readonly person: (userId: string) => AuditSentenceValue;
  readonly crate: (crateId: string) => string;
  /** Undefined for an item that the reader may not read. */
  readonly item: (target: string) => string | undefined;
  readonly context: (context: string) => string;
}

export interface AuditSentenceContent {
  readonly kind: AuditSentenceKind;
  readonly values: Readonly<Record<string, AuditSentenceValue>>;
  readonly changes?: readonly FieldChange[];
}

export function auditSentenceContent(entry: AuditEntry, names: AuditSentenceNames): AuditSentenceContent {
  const of = CONTENTS[entry.action as AuditAction];
  if (of === undefined) return { kind: 'other', values: { action: title(entry.action), target: title(entry.target) } };
  return { kind: entry.action as AuditAction, ...of(facts(entry), names) };
}

type ContentOf = (
  facts: Facts,
  names: AuditSentenceNames,
) => Pick<AuditSentenceContent, 'values' | 'changes'> & { readonly kind?: AuditSentenceKind };

interface Facts {
  readonly target: string;
  readonly parts: readonly string[];
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

const aboutUser: ContentOf = ({ parts: [, userId = ''] }, { person }) => ({ values: { user: person(userId) } });

const aboutCrate: ContentOf = ({ parts: [, crateId = ''], before, after }, { crate }) => ({
  values: { crate: title(text(after['name']) ?? text(before['name']) ?? crate(crateId)) },
});

const aboutItem: ContentOf = ({ target, parts: [, crateId = ''], before }, { crate, item }) => {
  const name = text(before['name']) ?? item(target);
  return {
    values: { crate: title(crate(crateId)), isNamed: name === undefined ? 'no' : 'yes', item: title(name ?? '') },
  };
};

const aboutCampaign: ContentOf = ({ parts: [, campaignId = ''], after }) => ({
  values: { campaign: title(text(after['name']) ?? campaignId) },
});

const aboutMessage: ContentOf = ({ parts: [, messageId = ''], after }) => ({
  values: { message: title(text(after['title']) ?? messageId) },
});

const aboutTester: ContentOf = ({ after }) => ({ values: { as: { role: text(after['role']) ?? '' } } });

const aboutAlias: ContentOf = ({ parts: [, context = '', userId = ''], before, after }, names) => ({
  values: {
    user: names.person(userId),
    place: title(names.context(context)),
    from: title(text(before['alias']) ?? ''),
    to: title(text(after['alias']) ?? ''),
  },
});

const aboutKey: ContentOf = ({ parts: [, appId = ''], before, after }, { context }) => ({
  values: { app: title(context(appId)), key: title(text(after['name']) ?? text(before['name']) ?? '') },
});

const aboutPicture: ContentOf = ({ parts: [, name = ''], before, after }) => {
  const isReplaced = before['name'] !== undefined && after['name'] !== undefined;
  return {
    values: { picture: title(name) },
    ...(isReplaced && { kind: 'snippet.replace', changes: fieldChanges(before, after) }),
  };
};

const CONTENTS: Readonly<Record<AuditAction, ContentOf>> = {
  'account.set': (facts, names) => withValues(aboutUser(facts, names), { to: role(facts.after['role']) }),
  'account.role': (facts, names) =>
    withValues(aboutUser(facts, names), { from: role(facts.before['role']), to: role(facts.after['role']) }),
  'account.note': aboutUser,
  'account.ban': (facts, names) => {
    const { before, after } = facts;
    const isChange = before['isOn'] === true;
    const values = { ...aboutUser(facts, names).values, to: { until: text(after['until']) ?? null } };
    if (!isChange) return { values };
    return { kind: 'account.changeBan', values: { ...values, from: { until: text(before['until']) ?? null } } };
  },
  'account.unban': aboutUser,
  'account.endSessions': (facts, names) => withValues(aboutUser(facts, names), { count: number(facts.after['ended']) }),
  'alias.approve': aboutAlias,
  'alias.deny': aboutAlias,
  'alias.replace': aboutAlias,
  'alias.whitelist': aboutAlias,
  'alias.undo': (facts, names) => {
    const { decision } = facts.before;
    return withValues(aboutAlias(facts, names), { decision: text(decision) ?? '' });
  },
  'crate.create': aboutCrate,
  'crate.change': ({ parts: [, crateId = ''], before, after }, { crate }) => ({
    values: { crate: title(text(before['name']) ?? crate(crateId)) },
    changes: fieldChanges(before, after),
  }),
  'crate.delete': aboutCrate,
  'crate.revert': (facts, names) => {
    const { to, changes } = facts.after;
    const { restored, trashed, undeleted } = objectOf(changes);
    const count = number(restored) + number(trashed) + number(undeleted);
    return withValues(aboutCrate(facts, names), { to: time(to), count });
  },
  'crate.import': (facts, names) => {
    const { imported, replaced, refused, complete } = facts.after;
    return withValues(aboutCrate(facts, names), {
      count: number(imported) + number(replaced),
      refused: number(refused),
      isWhole: complete === true ? 'yes' : 'no',
    });
  },
  'item.purge': aboutItem,
  'item.handOver': (facts, names) => {
    const [from, to] = [facts.before, facts.after].map(({ userId }) => names.person(text(userId) ?? ''));
    return withValues(aboutItem(facts, names), { from: from ?? '', to: to ?? '' });
  },
  'item.read.override': aboutItem,
  'item.delete.override': aboutItem,
  'item.list.override': aboutCrate,
  'mailbox.release': aboutMessage,
  'mailbox.send': aboutMessage,
  'mailbox.withdraw': aboutMessage,
  'campaign.release': aboutCampaign,
  'campaign.start': aboutCampaign,
  'campaign.schedule': aboutCampaign,
  'campaign.pause': aboutCampaign,
  'campaign.resume': aboutCampaign,
  'campaign.cancel': aboutCampaign,
  'campaign.choose': aboutCampaign,
  'preview.create': aboutItem,
  'preview.revoke': aboutItem,
  'preview.restore': aboutItem,
  'review.request': aboutItem,
  'review.approved': aboutItem,
  'review.changes': aboutItem,
  'review.override': aboutItem,
  'review.rule': (facts, names) =>
    withValues(aboutCrate(facts, names), { isNeeded: facts.after['needsApproval'] === true ? 'yes' : 'no' }),
  'appKey.create': aboutKey,
  'appKey.rotate': aboutKey,
  'appKey.revoke': aboutKey,
  'snippet.put': aboutPicture,
  'snippet.delete': aboutPicture,
  'submission.expire': ({ after }) => ({ values: { count: number(after['count']) } }),
  'submission.forward': ({ after }) => ({
    values: { number: title(text(after['number']) ?? ''), host: title(text(after['host']) ?? '') },
  }),
  'submission.redact': ({ parts: [, subjectId = ''], after }) => ({
    values: { number: title(text(after['number']) ?? subjectId) },
  }),
  'submission.block': aboutSender,
  'submission.unblock': aboutSender,
  'feedback.project': aboutFeedback,
  'feedback.status': aboutFeedback,
  'feedback.votes': (facts) => ({
    values: {
      ...aboutFeedback(facts).values,
      count: number(facts.after['votes']),
      decision: text(facts.after['decision']) ?? '',
    },
  }),
  'feedback.webhook': aboutFeedback,
  'feedback.vote': aboutEntry,
  'feedback.settle': aboutFeedback,
  'feedback.merge': (facts) => withValues(aboutEntry(facts), { into: title(text(facts.after['into']) ?? '') }),
  'feedback.unmerge': aboutEntry,
  'feedback.split': aboutEntry,
  'feedback.unsplit': aboutEntry,
  'feedback.moderate': (facts) => {
    const { what, is } = facts.after;
    return withValues(aboutEntry(facts), { what: text(what) ?? '', is: text(is) ?? '' });
  },
  'feedback.person': (facts, names) =>
    withValues(aboutUser(facts, names), { standing: text(facts.after['standing']) ?? '' }),
  'tester.open': aboutTester,
  'tester.close': aboutTester,
  'level.play': (facts, names) => withValues(aboutUser(facts, names), { deed: text(facts.after['deed']) ?? '' }),
};

function aboutSender({ after }: Facts): ReturnType<ContentOf> {
  return { values: { number: title(text(after['number']) ?? '') } };
}

function aboutEntry({ parts, after }: Facts): ReturnType<ContentOf> {
  return { values: { name: title(text(after['name']) ?? parts.at(-1) ?? '') } };
}

/** By the name or address that it has now, or had. */
function aboutFeedback({ parts, before, after }: Facts): ReturnType<ContentOf> {
  const name = text(after['url']) ?? text(before['url']) ?? text(after['name']) ?? text(before['name']);
  return { values: { name: title(name ?? parts.at(-1) ?? '') }, changes: fieldChanges(before, after) };
}

function withValues(
  content: ReturnType<ContentOf>,
  more: Readonly<Record<string, AuditSentenceValue>>,
): ReturnType<ContentOf> {
  return { ...content, values: { ...content.values, ...more } };
}

function facts({ target, before, after }: AuditEntry): Facts {
  return { target, parts: target.split('/'), before: objectOf(before), after: objectOf(after) };
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const title = (name: string): AuditSentenceValue => ({ title: name });
/** A time that nobody can read is left out, rather than the whole page. */
const time = (at: unknown): AuditSentenceValue =>
  typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? { at } : title('…');
const role = (name: unknown): AuditSentenceValue => ({ role: text(name) ?? '' });
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
