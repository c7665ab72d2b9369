import { findMailRecipient } from '#app/accounts/emails/emails.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import type { MailRecipient } from '#app/mail/mail-kind.server.ts';
import { renderMail } from '#app/mail/render.server.tsx';
import type { RenderedMail } from '#app/mail/render.server.tsx';
import { readyMessage } from '#app/threads/writing.server.ts';
import { Problem } from '#lib/problem.ts';

import { answerMail, answerProps, answerSubject } from '../answer.mail.tsx';
import { noAddress, noteUnmailed } from '../problems.ts';
import { keylessLink, requireRow } from '../submission-rows.server.ts';
import { toSubmissionNumber } from '../submission.ts';
import type { SubmissionRow } from '../submission.ts';
import type { AnswerEnvelope } from '../thread-page.ts';
import type { TypedAnswer } from './answering.server.ts';

/** The mail as its reader gets it, without the key of the link. Needs staff. @throws Problem 400, 401, 403, 404, 409 */
export async function previewAnswer(
  current: Current,
  subjectId: string,
  { kind, body, files }: Pick<TypedAnswer, 'kind' | 'body'> & { readonly files: number },
): Promise<RenderedMail> {
  requireRole(current, 'staff');
  const row = await requireRow(current, subjectId);
  if (kind === 'internal') throw new Problem(noteUnmailed);
  const reader = await findAnswerReader(current, row);
  if (reader === undefined) throw new Problem(noAddress);
  const answer = { body: readyMessage(body).text, files, link: keylessLink(current, row) };
  const props = answerProps(current, row, answer);
  return renderMail(current, answerMail, props, reader.locale);
}

/** Permission is up to the caller. @returns undefined of an account without an address */
export async function findAnswerReader(
  current: Current,
  { userId, email, locale }: SubmissionRow,
): Promise<MailRecipient | undefined> {
  return email === undefined ? findMailRecipient(current, userId ?? '') : { to: email, locale };
}

/** What is on the outside of such a mail. */
export async function createEnvelope(
  { subjectId }: SubmissionRow,
  { to, locale }: MailRecipient,
): Promise<AnswerEnvelope> {
  const subject = answerSubject(await getText(locale), { number: toSubmissionNumber(subjectId) });
  return { to, locale, subject };
}
