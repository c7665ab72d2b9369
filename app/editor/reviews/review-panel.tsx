import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { TextareaField } from '#lib/ui/field.tsx';

import { MAX_REVIEW_NOTE } from './review.ts';
import type { ReviewStatus, ReviewView } from './review.ts';

interface ReviewPanelProps {
  form: PageForm;
  review: ReviewView;
  /** Of the state that is on the page: what is asked and said is about this one. */
  etag: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Asks others to look at a state, and says what they think of it. A later change makes all of it outdated. */
export function ReviewPanel({ form, review: { status, isNeeded, entries }, etag, now }: ReviewPanelProps) {
  const { text } = useText();
  const refusal = form.findRefusal({ of: 'review' });
  return (
    <section aria-labelledby="review" className="block-card min-w-0 space-y-4 p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="review" className="text-xl font-extrabold">
          {text('editor.review.title')}
        </h2>
        <Badge tone={TONES[status]}>{text(STATUS_TEXTS[status])}</Badge>
      </div>
      <p>{text(isNeeded ? 'editor.review.needed' : 'editor.review.about')}</p>
      {entries.length > 0 && (
        <ul className="space-y-3">
          {entries.map((entry) => (
            <ReviewEntryRow
              key={`${entry.etag} ${entry.userId}`}
              entry={entry}
              isPresent={entry.etag === etag}
              now={now}
            />
          ))}
        </ul>
      )}
      <ActionForm form={form} fields={{ of: 'review', etag }} className="space-y-4">
        <TextareaField
          // Empty again once it is noted.
          key={entries[0]?.at}
          name="note"
          label={text('editor.review.note')}
          hint={text('editor.review.noteHint')}
          rows={2}
          maxLength={MAX_REVIEW_NOTE}
          defaultValue={refusal?.values['note']}
          error={refusal?.problem.fields?.['note']}
        />
        <div className="flex flex-wrap gap-3">
          <Submit name="intent" value="editor.requestReview">
            {text('editor.review.request')}
          </Submit>
          <Submit name="intent" value="editor.verdict.approved">
            {text('editor.review.approve')}
          </Submit>
          <Submit kind="quiet" name="intent" value="editor.verdict.changes">
            {text('editor.review.change')}
          </Submit>
        </div>
      </ActionForm>
    </section>
  );
}

function ReviewEntryRow({
  entry,
  isPresent,
  now,
}: {
  entry: ReviewView['entries'][number];
  isPresent: boolean;
  now: number;
}) {
  const { text, richText } = useText();
  const { kind, name, at, note } = entry;
  return (
    <li className={`space-y-1 rounded-xl border-2 border-hairline p-3 ${isPresent ? '' : 'text-muted'}`}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>{richText(SAID[kind], { name: <strong>{name}</strong>, ago: <RelativeTime at={at} now={now} /> })}</span>
        {!isPresent && <Badge>{text('editor.review.former')}</Badge>}
      </p>
      {note !== '' && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
    </li>
  );
}

const STATUS_TEXTS = {
  none: 'editor.review.none',
  requested: 'editor.review.requested',
  approved: 'editor.review.approved',
  changes: 'editor.review.changes',
  outdated: 'editor.review.outdated',
} as const satisfies Record<ReviewStatus, string>;

const TONES = { none: 'plain', requested: 'loud', approved: 'success', changes: 'danger', outdated: 'loud' } as const;

const SAID = {
  request: 'editor.review.saidRequest',
  approved: 'editor.review.saidApproved',
  changes: 'editor.review.saidChanges',
} as const;

interface ApprovalRuleProps {
  form: PageForm;
  isNeeded: boolean;
}

export function ApprovalRule({ form, isNeeded }: ApprovalRuleProps) {
  const { text } = useText();
  return (
    <section aria-labelledby="rule" className="block-card flex flex-wrap items-center gap-4 p-5">
      <div className="min-w-0 grow">
        <h2 id="rule" className="text-xl font-extrabold">
          {text('editor.rule.title')}
        </h2>
        <p>{text(isNeeded ? 'editor.rule.isOn' : 'editor.rule.isOff')}</p>
      </div>
      <ActionForm form={form} fields={{ intent: 'editor.setApprovalRule', isNeeded: isNeeded ? 'no' : 'yes' }}>
        <Submit>{text(isNeeded ? 'editor.rule.turnOff' : 'editor.rule.turnOn')}</Submit>
      </ActionForm>
    </section>
  );
}
