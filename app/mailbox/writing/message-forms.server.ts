import { redirect } from 'react-router';
import * as z from 'zod/mini';

import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { LOCALES } from '#app/current/locale.ts';
import { toSubject } from '#app/following/subject.ts';
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
  perkId: z._default(z.string().check(z.maxLength(64)), ''),
  locale: z.enum(LOCALES),
  title: z
    .string()
    .check(z.trim(), z.minLength(1, 'It needs a title.'), z.maxLength(MAX_TITLE), z.regex(/^\P{Cc}*$/u, 'One line.')),
  body: z.string().check(z.trim(), z.minLength(1, 'It needs some words.'), z.maxLength(MAX_BODY)),
});

function readDraft(fields: FormFields): MessageDraft {
  const { audience, of, path, aboutKind, aboutId, perkId, locale, title, body } = fields.parse(Draft);
  const id =
    aboutId
      .split(/[?#]/, 1)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? '';
  const about = aboutKind === '' && id === '' ? '' : toSubject(aboutKind, id);
  return { audience, of, path, about, perkId, texts: { [locale]: { title, body } } };
}

export const creationIntents = (kinds: readonly OwnItemKind[]): FormIntents => ({
  'mailbox.create': {
    least: 'staff',
    unaudited: 'Who created it, and when, is kept with it.',
    run: async (current, fields) =>
      redirect(`/admin/mailbox/${await createMessage(current, readDraft(fields), kinds)}`),
  },
});

export const messageIntents = (messageId: string, kinds: readonly OwnItemKind[]): FormIntents => ({
  'mailbox.save': {
    least: 'staff',
    audit: 'mailbox.change',
    text: 'mailbox.done.saved',
    run: (current, fields) => changeMessage(current, messageId, Number(fields.raw('rev')), readDraft(fields), kinds),
  },
  'mailbox.attach': {
    least: 'staff',
    audit: 'mailbox.change',
    text: 'mailbox.done.attached',
    run: (current, fields) => attachFiles(current, messageId, Number(fields.raw('rev')), fields.files('files')),
  },
  'mailbox.detach': {
    least: 'staff',
    audit: 'mailbox.change',
    text: 'mailbox.done.detached',
    run: (current, fields) => detachFile(current, messageId, Number(fields.raw('rev')), fields.raw('fileId')),
  },
  'mailbox.release': {
    least: 'admin',
    audit: 'mailbox.release',
    text: 'mailbox.done.released',
    run: (current, fields) => releaseMessage(current, messageId, Number(fields.raw('rev'))),
  },
  'mailbox.send': {
    least: 'admin',
    audit: 'mailbox.send',
    text: 'mailbox.done.sent',
    run: (current, fields) => sendMessage(current, messageId, Number(fields.raw('rev'))),
  },
  'mailbox.withdraw': {
    least: 'admin',
    audit: 'mailbox.withdraw',
    text: 'mailbox.done.withdrawn',
    run: (current) => withdrawMessage(current, messageId),
  },
});
