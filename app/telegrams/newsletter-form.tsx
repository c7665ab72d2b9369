import { useState, useSyncExternalStore } from 'react';
import type { FormEvent, ReactNode } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Field } from '#lib/ui/field.tsx';

import { MAX_EMAIL_LENGTH, isNewsletterEmail } from './newsletter.ts';

interface NewsletterFormProps {
  readonly form: PageForm;
  readonly isSignedIn: boolean;
  readonly email: string;
  readonly submit: string;
  /** With scripts, called instead of sending the form. @param email absent for a user */
  readonly onProceed?: (email?: string) => void;
  readonly children?: ReactNode;
}

/** Sign Up appears once the address is possible; without scripts it is always there, and the server validates. */
export function NewsletterForm({ form, isSignedIn, submit, onProceed, children, ...rest }: NewsletterFormProps) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'signUp' });
  const given = refusal?.values['email'] ?? rest.email;
  const [email, setEmail] = useState(given);
  const [isWrong, setWrong] = useState(refusal !== undefined);
  const hasScripts = useSyncExternalStore(onChange, inBrowser, onServer);
  const isValid = isSignedIn || isNewsletterEmail(email.trim());
  const proceed = (event: FormEvent) => {
    setWrong(!isValid);
    if (isValid && onProceed === undefined) return;
    event.preventDefault();
    if (isValid) onProceed?.(isSignedIn ? undefined : email.trim());
  };
  return (
    <ActionForm form={form} noValidate onSubmit={proceed} className="flex flex-wrap items-end gap-4">
      {children}
      {!isSignedIn && (
        <Field
          label={text('home.newsletter.email')}
          hint={<span className="[.on-accent_&]:text-on-accent">{text('home.newsletter.hint')}</span>}
          error={isWrong && text('problem.telegrams.invalidEmail')}
          type="email"
          name="email"
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
          defaultValue={given}
          onChange={(event) => {
            setEmail(event.target.value);
            setWrong(false);
          }}
          className="min-w-0 grow basis-64"
        />
      )}
      {/* Until React runs, the style decides: a page with scripts must not show what it then hides. */}
      <Submit kind="loud" className={isValid ? '' : hasScripts ? 'invisible' : '[@media(scripting:enabled)]:invisible'}>
        {submit}
      </Submit>
    </ActionForm>
  );
}

const onChange = () => () => undefined;
const inBrowser = () => true;
const onServer = () => false;
