import { ChoiceForm } from '#app/choices/choice-form.tsx';
import { choiceCatalogContext } from '#app/choices/choice.server.ts';
import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import { AlertChoices } from '../alerts/alert-choices.tsx';
import { alertIntents } from '../alerts/alert-forms.server.ts';
import { readAlerts } from '../alerts/alerts-page.server.ts';
import { DeliveryLog } from '../alerts/delivery-log.tsx';
import { FollowList } from '../alerts/follow-list.tsx';
import { eventCatalogContext } from '../event-kind.server.ts';
import type { Route } from './+types/alerts';

export const loader = withCurrent(async (current, { params, url, context }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  return {
    ...(await readAlerts(current, context.get(eventCatalogContext), context.get(choiceCatalogContext), params, url)),
    head: {
      title: text('notify.alerts.title'),
      description: text('notify.alerts.description'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) =>
  answerForm(
    current,
    await request.formData(),
    alertIntents(context.get(eventCatalogContext), context.get(choiceCatalogContext)),
  ),
);

export const headers = formHeaders;

export default function Alerts({ loaderData: { off, alerts }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { fallbackFocus: 'alerts-title' });
  return (
    <div className="mx-auto max-w-4xl space-y-10">
      <header className="space-y-4">
        <h1 id="alerts-title" tabIndex={-1} className="squiggle text-4xl sm:text-5xl">
          {text(off ? 'notify.off.title' : 'notify.alerts.title')}
        </h1>
        {!off && <p className="text-lg">{text('notify.alerts.lead')}</p>}
      </header>
      <FormNotice form={form} undo={<UndoForm form={form} label={text('notify.row.undo')} letter="z" />} />
      {off && <OffForm off={off} form={form} />}
      {alerts && (
        <>
          <AlertChoices choices={alerts.alertChoices} />
          <section aria-labelledby="clock" className="space-y-4">
            <h2 id="clock" className="text-2xl">
              {text('notify.alerts.clock')}
            </h2>
            <ChoiceForm choices={alerts.choices} form={form} />
          </section>
          <FollowList games={alerts.games} follows={alerts.follows} next={alerts.next} form={form} />
          <DeliveryLog deliveries={alerts.deliveries} now={alerts.now} />
        </>
      )}
    </div>
  );
}

/** Shows what will happen; opening the link has done nothing. */
function OffForm({ off: { token, title }, form }: { off: { token: string; title: string }; form: PageForm }) {
  const { text } = useText();
  if (form.state?.done) return null;
  return (
    <ActionForm form={form} fields={{ intent: 'alerts.off', token }} className="block-card space-y-5 p-6">
      <p>{text('notify.off.lead', { title })}</p>
      <Submit kind="loud">{text('notify.off.submit')}</Submit>
    </ActionForm>
  );
}
