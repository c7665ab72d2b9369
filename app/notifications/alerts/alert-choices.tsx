import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { isChanged, useAutosave } from '#app/current/forms/use-autosave.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';

import { MAIL_CHOICES, MAIL_WORDS, mailField } from '../notification.ts';
import type { AlertChoice } from './alert-choice.ts';

/** What happens down, ways across: saved as it is pressed, and without scripts by its button. */
export function AlertChoices({ choices }: { choices: readonly AlertChoice[] }) {
  const { text } = useText();
  const form = useForm(undefined);
  const autosave = useAutosave(form, choices, nameChanged);
  return (
    <section aria-labelledby="kinds" className="space-y-4">
      <h2 id="kinds" className="text-2xl">
        {text('notify.alerts.kinds')}
      </h2>
      <ActionForm
        form={form}
        fields={{ intent: 'alerts.change' }}
        {...autosave}
        autoComplete="off"
        className="block-card space-y-4 p-3 sm:p-5"
      >
        <div
          aria-hidden="true"
          className={`${ROW} sticky top-0 z-1 bg-(--surface) py-2 text-center text-xs font-bold hyphens-auto`}
        >
          <span className="hidden sm:block" />
          <span>{text('notify.alerts.site')}</span>
          {MAIL_CHOICES.map((one) => (
            <span key={one}>{text(MAIL_WORDS[one])}</span>
          ))}
        </div>
        {choices.map((choice) => (
          <AlertRow key={choice.kind} choice={choice} />
        ))}
        <Submit className="hidden noscript:inline-flex">{text('notify.alerts.save')}</Submit>
      </ActionForm>
      <FormNotice form={form} />
    </section>
  );
}

/** Only rows with their name are saved: what another page has changed meanwhile stays. Without scripts all of them have it. */
function nameChanged(form: HTMLFormElement): void {
  for (const row of form.querySelectorAll('fieldset')) {
    const name = row.querySelector<HTMLInputElement>('input[name=kind]');
    if (name) name.disabled = !isChanged(row);
  }
}

function AlertRow({ choice }: { choice: AlertChoice }) {
  const { text } = useText();
  const { kind, title, about, isLocked, onSite, mail } = choice;
  const [titleId, aboutId] = [`alert-${kind}`, `alert-${kind}-about`];
  return (
    <fieldset
      aria-labelledby={titleId}
      aria-describedby={aboutId}
      className={`${ROW} border-t-2 border-(--hairline) pt-3`}
    >
      <div className={WHAT}>
        <h3 id={titleId} className="font-label font-bold">
          {title}
        </h3>
        <p id={aboutId} className="text-sm text-muted">
          {about}
        </p>
      </div>
      {!(isLocked && mail === 'own') && <input type="hidden" name="kind" value={kind} />}
      {isLocked ? (
        <p className={`text-sm ${mail === 'own' ? 'col-span-5' : ''}`}>{text('notify.alerts.locked')}</p>
      ) : (
        <label className={CELL}>
          <span className="sr-only">{text('notify.alerts.site')}</span>
          <input type="checkbox" name="onSite" value={kind} defaultChecked={onSite} className="checkbox scroll-mt-16" />
        </label>
      )}
      {mail === 'own'
        ? !isLocked && <p className="col-span-4 text-sm">{text('notify.mail.own')}</p>
        : MAIL_CHOICES.map((one) => (
            <label key={one} className={CELL}>
              <span className="sr-only">{text(MAIL_WORDS[one])}</span>
              <input
                type="radio"
                name={mailField(kind)}
                value={one}
                defaultChecked={one === mail}
                className="size-5 scroll-mt-16 accent-(--link)"
              />
            </label>
          ))}
    </fieldset>
  );
}

const ROW = 'grid grid-cols-5 items-center gap-x-1 gap-y-2 sm:grid-cols-[minmax(0,1fr)_repeat(5,4.5rem)]';
const WHAT = 'col-span-5 sm:col-span-1';
const CELL = 'flex min-h-11 cursor-pointer items-center justify-center';
