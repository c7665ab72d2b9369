import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { SelectField } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { PRIORITY_NAMES, STATES, STATE_NAMES } from '../submission.ts';
import { TOPICS } from '../topic.ts';
import { SNOOZES, parseDeskField } from './desk.ts';
import type { DeskRow } from './desk.ts';
import '#app/threads/conversation.css';

interface BulkFormProps {
  readonly form: PageForm;
  readonly rows: readonly DeskRow[];
  readonly now: number;
}

/** What is ticked is changed together: first it says what would change, then it does, and takes it back. */
export function BulkForm({ form, rows, now }: BulkFormProps) {
  const { text } = useText();
  const preview = readPreview(form);
  return (
    <>
      {preview !== undefined && (
        <div {...focusTarget(form.state, 'desk-preview')} tabIndex={-1}>
          <Preview form={form} rows={rows} preview={preview} />
        </div>
      )}
      <ActionForm form={form} className="space-y-5">
        <input type="hidden" name="until" value={now} />
        <ul aria-label={text('contact.desk.list')} className="space-y-3">
          {rows.map((row) => (
            <DeskItem
              key={row.subjectId}
              row={row}
              now={now}
              isTicked={preview?.ids.includes(row.subjectId) ?? false}
            />
          ))}
        </ul>
        <div className="desk-acts block-card flex flex-wrap items-end gap-3 p-4">
          <SelectField name="change" label={text('contact.desk.ticked')} className="min-w-0 grow basis-56">
            {useChoices().map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <Submit name="intent" value="contact.preview">
            {text('contact.desk.preview')}
          </Submit>
        </div>
      </ActionForm>
    </>
  );
}

function DeskItem({ row, now, isTicked }: { readonly row: DeskRow; readonly now: number; readonly isTicked: boolean }) {
  const { text } = useText();
  const { subjectId, title, topic, state, priority, tags, lastAt, messages, sender, assigned, isOverdue } = row;
  return (
    <li className="desk-item">
      <label className="desk-tick">
        <input type="checkbox" name="subjectId" value={subjectId} defaultChecked={isTicked} className="checkbox" />
        <span className="sr-only">{text('contact.desk.tick', { title })}</span>
      </label>
      <div className="min-w-0 space-y-1">
        <SiteLink
          to={`/contact/submissions/${subjectId}`}
          data-walk=""
          className="inline-block py-1 font-bold wrap-anywhere underline"
        >
          {title}
        </SiteLink>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <Badge tone={state === 'open' ? 'loud' : 'plain'}>{text(STATE_NAMES[state])}</Badge>
          {priority > 1 && <Badge tone="danger">{text(PRIORITY_NAMES[priority] ?? 'contact.priorities.high')}</Badge>}
          {isOverdue && <Badge tone="danger">{text('contact.desk.isOverdue')}</Badge>}
          <span>{text(TOPICS[topic].name)}</span>
          <span className="wrap-anywhere">{sender}</span>
          <span className="text-muted">
            <RelativeTime at={lastAt} now={now} />
          </span>
          <span className="text-muted">{text('contact.desk.messages', { count: messages })}</span>
          {assigned !== undefined && <span className="text-muted">{text('contact.desk.has', { name: assigned })}</span>}
          {tags.map((tag) => (
            <span key={tag} className="text-muted">
              {`#${tag}`}
            </span>
          ))}
        </p>
      </div>
    </li>
  );
}

interface BulkPreview {
  readonly ids: readonly string[];
  readonly field: string;
  readonly value: string;
  /** When the list was made on which they were ticked. */
  readonly until: string;
}

function readPreview({ state }: PageForm): BulkPreview | undefined {
  if (state?.done !== true || state.intent !== 'contact.preview') return undefined;
  return (state.result as { readonly preview: BulkPreview }).preview;
}

function Preview({ form, rows, preview }: { readonly preview: BulkPreview } & Pick<BulkFormProps, 'form' | 'rows'>) {
  const { text } = useText();
  const { ids, field, value, until } = preview;
  const titles = rows.filter(({ subjectId }) => ids.includes(subjectId));
  const name = useChoices().find((choice) => choice.value === `${field}:${value}`)?.name ?? '';
  return (
    <Notice title={text('contact.desk.previewTitle', { count: titles.length, change: name })} live>
      <ul className="list-disc ps-5">
        {titles.map(({ subjectId, title }) => (
          <li key={subjectId} className="wrap-anywhere">
            {title}
          </li>
        ))}
      </ul>
      {titles.length > 0 && parseDeskField(field) !== undefined && (
        <ActionForm form={form} fields={{ intent: 'contact.change', field, value, until }} className="mt-4">
          {titles.map(({ subjectId }) => (
            <input key={subjectId} type="hidden" name="subjectId" value={subjectId} />
          ))}
          <Submit kind="loud">{text('contact.desk.apply')}</Submit>
        </ActionForm>
      )}
    </Notice>
  );
}

function useChoices(): { value: string; name: string }[] {
  const { text } = useText();
  return [
    { value: 'assign:me', name: text('contact.desk.take') },
    { value: 'assign:', name: text('contact.desk.release') },
    ...STATES.map((state) => ({ value: `state:${state}`, name: text(STATE_NAMES[state]) })),
    ...PRIORITY_NAMES.map((name, at) => ({ value: `priority:${at}`, name: text(name) })),
    ...SNOOZES.map((hours) => ({ value: `snooze:${hours}`, name: text('contact.desk.snoozeFor', { hours }) })),
  ];
}
