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
  if (sentences.length === 0) return <p className="text-muted">{text('admin.audit.none')}</p>;
  return (
    <ol className="divide-y-2 divide-hairline">
      {sentences.map((sentence) => (
        <li key={sentence.auditId} className="min-w-0 space-y-1 py-2.5 wrap-anywhere first:pt-0 last:pb-0">
          <AuditSentenceText sentence={sentence} />
          <FieldChanges changes={sentence.changes} />
          {sentence.reason !== null && (
            <p>
              <span>{text('admin.audit.reason')}</span> <q lang="en">{sentence.reason}</q>
            </p>
          )}
          <p className="text-sm text-muted">
            <RelativeTime at={sentence.at} now={now} /> · <LocalTime at={sentence.at} />
            {sentence.masquerade !== null && (
              <span>{` · ${text('admin.audit.masquerade', { role: sentence.masquerade })}`}</span>
            )}
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
    if (value.until === null) return text('admin.audit.forever');
    return richText('admin.audit.until', { end: <LocalTime at={value.until} /> });
  }
  return <PersonLink person={value} />;
}

const MAX_SHOWN = 3;

function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  const { text } = useText();
  if (changes.length === 0) return null;
  if (changes.length <= MAX_SHOWN) return <ChangeList changes={changes} />;
  return (
    <Details summary={text('admin.audit.changes', { count: changes.length })}>
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
            before === null ? 'admin.audit.added' : after === null ? 'admin.audit.removed' : 'admin.audit.changed',
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
  'account.set': 'admin.audit.set',
  'account.role': 'admin.audit.role',
  'account.note': 'admin.audit.note',
  'account.ban': 'admin.audit.ban',
  'account.changeBan': 'admin.audit.changeBan',
  'account.unban': 'admin.audit.unban',
  'account.endSessions': 'admin.audit.endSessions',
  'alias.approve': 'admin.audit.approveAlias',
  'alias.deny': 'admin.audit.denyAlias',
  'alias.replace': 'admin.audit.replaceAlias',
  'alias.whitelist': 'admin.audit.whitelistAlias',
  'alias.undo': 'admin.audit.undoAlias',
  'crate.create': 'admin.audit.createCrate',
  'crate.change': 'admin.audit.changeCrate',
  'crate.delete': 'admin.audit.deleteCrate',
  'crate.revert': 'admin.audit.revertCrate',
  'crate.import': 'admin.audit.importCrate',
  'item.purge': 'admin.audit.purgeItem',
  'item.handOver': 'admin.audit.handOverItem',
  'item.read.override': 'admin.audit.readItem',
  'item.delete.override': 'admin.audit.deleteItem',
  'item.list.override': 'admin.audit.listItems',
  'mailbox.release': 'admin.audit.releaseMessage',
  'mailbox.send': 'admin.audit.sendMessage',
  'mailbox.withdraw': 'admin.audit.withdrawMessage',
  'campaign.release': 'admin.audit.releaseCampaign',
  'campaign.start': 'admin.audit.startCampaign',
  'campaign.schedule': 'admin.audit.scheduleCampaign',
  'campaign.pause': 'admin.audit.pauseCampaign',
  'campaign.resume': 'admin.audit.resumeCampaign',
  'campaign.cancel': 'admin.audit.cancelCampaign',
  'campaign.choose': 'admin.audit.chooseSubject',
  'preview.create': 'admin.audit.createPreview',
  'preview.revoke': 'admin.audit.revokePreview',
  'preview.restore': 'admin.audit.restorePreview',
  'review.request': 'admin.audit.requestReview',
  'review.approved': 'admin.audit.approveItem',
  'review.changes': 'admin.audit.requestChanges',
  'review.override': 'admin.audit.publishUnapproved',
  'review.rule': 'admin.audit.approvalRule',
  'appKey.create': 'admin.audit.createKey',
  'appKey.rotate': 'admin.audit.rotateKey',
  'appKey.revoke': 'admin.audit.revokeKey',
  'snippet.put': 'admin.audit.addPicture',
  'snippet.replace': 'admin.audit.replacePicture',
  'snippet.delete': 'admin.audit.deletePicture',
  'submission.expire': 'admin.audit.expireSubmissions',
  'submission.forward': 'admin.audit.forwardSubmission',
  'submission.redact': 'admin.audit.redactSubmission',
  'feedback.project': 'admin.audit.feedbackProject',
  'feedback.status': 'admin.audit.feedbackStatus',
  'feedback.votes': 'admin.audit.feedbackVotes',
  'feedback.webhook': 'admin.audit.feedbackWebhook',
  'submission.block': 'admin.audit.blockSender',
  'submission.unblock': 'admin.audit.unblockSender',
  'feedback.vote': 'admin.audit.feedbackVote',
  'feedback.settle': 'admin.audit.feedbackSettle',
  'feedback.merge': 'admin.audit.feedbackMerge',
  'feedback.unmerge': 'admin.audit.feedbackUnmerge',
  'feedback.split': 'admin.audit.feedbackSplit',
  'feedback.unsplit': 'admin.audit.feedbackUnsplit',
  'feedback.moderate': 'admin.audit.feedbackModerate',
  'feedback.person': 'admin.audit.feedbackPerson',
  'tester.open': 'admin.audit.openTester',
  'tester.close': 'admin.audit.closeTester',
  'level.play': 'admin.audit.playForPlayer',
  other: 'admin.audit.other',
} as const satisfies Record<AuditSentenceKind, string>;
