import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';

import type { BlockedPerson } from './block.ts';

interface BlockedListProps {
  readonly people: readonly BlockedPerson[];
  readonly answered: FormState | undefined;
}

export function BlockedList({ people, answered }: BlockedListProps) {
  const { text } = useText();
  const form = useForm(answered, { of: 'blocks.', action: useSitePath('/account') });
  return (
    <section id="blocked" aria-labelledby="blocked-title" className="space-y-4">
      <h3 {...focusTarget(answered, 'blocked-title')} tabIndex={-1} className="text-xl">
        {text('blocks.list.title')}
      </h3>
      <FormNotice form={form} />
      {people.length === 0 ? (
        <p className="text-muted">{text('blocks.list.none')}</p>
      ) : (
        <ul className="account-rows">
          {people.map(({ userId, name }) => (
            <li key={userId} className="account-row">
              <bdi className="account-row-name font-bold wrap-anywhere">{name}</bdi>
              <ActionForm form={form} fields={{ intent: 'blocks.lift', userId }}>
                <Submit kind="quiet">{text('blocks.list.end')}</Submit>
              </ActionForm>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
