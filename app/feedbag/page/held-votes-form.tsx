import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';

interface HeldVotesFormProps {
  readonly form: PageForm;
  readonly subjectId: string;
  readonly held: number;
}

/** Of many new accounts at once: whether their votes count, which is taken back whole. */
export function HeldVotesForm({ form, subjectId, held }: HeldVotesFormProps) {
  const { text } = useText();
  return (
    <div className="space-y-3">
      <p>{text('feedbag.staff.held', { count: held })}</p>
      <div className="flex flex-wrap gap-2">
        {(['count', 'void'] as const).map((decision) => (
          <ActionForm key={decision} form={form} fields={{ intent: 'feedbag.decideVotes', subjectId, decision }}>
            <Submit>{text(decision === 'count' ? 'feedbag.staff.letCount' : 'feedbag.staff.voidVotes')}</Submit>
          </ActionForm>
        ))}
      </div>
    </div>
  );
}
