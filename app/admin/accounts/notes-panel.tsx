import type { StaffNote } from '#app/accounts/staff/staff.ts';
import { MAX_NOTE } from '#app/accounts/staff/staff.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { TextareaField } from '#lib/ui/field.tsx';

import type { AccountActionRefusal } from './account-actions.ts';
import { AccountActionForm } from './account-action-form.tsx';
import { Panel } from './panel.tsx';

interface NotesPanelProps {
  notes: readonly StaffNote[];
  refusal: AccountActionRefusal | undefined;
}

/** What staff tell each other about an account. */
export function NotesPanel({ notes, refusal }: NotesPanelProps) {
  const { text } = useText();
  const own = refusal?.intent === 'note' ? refusal : undefined;
  return (
    <Panel id="notes" title={text('admin.notes.title')} aside={text('admin.notes.count', { count: notes.length })}>
      <AccountActionForm key={notes[0]?.noteId} intent="note">
        <TextareaField
          name="text"
          label={text('admin.notes.label')}
          hint={text('admin.notes.hint')}
          error={own?.problem.fields?.text === undefined ? undefined : text('admin.notes.wrong')}
          rows={3}
          required
          maxLength={MAX_NOTE}
        />
        <Button type="submit">{text('admin.notes.add')}</Button>
      </AccountActionForm>
      {notes.length === 0 && <p className="text-muted">{text('admin.notes.none')}</p>}
      <ul className="space-y-3">
        {notes.map(({ noteId, at, authorId, text: words }) => (
          <li key={noteId} className="border-s-4 border-accent ps-3">
            <p lang="en" className="whitespace-pre-wrap wrap-anywhere">
              {words}
            </p>
            <p className="text-sm text-muted">
              {text('admin.notes.at', { at: new Date(at) })}{' '}
              <SiteLink to={`/admin/accounts/${authorId}`} className="inline-block py-0.5 font-mono underline">
                <span lang="zxx">@{authorId}</span>
              </SiteLink>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
