import type { Current } from '#app/current/current.server.ts';
import type { Locale } from '#app/current/locale.ts';
import type { AnyMail } from '#app/mail/mail-kind.server.ts';
import { renderMail } from '#app/mail/render.server.tsx';
import { getThread } from '#app/threads/messages.server.ts';
import { linesOfHtml } from '#lib/mail/inbound/html-lines.ts';
import type { SentMails } from '#lib/mail/inbound/quotes.ts';

import { answerMail, answerProps } from './answer.mail.tsx';
import { findAnswerReader } from './desk/answer-preview.server.ts';
import { receivedMail } from './received.mail.tsx';
import { findSubmissionRoot, keylessLink } from './submission-rows.server.ts';
import type { SubmissionRow } from './submission.ts';

/** What its sender and the studio have said to each other, and the words around that in our mails. */
export async function findSentMails(current: Current, row: SubmissionRow): Promise<Omit<SentMails, 'names'>> {
  const reader = { role: 'public', stage: current.stage, participantIds: [row.participantId] } as const;
  const { messages } = await getThread(current, reader, await findSubmissionRoot(current, row));
  const { locale } = (await findAnswerReader(current, row)) ?? row;
  const answer = answerProps(current, row, { body: '', files: 1, link: keylessLink(current, row) });
  const received = await receivedMail.find(current, { subjectId: row.subjectId });
  const [ours, theirs] = [
    messages.filter(({ side }) => side === 'studio'),
    messages.filter(({ side }) => side === 'player'),
  ];
  return {
    frames: [
      await mailedText(current, answerMail, answer, locale),
      received === undefined ? '' : await mailedText(current, receivedMail, received.props, locale),
      ...theirs.map(({ body }) => body),
    ],
    bodies: ours.map(({ body }) => body),
  };
}

/** As programs show it that read HTML, and those that do not. */
export async function mailedText(current: Current, mail: AnyMail, props: unknown, locale: Locale): Promise<string> {
  const { text, html } = await renderMail(current, mail, props, locale);
  const lines = linesOfHtml(html).map((line) => line.text);
  return [text, ...lines].join('\n');
}
