import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { ProofFirst } from '#app/current/page/proof-link.tsx';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { hasProof } from '#app/current/permission.ts';

import { exportIntents } from '../export-forms.server.ts';
import { ExportStatus } from '../export-panel.tsx';
import { EXPORT_PAGE } from '../export.ts';
import { findOwnExport } from '../exports.server.ts';
import type { Route } from './+types/own-export';

export const loader = withCurrent(async (current) => {
  const last = await findOwnExport(current);
  const text = await getText(current.locale);
  return {
    last,
    hasProof: hasProof(current),
    head: { title: text('exports.panel.title'), description: text('exports.panel.about'), noindex: true },
  };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), exportIntents),
);

export const headers = formHeaders;

export default function OwnExport({ loaderData: { last, hasProof: isProved }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { of: 'exports.', action: useSitePath(EXPORT_PAGE) });
  const isUnderWay = last?.state === 'waiting' || last?.state === 'running';
  return (
    <div className="mx-auto max-w-2xl space-y-6">
      <h1 className="text-4xl">{text('exports.panel.title')}</h1>
      <p>{text('exports.panel.about')}</p>
      <FormNotice form={form} />
      <div className="block-card space-y-5 p-5 sm:p-7">
        {last !== undefined && (
          <ExportStatus
            of={last}
            page={EXPORT_PAGE}
            download={isProved ? `${EXPORT_PAGE}/${last.exportId}/download` : undefined}
          />
        )}
        {!isProved && !isUnderWay && <ProofFirst returnTo={EXPORT_PAGE} />}
        {isProved && !isUnderWay && (
          <ActionForm form={form} fields={{ intent: 'exports.ask' }}>
            <Submit kind={last?.state === 'ready' ? 'plain' : 'loud'}>
              {text(last?.state === 'ready' ? 'exports.panel.again' : 'exports.panel.ask')}
            </Submit>
          </ActionForm>
        )}
      </div>
    </div>
  );
}
