import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import { LocalTime, RelativeTime } from '#lib/locale/time.tsx';
import { Details } from '#lib/ui/details.tsx';

import { PersonLink } from '../person-link.tsx';
import type { AuditSentence, AuditSentenceKind, AuditSentenceValue, FieldChange } from './audit-sentence.ts';

interface AuditListProps {
  sentences: readonly AuditSentence[];
  /** When the page was made, in milliseconds since 1970. */
  now: number;
}

export function AuditList({ sentences, now }: AuditListProps) {
  const { text } = useText();
  if (sentences.length === 0) return <p className="text-muted">{text('admin.deeds.none')}</p>;
  return (
    <ol className="divide-y-2 divide-hairline">
      {sentences.map((sentence) => (
        <li key={sentence.auditId} className="min-w-0 space-y-1 py-2.5 wrap-anywhere first:pt-0 last:pb-0">
          <AuditSentenceText sentence={sentence} />
          <FieldChanges changes={sentence.changes} />
          {sentence.reason !== null && (
            <p>
              {text('admin.deeds.reason')} <q lang="en">{sentence.reason}</q>
            </p>
          )}
          <p className="text-sm text-muted">
            <RelativeTime at={sentence.at} now={now} /> · <LocalTime at={sentence.at} />
            {sentence.masquerade !== null && ` · ${text('admin.deeds.masquerade', { role: sentence.masquerade })}`}
          </p>
        </li>
      ))}
    </ol>
  );
}

function AuditSentenceText({ sentence: { kind, values } }: { sentence: AuditSentence }) {
  const { richText } = useText();
  const nodes = Object.entries(values).map(([name, value]) => [name, <Value key={name} value={value} />] as const);
  const plain = Object.entries(values).filter(([, value]) => typeof value !== 'object');
  const whom = isPerson(values['user']) && values['user'].isYou ? 'you' : 'other';
  return (
    <p>
      {richText(SENTENCES[kind], {
        ...(Object.fromEntries(nodes) as Record<string, ReactNode>),
        ...(Object.fromEntries(plain) as Record<string, string | number>),
        whom,
      })}
    </p>
  );
}

const isPerson = (value: AuditSentenceValue | undefined) => typeof value === 'object' && 'userId' in value;

function Value({ value }: { value: AuditSentenceValue }) {
  const { text, richText } = useText();
  if (typeof value !== 'object') return value;
  if ('title' in value) return <strong lang="zxx">{value.title}</strong>;
  if ('role' in value) return text('shell.account.role', { role: value.role });
  if ('at' in value) return <LocalTime at={value.at} />;
  if ('until' in value) {
    if (value.until === null) return text('admin.deeds.forever');
    return richText('admin.deeds.until', { end: <LocalTime at={value.until} /> });
  }
  return <PersonLink person={value} />;
}

const MAX_SHOWN = 3;

function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  const { text } = useText();
  if (changes.length === 0) return null;
  if (changes.length <= MAX_SHOWN) return <ChangeList changes={changes} />;
  return (
    <Details summary={text('admin.deeds.changes', { count: changes.length })}>
      <ChangeList changes={changes} />
    </Details>
  );
}

function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  const { richText } = useText();
  return (
    <ul className="space-y-1 border-s-4 border-hairline ps-3 text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {richText(
            before === null ? 'admin.deeds.added' : after === null ? 'admin.deeds.removed' : 'admin.deeds.changed',
            {
              field: <strong lang="en">{field}</strong>,
              before: <span lang="zxx">{before}</span>,
              after: <span lang="zxx">{after}</span>,
            },
          )}
        </li>
      ))}
    </ul>
  );
}

const SENTENCES = {
  'account.set': 'admin.deeds.set',
  'account.role': 'admin.deeds.role',
  'account.note': 'admin.deeds.note',
  'account.ban': 'admin.deeds.ban',
  'account.changeBan': 'admin.deeds.changeBan',
  'account.unban': 'admin.deeds.unban',
  'account.endSessions': 'admin.deeds.endSessions',
  'alias.approve': 'admin.deeds.approveAlias',
  'alias.deny': 'admin.deeds.denyAlias',
  'alias.replace': 'admin.deeds.replaceAlias',
  'alias.whitelist': 'admin.deeds.whitelistAlias',
  'alias.undo': 'admin.deeds.undoAlias',
  'crate.create': 'admin.deeds.createCrate',
  'crate.change': 'admin.deeds.changeCrate',
  'crate.delete': 'admin.deeds.deleteCrate',
  'crate.revert': 'admin.deeds.revertCrate',
  'crate.import': 'admin.deeds.importCrate',
  'item.purge': 'admin.deeds.purgeItem',
  'item.handOver': 'admin.deeds.handOverItem',
  'item.read.override': 'admin.deeds.readItem',
  'item.delete.override': 'admin.deeds.deleteItem',
  'item.list.override': 'admin.deeds.listItems',
  'mailbox.release': 'admin.deeds.releaseMessage',
  'mailbox.send': 'admin.deeds.sendMessage',
  'mailbox.withdraw': 'admin.deeds.withdrawMessage',
  'campaign.release': 'admin.deeds.releaseCampaign',
  'campaign.start': 'admin.deeds.startCampaign',
  'campaign.schedule': 'admin.deeds.scheduleCampaign',
  'campaign.pause': 'admin.deeds.pauseCampaign',
  'campaign.resume': 'admin.deeds.resumeCampaign',
  'campaign.cancel': 'admin.deeds.cancelCampaign',
  'campaign.choose': 'admin.deeds.chooseSubject',
  'preview.create': 'admin.deeds.createPreview',
  'preview.revoke': 'admin.deeds.revokePreview',
  'preview.restore': 'admin.deeds.restorePreview',
  'review.request': 'admin.deeds.requestReview',
  'review.approved': 'admin.deeds.approveItem',
  'review.changes': 'admin.deeds.requestChanges',
  'review.override': 'admin.deeds.publishUnapproved',
  'review.rule': 'admin.deeds.approvalRule',
  'appKey.create': 'admin.deeds.createKey',
  'appKey.rotate': 'admin.deeds.rotateKey',
  'appKey.revoke': 'admin.deeds.revokeKey',
  'snippet.put': 'admin.deeds.addPicture',
  'snippet.replace': 'admin.deeds.replacePicture',
  'snippet.delete': 'admin.deeds.deletePicture',
  'submission.expire': 'admin.deeds.expireSubmissions',
  'submission.forward': 'admin.deeds.forwardSubmission',
  'submission.redact': 'admin.deeds.redactSubmission',
  'feedback.project': 'admin.deeds.feedbackProject',
  'feedback.status': 'admin.deeds.feedbackStatus',
  'feedback.votes': 'admin.deeds.feedbackVotes',
  'feedback.webhook': 'admin.deeds.feedbackWebhook',
  'tester.open': 'admin.deeds.openTester',
  'tester.close': 'admin.deeds.closeTester',
  'level.play': 'admin.deeds.playForPlayer',
  other: 'admin.deeds.other',
} as const satisfies Record<AuditSentenceKind, string>;
