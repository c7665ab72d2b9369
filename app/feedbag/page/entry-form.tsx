import { useState } from 'react';
import type { SubmitEvent } from 'react';

import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { FileField } from '#app/threads/file-field.tsx';
import { MAX_MESSAGE } from '#app/threads/thread.ts';
import { PLATFORMS } from '#content/platforms.ts';
import { CheckboxField, Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { MAX_TITLE, MAX_VERSION } from '../entry.ts';
import type { EntryStatus } from '../entry.ts';
import type { Project } from '../project.ts';
import { solveChallenge, writePayload } from '../proof.ts';
import type { ProofChallenge } from '../proof.ts';
import { useSimilar } from './use-similar.ts';

interface EntryFormProps {
  readonly form: PageForm;
  readonly project: Project;
  readonly prefill: FieldValues;
  /** For who has no account. */
  readonly challenge: ProofChallenge | undefined;
  readonly mayNote: boolean;
  readonly statuses: readonly EntryStatus[];
}

/** What somebody has to say about a project. What is like it is shown while they type, so that they may vote instead. */
export function EntryForm({ form, project, prefill, challenge, mayNote, statuses }: EntryFormProps) {
  const { text } = useText();
  const { projectId, template } = project;
  const refusal = form.findRefusal({ intent: 'feedbag.enter' });
  const values: FieldValues = { body: template, ...prefill, ...refusal?.values };
  const errors = refusal?.problem.fields ?? {};
  const [title, setTitle] = useState('');
  const fieldFor = (name: string) => ({ name, error: errors[name], defaultValue: values[name] ?? '' });
  return (
    <ActionForm
      form={form}
      fields={{ intent: 'feedbag.enter' }}
      encType="multipart/form-data"
      className="space-y-6"
      onSubmit={challenge && ((event) => proveFirst(event, challenge))}
    >
      <FormDraft name={`${STORAGE_KEYS.contact}entry-${projectId}`} form={form} intent="feedbag.enter" />
      <Field
        {...fieldFor('title')}
        label={text('feedbag.form.title')}
        hint={text('feedbag.form.titleHint')}
        required
        maxLength={MAX_TITLE}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Similar projectId={projectId} title={title} statuses={statuses} />
      <TextareaField
        {...fieldFor('body')}
        label={text('feedbag.form.body')}
        required
        rows={9}
        maxLength={MAX_MESSAGE}
      />
      <FactFields fieldFor={fieldFor} filesError={errors['files']} />
      {mayNote && (
        <CheckboxField
          name="internal"
          label={text('feedbag.form.internal')}
          hint={text('feedbag.form.internalHint')}
          defaultChecked={refusal?.values['internal'] !== undefined}
        />
      )}
      <ProofFields challenge={challenge} />
      <Submit kind="loud">{text('feedbag.form.send')}</Submit>
    </ActionForm>
  );
}

interface FactFieldsProps {
  readonly fieldFor: (name: string) => { name: string; error: string | undefined; defaultValue: string };
  readonly filesError: string | undefined;
}

function FactFields({ fieldFor, filesError }: FactFieldsProps) {
  const { text } = useText();
  return (
    <>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <SelectField {...fieldFor('platform')} label={text('feedbag.form.platform')}>
          <option value="">{text('feedbag.form.choose')}</option>
          {PLATFORMS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Field {...fieldFor('version')} label={text('feedbag.form.version')} maxLength={MAX_VERSION} />
      </div>
      <Field
        {...fieldFor('tags')}
        label={text('feedbag.form.tags')}
        hint={text('feedbag.form.tagsHint')}
        maxLength={200}
      />
      <FileField error={filesError} />
    </>
  );
}

/** Of a form that begins with `proveFirst`; without scripts, it sends the challenge as it came. */
export function ProofFields({ challenge }: { readonly challenge: ProofChallenge | undefined }) {
  const { text } = useText();
  return (
    <>
      <input type="hidden" name="proof" defaultValue="" />
      {challenge && <input type="hidden" name="challenge" defaultValue={writePayload(challenge)} />}
      <p className="hidden" aria-hidden="true">
        <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </p>
      {challenge && <p className="text-muted">{text('feedbag.form.proof')}</p>}
    </>
  );
}

/** The form goes when its browser has done the work, which takes a moment once. */
export function proveFirst(event: SubmitEvent<HTMLFormElement>, challenge: ProofChallenge): void {
  const form = event.currentTarget;
  const field = form.elements.namedItem('proof');
  if (!(field instanceof HTMLInputElement) || field.value !== '') return;
  event.preventDefault();
  void prove(form, field, challenge);
}

async function prove(form: HTMLFormElement, field: HTMLInputElement, challenge: ProofChallenge): Promise<void> {
  // While a browser tells of one submission it begins no other, and some do the whole work before they have told.
  await new Promise((resolve) => setTimeout(resolve));
  field.value = (await solveChallenge(challenge)) ?? 'none';
  form.requestSubmit();
  // It is good once.
  setTimeout(() => (field.value = ''));
}

interface SimilarProps {
  readonly statuses: readonly Pick<EntryStatus, 'statusId' | 'name'>[];
  readonly projectId: string;
  readonly title: string;
}

export function Similar({ projectId, title, statuses }: SimilarProps) {
  const { text } = useText();
  const entries = useSimilar(projectId, title);
  const toName = (status: string) => statuses.find(({ statusId }) => statusId === status)?.name ?? status;
  return (
    <output className="block" aria-label={text('feedbag.similar.title')}>
      {entries.length > 0 && (
        <div className="block-card space-y-3 p-4">
          <h2 className="text-lg">{text('feedbag.similar.title')}</h2>
          <ul className="space-y-2">
            {entries.map(({ subjectId, title: found, path, votes, status }) => (
              <li key={subjectId}>
                <SiteLink to={path} className="inline-block py-1 font-bold wrap-anywhere underline">
                  {found}
                </SiteLink>{' '}
                <span className="text-sm text-muted">
                  {[text('feedbag.vote.count', { count: votes }), toName(status)].join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </output>
  );
}
