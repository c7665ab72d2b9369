import { data, redirect } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { unknownPage } from '#app/current/problems.ts';
import picture from '#content/art/linkout.svg';
import { Problem } from '#lib/problem.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';

import { goIntents } from '../go-forms.server.ts';
import { linkVisitor } from '../link-visitor.server.ts';
import { openLink } from '../redirects.server.ts';
import { MAX_PASSWORD, ONWARD, shortlinkPath } from '../shortlink.ts';
import { noteVisit } from '../visits.server.ts';
import type { Route } from './+types/go';

/** What a shortlink shows where it leads nowhere at once: that it has ended, its question for a password, or its preview. */
export const loader = withCurrent(async (current, { params: { slug }, request }: Route.LoaderArgs) => {
  // A form that was answered is not a visit.
  const visitor = linkVisitor(current, request, request.method === 'POST' ? 'HEAD' : request.method);
  const opened = await openLink(current, slug, visitor);
  if (opened.is === 'away') throw redirect(opened.to, { headers: { 'cache-control': 'private, no-store' } });
  if (opened.is === 'none' || opened.is === 'prefetch') throw new Problem(unknownPage);
  const text = await getText(current.locale);
  if (opened.is === 'over') {
    const head = { title: text('go.page.over'), description: text(WHY[opened.why]), noindex: true };
    return data({ opened, slug, head }, { status: 410 });
  }
  if (opened.is === 'preview' && request.method === 'GET')
    noteVisit(current, visitor, { shortlinkId: opened.shortlinkId, branch: 0 });
  const preview = opened.is === 'preview' ? opened.preview : undefined;
  const head = {
    title: opened.title || preview?.title || text('go.page.title'),
    description: preview?.description || text('go.page.description'),
    image: preview?.image || undefined,
    noindex: true,
  };
  return data({ opened, slug, head });
});

export const action = withCurrent(async (current, { params: { slug }, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), goIntents(slug, linkVisitor(current, request, request.method))),
);

export const headers = formHeaders;

const WHY = { expired: 'go.page.expired', used: 'go.page.used', deleted: 'go.page.deleted' } as const;

export default function Go({ loaderData: { opened, slug, head }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { of: 'go.', action: useSitePath(shortlinkPath(slug)) });
  const to = findTarget(form.state);
  return (
    <article className="block-card mx-auto max-w-3xl space-y-6 p-6 sm:p-10">
      <div className="flex flex-col-reverse gap-4 sm:flex-row sm:items-center sm:justify-between">
        <h1 className="squiggle text-3xl md:text-4xl">{head.title}</h1>
        <img src={picture} alt="" width="480" height="360" className="w-44 rounded-2xl sm:w-56" />
      </div>
      {opened.is === 'over' && <p>{text(WHY[opened.why])}</p>}
      {opened.is === 'locked' &&
        (to === undefined ? <PasswordForm form={form} /> : <Onward to={to} state={form.state} />)}
      {opened.is === 'preview' &&
        (opened.to === undefined ? <p>{text('go.page.openIt')}</p> : <Onward to={opened.to} />)}
      <p>
        <SiteLink to="/" className={buttonClass('plain')}>
          {text('login.success.home')}
        </SiteLink>
      </p>
    </article>
  );
}

function PasswordForm({ form }: { readonly form: PageForm }) {
  const { text } = useText();
  const refusal = form.findRefusal(UNLOCK);
  return (
    <>
      <p>{text('go.page.locked')}</p>
      <FormNotice form={form} />
      <ActionForm form={form} fields={UNLOCK} className="flex flex-wrap items-start gap-4">
        <Field
          type="password"
          label={text('go.page.password')}
          name="password"
          error={refusal?.problem.fields?.['password']}
          required
          maxLength={MAX_PASSWORD}
          autoComplete="off"
          className="min-w-0 grow basis-60"
        />
        <Submit kind="loud" className="sm:mt-8">
          {text('go.page.unlock')}
        </Submit>
      </ActionForm>
    </>
  );
}

const UNLOCK = { intent: 'go.unlock' };

/** @param state of the form by which somebody has asked for it, who goes on at once */
function Onward({ to, state }: { readonly to: string; readonly state?: FormState | undefined }) {
  const { text } = useText();
  return (
    <p>
      {state && <meta httpEquiv="refresh" content={`0;url=${to}`} />}
      <a href={to} rel="noopener" className={`${buttonClass('loud')} wrap-anywhere`} {...focusTarget(state, ONWARD)}>
        {text('go.page.onward', { host: URL.parse(to)?.host ?? '' })}
      </a>
    </p>
  );
}

function findTarget(state: FormState | undefined): string | undefined {
  const result: unknown = state?.done === true ? state.result : undefined;
  const to: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'to') : undefined;
  return typeof to === 'string' ? to : undefined;
}
