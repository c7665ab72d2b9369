import type { StaffNote } from '#app/accounts/staff/staff.ts';
import { MAX_NOTE } from '#app/accounts/staff/staff.ts';
import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { TextareaField } from '#lib/ui/field.tsx';

import { PersonLink } from '../person-link.tsx';
import type { NamedPerson } from '../person-link.tsx';

interface NotesPanelProps {
  userId: string;
  notes: readonly (Omit<StaffNote, 'authorId'> & { author: NamedPerson })[];
  now: number;
  form: PageForm;
}

export function NotesPanel({ userId, notes, now, form }: NotesPanelProps) {
  const { text, richText } = useText();
  const refusal = form.findRefusal(NOTE);
  return (
    <Panel id="notes" title={text('admin.notes.title')} aside={text('admin.notes.count', { count: notes.length })}>
      <ActionForm key={notes[0]?.noteId} form={form} fields={NOTE} className="space-y-3">
        <FormDraft name={`${STORAGE_KEYS.editor}note/${userId}`} form={form} intent="note" isEmptied />
        <TextareaField
          name="text"
          label={text('admin.notes.label')}
          hint={text('admin.notes.hint')}
          error={refusal?.problem.fields?.['text'] !== undefined && text('admin.notes.wrong')}
          defaultValue={refusal?.values['text']}
          rows={3}
          required
          maxLength={MAX_NOTE}
        />
        <Submit>{text('admin.notes.add')}</Submit>
      </ActionForm>
      {notes.length === 0 && <p className="text-muted">{text('admin.notes.none')}</p>}
      <ul className="space-y-3">
        {notes.map(({ noteId, at, author, text: words }) => (
          <li key={noteId} className="border-s-4 border-accent ps-3">
            <p lang="en" className="whitespace-pre-wrap wrap-anywhere">
              {words}
            </p>
            <p className="text-sm text-muted">
              {richText('admin.notes.by', {
                ago: <RelativeTime at={at} now={now} />,
                author: <PersonLink person={author} />,
              })}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const NOTE = { intent: 'note' };
