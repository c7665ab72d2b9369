import { redirect } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { ProofFirst } from '#app/current/page/proof-link.tsx';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { hasProof } from '#app/current/permission.ts';
import { loginPath } from '#app/current/return-route.ts';
import { LoginPage } from '#app/login/login-page.tsx';
import picture from '#content/art/login-confirm.svg';
import { Button, buttonClass } from '#lib/ui/button.tsx';
import { CheckboxField, SelectField } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { ConsequenceList } from '../consequence-list.tsx';
import { DELETION_INTENTS } from '../deletion-forms.server.ts';
import { DELETION_PATH, WAIT_DAYS } from '../deletion.ts';
import { findOwnDueDate } from '../deletions.server.ts';
import type { Route } from './+types/deletion';

/** What somebody is shown who asks for it, has just asked, has signed in meanwhile, or has taken it back. */
export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { actor } = current;
  const dueAt = await findOwnDueDate(current);
  const state = url.searchParams.get('state');
  const isVisitor = actor.userId === undefined && dueAt === undefined;
  if (isVisitor && state !== 'asked') throw redirect(loginPath(url, params, ''));
  const text = await getText(current.locale);
  return {
    dueAt,
    isAsked: isVisitor,
    isUndone: !isVisitor && dueAt === undefined && state === 'undone',
    isMasked: actor.masquerade !== undefined,
    hasProof: hasProof(current),
    head: { title: text('deletions.page.title'), description: text('deletions.page.description'), noindex: true },
  };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), DELETION_INTENTS),
);

export const headers = formHeaders;

export default function Deletion({ loaderData, actionData }: Route.ComponentProps) {
  const { dueAt, isAsked, isUndone, isMasked, hasProof: isProved } = loaderData;
  const form = useForm(actionData, { of: 'deletions.', action: useSitePath(DELETION_PATH) });
  if (dueAt !== undefined) return <Waiting dueAt={dueAt} form={form} />;
  if (isAsked) return <Asked />;
  return <Wish form={form} isUndone={isUndone} isMasked={isMasked} isProved={isProved} />;
}

function Waiting({ dueAt, form }: { dueAt: Date; form: PageForm }) {
  const { text, richText, formatDate } = useText();
  return (
    <LoginPage picture={picture} title={text('deletions.waiting.title')}>
      <p className="text-lg">
        {richText('deletions.waiting.text', {
          date: (
            <time key="due" dateTime={dueAt.toISOString()} className="font-bold">
              {formatDate(dueAt, { dateStyle: 'long', timeZone: 'UTC' })}
            </time>
          ),
        })}
      </p>
      <p>{text('deletions.waiting.undo')}</p>
      <FormNotice form={form} />
      <div className="flex flex-wrap gap-3">
        <ActionForm form={form} fields={{ intent: 'deletions.undo' }}>
          <Submit kind="loud">{text('deletions.waiting.submit')}</Submit>
        </ActionForm>
        {/* Without scripts, the API answers this form with a redirect home. */}
        <form action="/api/auth/logout">
          <Button type="submit" kind="quiet">
            {text('login.session.end')}
          </Button>
        </form>
      </div>
    </LoginPage>
  );
}

function Asked() {
  const { text } = useText();
  return (
    <LoginPage picture={picture} title={text('deletions.asked.title')}>
      <p className="text-lg">{text('deletions.asked.text', { days: WAIT_DAYS })}</p>
      <p>{text('deletions.asked.undo')}</p>
      <p className="flex flex-wrap gap-3">
        <SiteLink to="/" className={buttonClass('plain')}>
          {text('login.success.home')}
        </SiteLink>
      </p>
    </LoginPage>
  );
}

interface WishProps {
  form: PageForm;
  isUndone: boolean;
  isMasked: boolean;
  isProved: boolean;
}

function Wish({ form, isUndone, isMasked, isProved }: WishProps) {
  const { text } = useText();
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <h1 className="text-3xl sm:text-4xl">{text('deletions.page.title')}</h1>
      {isUndone && <Notice kind="success">{text('deletions.page.undone')}</Notice>}
      <p className="text-lg">{text('deletions.page.lead', { days: WAIT_DAYS })}</p>
      <ConsequenceList />
      <section aria-labelledby="deletion-form" className="space-y-5">
        <h2 id="deletion-form">{text('deletions.form.title')}</h2>
        <FormNotice form={form} />
        {isMasked ? (
          <p>{text('deletions.form.masked')}</p>
        ) : isProved ? (
          <WishForm form={form} />
        ) : (
          <ProofFirst returnTo={DELETION_PATH} />
        )}
      </section>
    </div>
  );
}

function WishForm({ form }: { form: PageForm }) {
  const { text } = useText();
  const fields = { intent: 'deletions.ask' };
  const refusal = form.findRefusal(fields);
  const choices = (
    <>
      <option value="keep">{text('deletions.form.keep')}</option>
      <option value="delete">{text('deletions.form.delete')}</option>
    </>
  );
  return (
    <ActionForm form={form} fields={fields} className="space-y-5">
      <SelectField
        label={text('deletions.form.levels')}
        name="levels"
        defaultValue={refusal?.values['levels'] ?? 'keep'}
      >
        {choices}
      </SelectField>
      <SelectField label={text('deletions.form.posts')} name="posts" defaultValue={refusal?.values['posts'] ?? 'keep'}>
        {choices}
      </SelectField>
      <CheckboxField
        label={text('deletions.form.understood', { days: WAIT_DAYS })}
        name="understood"
        error={refusal?.problem.fields?.['understood']}
      />
      <Submit kind="danger">{text('deletions.form.submit')}</Submit>
    </ActionForm>
  );
}
