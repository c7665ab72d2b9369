import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SignInLink } from '#app/current/page/sign-in-link.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { mayWriteMessage } from '#app/threads/audience.ts';
import { threadReader } from '#app/threads/readers.server.ts';
import { MAX_MESSAGE_FORM_BYTES } from '#app/threads/thread.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { findStatuses } from '../entries/status-list.server.ts';
import { entriesPath } from '../entry.ts';
import { enterIntents } from '../feedbag-forms.server.ts';
import { EntryForm } from '../page/entry-form.tsx';
import { noProject } from '../problems.ts';
import { openProject } from '../projects.server.ts';
import { makeChallenge } from '../proofs.server.ts';
import type { Route } from './+types/feedbag-new';

const PREFILLED = ['title', 'body', 'platform', 'version', 'tags'];

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const project = await openProject(current, params.projectId);
  const isSignedIn = current.actor.userId !== undefined;
  const prefill = PREFILLED.flatMap((name) => {
    const value = url.searchParams.get(name)?.slice(0, 1000) ?? '';
    return value === '' ? [] : [[name, value]];
  });
  const text = await getText(current.locale);
  return {
    project,
    isSignedIn,
    prefill: Object.fromEntries(prefill) as Record<string, string>,
    statuses: await findStatuses(current),
    challenge: !isSignedIn && project.takesAnonymous ? makeChallenge(current) : undefined,
    mayNote: mayWriteMessage(threadReader(current, '', undefined), 'internal'),
    head: {
      title: text('feedbag.form.heading', { name: project.name }),
      description: project.about,
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, params }: Route.ActionArgs) => {
  const { locale, projectId } = params;
  const localizePath = (path: string) => inLocale({ locale }, path);
  return answerForm(current, await request.formData(), enterIntents(projectId, localizePath), {
    errorPage: [noProject],
  });
});

export const headers = formHeaders;

export const handle: FormHandle = { maxFileFormBytes: MAX_MESSAGE_FORM_BYTES };

export default function FeedbagNew({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { project, isSignedIn, challenge } = loaderData;
  const { projectId, name, welcome } = project;
  const form = useForm(actionData, { of: 'feedbag.' });
  const mayWrite = isSignedIn || challenge !== undefined;
  return (
    <section className="block-card mx-auto max-w-3xl space-y-6 p-6 sm:p-10 md:my-6">
      <header className="space-y-4">
        <SiteLink to={entriesPath(projectId)} className="inline-block py-1 font-bold underline">
          {text('feedbag.entry.back', { name })}
        </SiteLink>
        <h1 className="squiggle text-3xl sm:text-4xl">{text('feedbag.form.heading', { name })}</h1>
        <p className="text-lg whitespace-pre-wrap">{welcome}</p>
      </header>
      <FormNotice form={form} />
      {!isSignedIn && (
        <p className="space-y-3">
          <SignInLink className={buttonClass('plain')}>{text('feedbag.form.signIn')}</SignInLink>
        </p>
      )}
      {mayWrite && <EntryForm {...loaderData} form={form} />}
    </section>
  );
}
