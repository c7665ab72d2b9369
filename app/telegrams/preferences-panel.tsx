import type { ReactNode } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { Removal } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { LOCALES, LOCALE_NAMES, htmlLang, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

import { MAX_EMAIL_LENGTH, NEWSLETTERS, PACES, PAUSES, SUBSCRIPTIONS } from './newsletter.ts';
import type { NewsletterPreferences } from './subscriber.ts';

interface PreferencesPanelProps {
  readonly form: PageForm;
  readonly preferences: NewsletterPreferences;
  readonly now: Date;
  readonly token: string | undefined;
}

export function PreferencesPanel({ form, preferences, now, token }: PreferencesPanelProps) {
  const { text } = useText();
  const { subscriber, suppressed } = preferences;
  return (
    <section aria-labelledby="preferences" className="space-y-6">
      <h2 id="preferences" className="text-3xl">
        {text('newsletters.preferences.title')}
      </h2>
      {suppressed === 'blocked' ? (
        <div className="space-y-4">
          <p>{text('newsletters.preferences.isBlocked')}</p>
          <ActionForm form={form} fields={{ intent: 'telegrams.unblock' }}>
            <Submit>{text('newsletters.preferences.unblock')}</Submit>
          </ActionForm>
        </div>
      ) : (
        <SubscriptionList form={form} {...preferences} />
      )}
      {subscriber !== undefined && <Pace form={form} subscriber={subscriber} now={now} token={token} />}
      <WayOut form={form} token={token} isKnown={subscriber !== undefined} isBlocked={suppressed === 'blocked'} />
    </section>
  );
}

function SubscriptionList({ form, subscriptions }: { form: PageForm } & NewsletterPreferences) {
  const { text } = useText();
  const known = SUBSCRIPTIONS.flatMap((id) => {
    const state = subscriptions[id];
    return state === undefined ? [] : [{ id, state, name: text(NEWSLETTERS[id].name) }];
  });
  if (known.length === 0) return <p>{text('newsletters.preferences.none')}</p>;
  return (
    <ul className="space-y-3">
      {known.map(({ id, state, name }) => (
        <li key={id} className="flex flex-wrap items-center gap-4 rounded-xl border-2 border-hairline p-4">
          <div className="min-w-0 grow basis-64">
            <p className="flex flex-wrap items-center gap-2 font-bold">
              <span>{name}</span>{' '}
              <Badge tone={state === 'confirmed' ? 'success' : undefined}>{text(STATES[state])}</Badge>
            </p>
            <p className="text-sm text-muted">{text(NEWSLETTERS[id].about)}</p>
          </div>
          {state === 'left' ? (
            <ActionForm form={form} fields={{ intent: 'telegrams.rejoin', subscription: id }}>
              <Submit>{text('newsletters.preferences.rejoin', { name })}</Submit>
            </ActionForm>
          ) : (
            <ActionForm form={form} fields={{ intent: 'telegrams.leave', subscription: id }}>
              <Submit>{text('newsletters.preferences.leave', { name })}</Submit>
            </ActionForm>
          )}
        </li>
      ))}
    </ul>
  );
}

const STATES = {
  pending: 'newsletters.preferences.pending',
  confirmed: 'newsletters.preferences.confirmed',
  left: 'newsletters.preferences.gone',
} as const;

interface PaceProps {
  readonly form: PageForm;
  readonly subscriber: NonNullable<NewsletterPreferences['subscriber']>;
  readonly now: Date;
  readonly token: string | undefined;
}

function Pace({ form, subscriber, now, token }: PaceProps) {
  const { text } = useText();
  const { minDays, locale, email } = subscriber;
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Choice form={form}>
        <SelectField label={text('newsletters.preferences.pace')} name="minDays" defaultValue={String(minDays)}>
          {PACES.map((days) => (
            <option key={days} value={days}>
              {text('newsletters.preferences.paces', { days })}
            </option>
          ))}
        </SelectField>
      </Choice>
      <Pause form={form} subscriber={subscriber} now={now} />
      <Choice form={form}>
        <SelectField label={text('newsletters.preferences.language')} name="locale" defaultValue={locale}>
          {LOCALES.map((id) => (
            <option key={id} value={id} lang={htmlLang(id)}>
              {LOCALE_NAMES[id]}
            </option>
          ))}
        </SelectField>
      </Choice>
      {email !== undefined && token !== undefined && <Address form={form} email={email} />}
      {email === undefined && (
        <p className="self-center">
          <span>{text('newsletters.preferences.accountAddress')}</span>{' '}
          <SiteLink to="/account/emails">{text('newsletters.preferences.accountEmails')}</SiteLink>
        </p>
      )}
    </div>
  );
}

