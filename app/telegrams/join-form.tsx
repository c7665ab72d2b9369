import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { useTimeZone } from '#lib/locale/time.tsx';
import { Details } from '#lib/ui/details.tsx';
import { CheckboxField, Field } from '#lib/ui/field.tsx';

import { NewsletterForm } from './newsletter-form.tsx';
import { MAX_EMAIL_LENGTH, NEWSLETTERS, SUBSCRIPTIONS } from './newsletter.ts';
import type { Subscription } from './newsletter.ts';

interface JoinFormProps {
  readonly form: PageForm;
  readonly subscription: Subscription;
  readonly email: string;
  readonly isSignedIn: boolean;
  readonly returnTo: string | undefined;
  readonly own: Readonly<Partial<Record<Subscription, string>>>;
}

/** Several newsletters in one form; those that somebody has already stand in their preferences. */
export function JoinForm({ form, subscription, email, isSignedIn, returnTo, own }: JoinFormProps) {
  const { text } = useText();
  // So that an issue can arrive in the morning; without scripts nobody's is known.
  const zone = useTimeZone('');
  const open = SUBSCRIPTIONS.filter((id) => own[id] !== 'confirmed');
  const refusal = form.findRefusal({ intent: 'signUp' });
  if (open.length === 0) return null;
  return (
    <div className="space-y-6">
      <NewsletterForm form={form} isSignedIn={isSignedIn} email={email} submit={text('home.newsletter.submit')}>
        <fieldset className="w-full space-y-3">
          <legend className="pb-3 text-xl font-bold">{text('newsletters.join.which')}</legend>
          <input type="hidden" name="chosen" value="" />
          <input type="hidden" name="zone" value={zone} />
          {returnTo !== undefined && <input type="hidden" name="returnTo" value={returnTo} />}
          {open.map((id) => (
            <CheckboxField
              key={id}
              label={<strong>{text(NEWSLETTERS[id].name)}</strong>}
              hint={text(NEWSLETTERS[id].about)}
              name="subscribe"
              value={id}
              defaultChecked={id === subscription}
            />
          ))}
          {refusal?.problem.fields?.['subscribe'] !== undefined && (
            <p className="field-error">{refusal.problem.fields['subscribe']}</p>
          )}
        </fieldset>
        {isSignedIn && <p className="grow basis-64">{text('telegrams.page.account')}</p>}
      </NewsletterForm>
      {!isSignedIn && <LinkForm form={form} />}
    </div>
  );
}

function LinkForm({ form }: Pick<JoinFormProps, 'form'>) {
  const { text } = useText();
  return (
    <Details summary={text('newsletters.preferences.already')} open={form.findRefusal(LINK) !== undefined}>
      <ActionForm form={form} fields={LINK} className="flex flex-wrap items-end gap-4">
        <Field
          label={text('home.newsletter.email')}
          hint={text('newsletters.preferences.alreadyHint')}
          type="email"
          {...fieldFor(form.findRefusal(LINK), 'email')}
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
          className="min-w-0 grow basis-64"
        />
        <Submit>{text('newsletters.preferences.send')}</Submit>
      </ActionForm>
    </Details>
  );
}

const LINK = { intent: 'telegrams.link' };
