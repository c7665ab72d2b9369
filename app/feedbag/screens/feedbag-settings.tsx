import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

import { findOwnStatuses } from '../entries/status-list.server.ts';
import { findPeople } from '../people.server.ts';
import type { KnownPerson } from '../people.server.ts';
import { MAX_PROJECT_NAME, ROLE_NAMES } from '../project.ts';
import { findProjects } from '../projects.server.ts';
import { settingsIntents } from '../settings/settings-forms.server.ts';
import { StatusForms } from '../settings/status-forms.tsx';
import '../feedbag.css';
import type { Route } from './+types/feedbag-settings';

export const loader = withCurrent(async (current) => {
  const people = await findPeople(current);
  const text = await getText(current.locale);
  return {
    people,
    projects: await findProjects(current),
    statuses: await findOwnStatuses(current),
    now: current.now().getTime(),
    head: {
      title: text('feedbag.settings.title'),
      description: text('feedbag.settings.lead'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, params: { locale } }: Route.ActionArgs) => {
  const localizePath = (path: string) => inLocale({ locale }, path);
  return answerForm(current, await request.formData(), settingsIntents(localizePath));
});

export const headers = formHeaders;

export default function FeedbagSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { projects, statuses, people, now } = loaderData;
  const form = useForm(actionData, { of: 'feedbag.', fallbackFocus: 'settings-title' });
  return (
    <div className="mx-auto max-w-4xl space-y-8">
      <header className="space-y-4">
        <SiteLink to="/feedbag" className="inline-block py-1 font-bold underline">
          {text('feedbag.list.home')}
        </SiteLink>
        <h1 id="settings-title" tabIndex={-1} className="squiggle text-3xl sm:text-4xl">
          {text('feedbag.settings.title')}
        </h1>
        <p className="text-lg">{text('feedbag.settings.lead')}</p>
      </header>
      <FormNotice form={form} />
      <section className="block-card space-y-4 p-5 sm:p-7">
        <h2 className="text-xl">{text('feedbag.settings.projects')}</h2>
        <ul className="space-y-2">
          {projects.map(({ projectId, name, leastRole }) => (
            <li key={projectId} className="flex flex-wrap items-center gap-x-3">
              <SiteLink
                to={`/feedbag/${projectId}/settings`}
                className="inline-block py-1 font-bold wrap-anywhere underline"
              >
                {name}
              </SiteLink>
              <Badge>{text(ROLE_NAMES[leastRole])}</Badge>
            </li>
          ))}
        </ul>
        <NewProject form={form} />
      </section>
      <section className="block-card space-y-4 p-5 sm:p-7">
        <h2 className="text-xl">{text('feedbag.settings.statuses')}</h2>
        <p>{text('feedbag.settings.statusesLead')}</p>
        <StatusForms form={form} statuses={statuses} />
      </section>
      <People form={form} people={people} now={now} />
    </div>
  );
}

function NewProject({ form }: { readonly form: PageForm }) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'feedbag.createProject' });
  return (
    <Details summary={text('feedbag.settings.newProject')} open={refusal !== undefined}>
      <ActionForm form={form} fields={{ intent: 'feedbag.createProject' }} className="space-y-4">
        <Field
          name="name"
          label={text('feedbag.settings.name')}
          required
          maxLength={MAX_PROJECT_NAME}
          defaultValue={refusal?.values['name'] ?? ''}
          error={refusal?.problem.fields?.['name']}
        />
        <Field
          name="projectId"
          label={text('feedbag.settings.address')}
          hint={text('feedbag.settings.addressHint')}
          required
          maxLength={40}
          pattern="[a-z0-9\\-]+"
          defaultValue={refusal?.values['projectId'] ?? ''}
          error={refusal?.problem.fields?.['projectId']}
        />
        <Submit>{text('feedbag.settings.create')}</Submit>
      </ActionForm>
    </Details>
  );
}

interface PeopleProps {
  readonly form: PageForm;
  readonly people: readonly KnownPerson[];
  readonly now: number;
}

const STANDING_NAMES = { trusted: 'feedbag.settings.trusted', blocked: 'feedbag.settings.blocked' } as const;

function People({ form, people, now }: PeopleProps) {
  const { text } = useText();
  return (
    <section className="block-card space-y-4 p-5 sm:p-7">
      <h2 className="text-xl">{text('feedbag.settings.people')}</h2>
      {people.length === 0 && <p>{text('feedbag.settings.nobody')}</p>}
      <ul className="space-y-3">
        {people.map(({ userId, name, status, at }) => (
          <li key={userId} className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <strong className="wrap-anywhere">{name}</strong>
            <Badge tone={status === 'blocked' ? 'danger' : 'success'}>{text(STANDING_NAMES[status])}</Badge>
            <span className="text-sm text-muted">
              <RelativeTime at={at} now={now} />
            </span>
            <ActionForm form={form} fields={{ intent: 'feedbag.forgetDecision', userId }}>
              <Submit kind="quiet" aria-label={text('feedbag.settings.forgetFor', { name })}>
                {text('feedbag.settings.forget')}
              </Submit>
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  );
}
