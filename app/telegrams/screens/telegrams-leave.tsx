import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { spentLink } from '#app/mail/problems.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { leaveByLink, readLeaveToken } from '../leaving.server.ts';
import { NEWSLETTERS } from '../newsletter.ts';
import { preferencesToken } from '../subscribers.server.ts';
import type { Route } from './+types/telegrams-leave';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const { subscriberId, subscription } = readLeaveToken(current, params.token);
  const text = await getText(current.locale);
  return {
    head: {
      title: text('newsletters.leave.title'),
      description: text('telegrams.page.description'),
      noindex: true,
    },
    subscription,
    preferences: `/telegrams?manage=${preferencesToken(current, subscriberId)}`,
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(
    current,
    await request.formData(),
    {
      leave: {
        least: 'public',
        run: async (current) => {
          const { subscription } = await leaveByLink(current, params.token);
          const text = await getText(current.locale);
          return { text: 'newsletters.preferences.left', values: { name: text(NEWSLETTERS[subscription].name) } };
        },
      },
    },
    { errorPage: [spentLink] },
  ),
);

export const headers = formHeaders;

export default function LeaveNewsletter({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData);
  const name = text(NEWSLETTERS[loaderData.subscription].name);
  return (
    <section className="block-card mx-auto max-w-2xl space-y-6 p-6 sm:p-10 md:my-6">
      <h1 className="text-4xl">{text('newsletters.leave.title')}</h1>
      <FormNotice form={form} />
      {!form.state?.done && (
        <>
          <p>{text('newsletters.leave.text', { name })}</p>
          <ActionForm form={form} fields={{ intent: 'leave' }}>
            <Submit kind="loud">{text('newsletters.preferences.leave', { name })}</Submit>
          </ActionForm>
        </>
      )}
      <SiteLink to={loaderData.preferences} className={buttonClass('plain')}>
        {text('newsletters.leave.instead')}
      </SiteLink>
    </section>
  );
}
