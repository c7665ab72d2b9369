import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { SpokenLabel } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { CheckboxField, SelectField } from '#lib/ui/field.tsx';

import { MAIL_CHOICES, MAIL_WORDS } from '../notification.ts';
import type { AlertChoice } from './alert-choice.ts';

export function AlertChoices({ choices, form }: { choices: readonly AlertChoice[]; form: PageForm }) {
  const { text } = useText();
  return (
    <section aria-labelledby="kinds" className="space-y-4">
      <h2 id="kinds" className="text-2xl">
        {text('notify.alerts.kinds')}
      </h2>
      <ul className="space-y-4">
        {choices.map((choice) => (
          <li key={choice.kind} className="block-card p-5">
            <ChoiceForm choice={choice} form={form} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChoiceForm({ choice, form }: { choice: AlertChoice; form: PageForm }) {
  const { text } = useText();
  const { kind, title, about, isLocked, onSite, mail } = choice;
  return (
    <ActionForm
      form={form}
      fields={{ intent: 'alerts.change', kind }}
      className="flex flex-wrap items-end gap-x-6 gap-y-3"
    >
      <div className="grow basis-60">
        <h3 className="text-lg font-bold">{title}</h3>
        <p className="text-sm text-muted">{about}</p>
      </div>
      {isLocked ? (
        <p className="basis-60">{text('notify.alerts.locked')}</p>
      ) : (
        <CheckboxField label={text('notify.alerts.site')} name="onSite" defaultChecked={onSite} />
      )}
      {mail === 'own' ? (
        <p>
          <span className="block font-bold">{text('notify.alerts.mail')}</span> <span>{text('notify.mail.own')}</span>
        </p>
      ) : (
        <SelectField label={text('notify.alerts.mail')} name="mail" defaultValue={mail}>
          {MAIL_CHOICES.map((one) => (
            <option key={one} value={one}>
              {text(MAIL_WORDS[one])}
            </option>
          ))}
        </SelectField>
      )}
      {!(isLocked && mail === 'own') && (
        <Submit>
          <SpokenLabel shown={text('notify.alerts.save')} spoken={text('notify.alerts.saveOf', { title })} />
        </Submit>
      )}
    </ActionForm>
  );
}
