import { redirect } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { loginPath } from '#app/current/return-route.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Problem } from '#lib/problem.ts';
import { SelectField, TextareaField } from '#lib/ui/field.tsx';

import { noThing, ownThing } from '../problems.ts';
import { reportIntents } from '../report-forms.server.ts';
import { reportKindsContext } from '../report-kind.server.ts';
import { MAX_WORDS, REASON_NAMES } from '../report.ts';
import { findOwnReport, getReportable } from '../reports.server.ts';
import type { Route } from './+types/report';

export const loader = withCurrent(async (current, { params, url, context }: Route.LoaderArgs) => {
  const { kind, thing } = await getReportable(current, context.get(reportKindsContext), params);
  const { userId } = current.actor;
  if (userId === undefined) throw redirect(loginPath(url, params));
  if (thing.author?.userId === userId) throw new Problem(ownThing);
  const text = await getText(current.locale);
  return {
    thing: { title: thing.title, path: thing.path },
    kind: kind.name,
    reasons: kind.reasons,
    own: await findOwnReport(current, params),
    head: {
      title: text('reports.form.title', { thing: kind.name }),
      description: text('reports.form.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, params, context }: Route.ActionArgs) =>
  answerForm(
    current,
    await request.formData(),
    reportIntents(context.get(reportKindsContext), params.kind, params.thingId),
    { errorPage: [noThing, ownThing] },
  ),
);

export const headers = formHeaders;

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { thing, kind, reasons, own } = loaderData;
  const form = useForm(actionData, { of: 'reports.' });
  const refusal = form.findRefusal({ intent: 'reports.send' });
  return (
    <div className="mx-auto max-w-2xl space-y-6">
      <SiteLink to={thing.path} className="inline-block py-1 font-bold wrap-anywhere underline">
        {text('reports.form.back', { title: thing.title })}
      </SiteLink>
      <h1 className="text-3xl">{text('reports.form.title', { thing: kind })}</h1>
      <FormNotice form={form} />
      {own === undefined ? (
        <>
          <p>{text('reports.form.about')}</p>
          <ActionForm form={form} fields={{ intent: 'reports.send' }} className="block-card space-y-5 p-5 sm:p-7">
            <SelectField label={text('reports.form.reason')} required {...fieldFor(refusal, 'reason')}>
              <option value="">{text('reports.form.pick')}</option>
              {reasons.map((reason) => (
                <option key={reason} value={reason}>
                  {text(REASON_NAMES[reason])}
                </option>
              ))}
            </SelectField>
            <TextareaField
              label={text('reports.form.words')}
              hint={text('reports.form.wordsHint')}
              rows={4}
              maxLength={MAX_WORDS}
              {...fieldFor(refusal, 'words')}
            />
            <Submit kind="loud">{text('reports.form.send')}</Submit>
          </ActionForm>
        </>
      ) : (
        <p>
          <span>{text(own.isDecided ? 'reports.form.decided' : 'reports.form.waits')}</span>{' '}
          <span className="text-muted">
            <LocalTime at={own.at} isDay />
          </span>
        </p>
      )}
    </div>
  );
}