function Pause({ form, subscriber: { pausedUntil }, now }: Omit<PaceProps, 'token'>) {
  const { text, formatDate } = useText();
  const isPaused = pausedUntil !== undefined && pausedUntil > now;
  return (
    <Choice form={form}>
      <SelectField
        label={text('newsletters.preferences.pause')}
        hint={isPaused && text('newsletters.preferences.paused', { date: formatDate(pausedUntil) })}
        name="pauseMonths"
        defaultValue="0"
      >
        <option value="0">{text('newsletters.preferences.unpaused')}</option>
        {PAUSES.map((months) => (
          <option key={months} value={months}>
            {text('newsletters.preferences.months', { months })}
          </option>
        ))}
      </SelectField>
    </Choice>
  );
}

function Address({ form, email }: { form: PageForm; email: string }) {
  const { text } = useText();
  const move = form.findRefusal({ intent: 'telegrams.move' });
  return (
    <ActionForm form={form} fields={{ intent: 'telegrams.move' }} className="space-y-3">
      <Field
        label={text('newsletters.preferences.address')}
        hint={text('newsletters.preferences.addressNow', { address: email })}
        type="email"
        {...fieldFor(move, 'email')}
        autoComplete="email"
        maxLength={MAX_EMAIL_LENGTH}
      />
      <Submit>{text('newsletters.preferences.move')}</Submit>
    </ActionForm>
  );
}

function Choice({ form, children }: { form: PageForm; children: ReactNode }) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={{ intent: 'telegrams.change' }} className="flex items-end gap-3">
      <div className="min-w-0 grow">{children}</div>
      <Submit>{text('newsletters.preferences.keep')}</Submit>
    </ActionForm>
  );
}

interface WayOutProps {
  readonly form: PageForm;
  readonly token: string | undefined;
  readonly isKnown: boolean;
  readonly isBlocked: boolean;
}

function WayOut({ form, token, isKnown, isBlocked }: WayOutProps) {
  const { text } = useText();
  const query = token === undefined ? '' : `?manage=${token}`;
  return (
    <div className="flex flex-wrap items-start gap-4">
      {isKnown && (
        <>
          <a href={`/telegrams/export${query}`} className={buttonClass('plain')} download>
            {text('newsletters.preferences.export')}
          </a>
          <ActionForm form={form} fields={{ intent: 'telegrams.leaveAll' }}>
            <Submit>{text('newsletters.preferences.leaveAll')}</Submit>
          </ActionForm>
        </>
      )}
      {!isBlocked && (
        <Removal
          form={form}
          fields={{ intent: 'telegrams.block' }}
          label={text('newsletters.preferences.block')}
          question={text('newsletters.preferences.blockText')}
          submit={text('newsletters.preferences.blockYes')}
        />
      )}
      {isKnown && (
        <Removal
          form={form}
          fields={{ intent: 'telegrams.erase' }}
          label={text('newsletters.preferences.erase')}
          question={text('newsletters.preferences.eraseText')}
          submit={text('newsletters.preferences.eraseYes')}
        />
      )}
    </div>
  );
}
