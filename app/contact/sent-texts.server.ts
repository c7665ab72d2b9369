import type { Current } from '#app/current/current.server.ts';
import type { Locale } from '#app/current/locale.ts';
import type { AnyMail } from '#app/mail/mail-kind.server.ts';
import { renderMail } from '#app/mail/render.server.tsx';
import { getThread } from '#app/threads/threads.server.ts';
import { linesOfHtml } from '#lib/mail/inbound/html-lines.ts';

import { answerMail, answerProps } from './answer.mail.tsx';
import { findAnswerReader } from './desk/answer-preview.server.ts';
import { receivedMail } from './received.mail.tsx';
import { findMerged, keylessLink } from './submission-rows.server.ts';
import type { SubmissionRow } from './submission.ts';

/** What its sender and the studio have said to each other, and the words around that in our mails. */
export async function findSentTexts(current: Current, row: SubmissionRow): Promise<string[]> {
  const { subjectId: of, mergedInto: subjectId = of, participantId } = row;
  const reader = { role: 'public', stage: current.stage, participantIds: [participantId] } as const;
  const { messages } = await getThread(current, reader, [subjectId, ...(await findMerged(current, subjectId))]);
  const { locale } = (await findAnswerReader(current, row)) ?? row;
  const answer = answerProps(current, row, { body: '', files: 1, link: keylessLink(current, row) });
  const received = await receivedMail.find(current, { subjectId: of });
  return [
    await mailedText(current, answerMail, answer, locale),
    received === undefined ? '' : await mailedText(current, receivedMail, received.props, locale),
    ...messages.map(({ body }) => body),
  ];
}

/** As programs show it that read HTML, and those that do not. */
export async function mailedText(current: Current, mail: AnyMail, props: unknown, locale: Locale): Promise<string> {
  const { text, html } = await renderMail(current, mail, props, locale);
  const lines = linesOfHtml(html).map((line) => line.text);
  return [text, ...lines].join('\n');
}
