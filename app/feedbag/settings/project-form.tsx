import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { ROLES } from '#app/current/role.ts';
import { STAGES } from '#app/current/stage.ts';
import { CheckboxField, Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { MAX_PROJECT_NAME, MAX_PROJECT_TEXT, ROLE_NAMES } from '../project.ts';
import type { ProjectSettings } from '../project.ts';

interface ProjectFormProps {
  readonly form: PageForm;
  readonly project: ProjectSettings;
  readonly games: readonly { readonly slug: string; readonly name: string }[];
}

export function ProjectForm({ form, project, games }: ProjectFormProps) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'feedbag.saveProject' });
  const fieldFor = (name: keyof typeof LABELS) => ({
    name,
    label: text(LABELS[name]),
    error: refusal?.problem.fields?.[name],
    defaultValue: refusal?.values[name] ?? String(project[name]),
  });
  return (
    <ActionForm
      key={project.rev}
      form={form}
      fields={{ intent: 'feedbag.saveProject', rev: String(project.rev) }}
      className="space-y-6"
    >
      <Field {...fieldFor('name')} required maxLength={MAX_PROJECT_NAME} />
      <TextareaField {...fieldFor('about')} rows={2} maxLength={MAX_PROJECT_TEXT} />
      <TextareaField
        {...fieldFor('welcome')}
        hint={text('feedbag.settings.welcomeHint')}
        rows={4}
        maxLength={MAX_PROJECT_TEXT}
      />
      <TextareaField
        {...fieldFor('template')}
        hint={text('feedbag.settings.templateHint')}
        rows={5}
        maxLength={MAX_PROJECT_TEXT}
      />
      <Audience form={form} project={project} games={games} />
      <Field {...fieldFor('place')} type="number" min={0} max={999_999} className="max-w-40" />
      <Submit kind="loud">{text('feedbag.settings.save')}</Submit>
    </ActionForm>
  );
}

const LABELS = {
  name: 'feedbag.settings.name',
  about: 'feedbag.settings.about',
  welcome: 'feedbag.settings.welcome',
  template: 'feedbag.settings.template',
  place: 'feedbag.settings.place',
} as const;

function Audience({ form, project, games }: ProjectFormProps) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'feedbag.saveProject' });
  const isChecked = (name: string, was: boolean) => (refusal === undefined ? was : refusal.values[name] !== undefined);
  return (
    <>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <SelectField
          name="game"
          label={text('feedbag.settings.game')}
          defaultValue={refusal?.values['game'] ?? project.game}
        >
          <option value="">{text('feedbag.settings.noGame')}</option>
          {games.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="leastRole"
          label={text('feedbag.settings.leastRole')}
          defaultValue={refusal?.values['leastRole'] ?? project.leastRole}
        >
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {text(ROLE_NAMES[role])}
            </option>
          ))}
        </SelectField>
      </div>
      <StageFields chosen={project.stages} />
      <CheckboxField
        name="isModerated"
        label={text('feedbag.settings.isModerated')}
        hint={text('feedbag.settings.isModeratedHint')}
        defaultChecked={isChecked('isModerated', project.isModerated)}
      />
      <CheckboxField
        name="takesAnonymous"
        label={text('feedbag.settings.takesAnonymous')}
        defaultChecked={isChecked('takesAnonymous', project.takesAnonymous)}
      />
    </>
  );
}

function StageFields({ chosen }: { readonly chosen: readonly string[] }) {
  const { text } = useText();
  return (
    <fieldset className="space-y-2">
      <legend className="field-label">{text('feedbag.settings.stages')}</legend>
      <p className="field-hint">{text('feedbag.settings.stagesHint')}</p>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {STAGES.map((stage) => (
          <label key={stage} className="choice">
            <input
              type="checkbox"
              className="checkbox"
              name="stages"
              value={stage}
              defaultChecked={chosen.includes(stage)}
            />
            <span>{stage}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
