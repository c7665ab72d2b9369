import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { entriesPath } from '../entry.ts';
import { noProject } from '../problems.ts';
import { getProjectSettings } from '../projects.server.ts';
import { ProjectForm } from '../settings/project-form.tsx';
import { gameChoices, projectIntents } from '../settings/settings-forms.server.ts';
import type { Route } from './+types/feedbag-project-settings';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const project = await getProjectSettings(current, params.projectId);
  const text = await getText(current.locale);
  return {
    project,
    games: gameChoices,
    head: {
      title: text('feedbag.settings.of', { name: project.name }),
      description: text('feedbag.settings.lead'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, params }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), projectIntents(params.projectId), { errorPage: [noProject] }),
);

export const headers = formHeaders;

export default function FeedbagProjectSettings({ loaderData: { project, games }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { projectId, name } = project;
  const form = useForm(actionData, { of: 'feedbag.', fallbackFocus: 'settings-title' });
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <header className="space-y-4">
        <SiteLink to="/feedbag/settings" className="inline-block py-1 font-bold underline">
          {text('feedbag.settings.title')}
        </SiteLink>
        <h1 id="settings-title" tabIndex={-1} className="squiggle text-3xl wrap-anywhere sm:text-4xl">
          {text('feedbag.settings.of', { name })}
        </h1>
        <p className="flex flex-wrap gap-3">
          <SiteLink to={entriesPath(projectId)} className={buttonClass('plain')}>
            {text('feedbag.settings.entries')}
          </SiteLink>
          <SiteLink to={`/feedbag/${projectId}/webhooks`} className={buttonClass('plain')}>
            {text('feedbag.webhooks.title')}
          </SiteLink>
          <a href={`${entriesPath(projectId)}.zip`} download className={buttonClass('plain')}>
            {text('feedbag.settings.zip')}
          </a>
        </p>
      </header>
      <FormNotice form={form} />
      <section className="block-card p-5 sm:p-7">
        <ProjectForm form={form} project={project} games={games} />
      </section>
    </div>
  );
}
