import { redirect } from 'react-router';
import * as z from 'zod/mini';

import type { FormIntent, FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { LOCALES } from '#app/current/locale.ts';
import { subjectOf } from '#app/following/subject.ts';
import type { OwnItemKind } from '#app/notifications/event-kind.server.ts';

import { attachFiles, detachFile } from '../files.server.ts';
import { AUDIENCES, MAX_BODY, MAX_TITLE } from '../message.ts';
import {
  changeMessage,
  createMessage,
  releaseMessage,
  sendMessage,
  withdrawMessage,
} from './written-messages.server.ts';
import type { MessageDraft } from './written-messages.server.ts';

const Draft = z.object({
  audience: z.enum(AUDIENCES),
  of: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  path: z._default(z.string().check(z.trim()), ''),
  aboutKind: z._default(z.string(), ''),
  aboutId: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  locale: z.enum(LOCALES),
  title: z
    .string()
    .check(z.trim(), z.minLength(1, 'It needs a title.'), z.maxLength(MAX_TITLE), z.regex(/^\P{Cc}*$/u, 'One line.')),
  body: z.string().check(z.trim(), z.minLength(1, 'It needs some words.'), z.maxLength(MAX_BODY)),
});

function readDraft(fields: FormFields): MessageDraft {
  const { audience, of, path, aboutKind, aboutId, locale, title, body } = fields.parse(Draft);
  const id =
    aboutId
      .split(/[?#]/, 1)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? '';
  const about = aboutKind === '' && id === '' ? '' : subjectOf(aboutKind, id);
  return { audience, of, path, about, texts: { [locale]: { title, body } } };
}

export const createFromForm =
  (kinds: readonly OwnItemKind[]): FormIntent =>
  async (current, fields) =>
    redirect(`/admin/mailbox/${await createMessage(current, readDraft(fields), kinds)}`);

export const messageIntents = (messageId: string, kinds: readonly OwnItemKind[]): FormIntents => ({
  'mailbox.save': async (current, fields) => {
    await changeMessage(current, messageId, Number(fields.raw('rev')), readDraft(fields), kinds);
    return { text: 'mailbox.done.saved' };
  },
  'mailbox.attach': async (current, fields) => {
    await attachFiles(current, messageId, Number(fields.raw('rev')), fields.files('files'));
    return { text: 'mailbox.done.attached' };
  },
  'mailbox.detach': async (current, fields) => {
    await detachFile(current, messageId, Number(fields.raw('rev')), fields.raw('fileId'));
    return { text: 'mailbox.done.detached' };
  },
  'mailbox.release': async (current, fields) => {
    await releaseMessage(current, messageId, Number(fields.raw('rev')));
    return { text: 'mailbox.done.released' };
  },
  'mailbox.send': async (current, fields) => {
    await sendMessage(current, messageId, Number(fields.raw('rev')));
    return { text: 'mailbox.done.sent' };
  },
  'mailbox.withdraw': async (current) => {
    await withdrawMessage(current, messageId);
    return { text: 'mailbox.done.withdrawn' };
  },
});
