import { redirect } from 'react-router';

import { FormFields } from '#app/current/forms/form-fields.ts';
import { problemText } from '#app/current/forms/problem-text.server.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Problem } from '#lib/problem.ts';

import { answerKind } from '../contact-forms.server.ts';
import { previewAnswer } from '../desk/answer-preview.server.ts';
import type { Route } from './+types/contact-answer-mail';

/** The mail of an answer that is not sent yet. Its inline styles need a policy of its own; nothing in it runs. */
export const action = withCurrent(async (current, { request, params: { subjectId } }: Route.ActionArgs) => {
  const fields = new FormFields(await request.formData());
  try {
    const files = fields.all('files').filter((name) => name !== '').length;
    const typed = { kind: answerKind(fields), body: fields.raw('body'), files };
    const { html, text } = await previewAnswer(current, subjectId, typed);
    return fields.text('as') === 'text' ? framed('text/plain', text) : framed('text/html', html);
  } catch (refusal) {
    if (!(refusal instanceof Problem) || ![400, 409].includes(refusal.status)) throw refusal;
    return framed('text/plain', (await problemText(current.locale, refusal)).text, refusal.status);
  }
});

function framed(type: string, body: string, status = 200): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'private, no-store',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    },
  });
}

/** An answer that is not sent has no address. */
export const loader = ({ params: { subjectId } }: Route.LoaderArgs) => redirect(`/contact/submissions/${subjectId}`);

/** Of a message whose letters take nine bytes each, encoded as for an address. */
export const handle: FormHandle = { maxFormBytes: 128 * 1024 };
