import { redirect } from 'react-router';

import { NO_CHANGE } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { noteWritten } from '#app/support/outcomes/votes.server.ts';
import { threadReader } from '#app/threads/readers.server.ts';
import { markRead } from '#app/threads/reads.server.ts';
import { editMessage } from '#app/threads/writing.server.ts';
import { Problem } from '#lib/problem.ts';
import { version } from '#package';

import { answerSubmission } from './desk/answering.server.ts';
import type { TypedAnswer } from './desk/answering.server.ts';
import { blockSender, unblockSender } from './desk/blocks.server.ts';
import { changeSubmissions, undoChange } from './desk/changes.server.ts';
import { deskParams, readDeskQuery, parseDeskField } from './desk/desk.ts';
import { redactSubmission } from './desk/redaction.server.ts';
import { deleteView, saveView } from './desk/saved-views.server.ts';
import { forwardSubmission } from './forwarding/forwards.server.ts';
import { fillIntents } from './macros/macro-forms.server.ts';
import { mergeSubmissions, unmergeSubmission } from './merging/merges.server.ts';
import { splitSubmission, unsplitSubmission } from './merging/splits.server.ts';
import { answerMessage } from './message-thread.server.ts';
import { badChange, expiredLink, isSpam } from './problems.ts';
import { sendSubmission } from './sending.server.ts';
import { changeOwnState, isExpiredLink, mailNewLink, replyToStudio } from './submissions.server.ts';
import { FACTS } from './topic.ts';

/** @param inLocale the path under the locale of the page */
export function contactIntents(topic: string, inLocale: (path: string) => string): FormIntents {
  return {
    'contact.send': {
      least: 'public',
      run: async (current, fields) => {
        // A field that nobody sees: who fills it in is no person.
        if (fields.raw('website') !== '') throw new Problem(isSpam);
        const subjectId = await sendSubmission(current, {
          topic,
          title: fields.raw('title'),
          body: fields.raw('body'),
          email: fields.text('email'),
          name: fields.raw('name'),
          files: fields.files('files'),
          facts: Object.fromEntries(FACTS.map((name) => [name, fields.raw(name)])),
          diagnostics: fields.has('diagnostics') ? readDiagnostics(current, fields) : {},
        });
        await noteWritten(current, fields.all('offered'));
        const query = current.actor.userId === undefined ? '' : `?submission=${subjectId}`;
        return redirect(inLocale(`/contact/thanks${query}`), 303);
      },
    },
  };
}

/** What the sender agreed to: the words of the form name all of it. */
function readDiagnostics({ locale, browser }: Current, fields: FormFields): Record<string, string> {
  return {
    locale,
    site: version,
    lastError: fields.text('lastError'),
    browser: browser.userAgent ?? '',
  };
}

/** @param token of a mailed link @param atDesk the submission that staff see there */
export function threadIntents(subjectId: string, token: string | undefined, atDesk: string): FormIntents {
  return { ...playerIntents(subjectId, token), ...studioIntents(atDesk) };
}

/** Of the one reader of a message of the studio. */
export function messageIntents(messageId: string): FormIntents {
  return {
    ...playerIntents(messageId, undefined),
    'contact.reply': {
      least: 'authenticated',
      run: async (current, fields) => {
        const sent = await answerMessage(current, messageId, typedReply(fields));
        return { text: 'contact.thread.sent', next: `message-${sent}` };
      },
    },
  };
}

/** Of who has written it. @param token of a mailed link */
function playerIntents(subjectId: string, token: string | undefined): FormIntents {
  return {
    'contact.reply': {
      least: 'public',
      run: async (current, fields) => {
        if (isExpiredLink(current, subjectId, token)) throw new Problem(expiredLink);
        const messageId = await replyToStudio(current, subjectId, token, typedReply(fields));
        return { text: 'contact.thread.sent', next: `message-${messageId}` };
      },
    },
    'contact.edit': {
      least: 'public',
      run: async (current, fields) => {
        const messageId = fields.text('messageId');
        // A link is for the messages of its thread alone.
        const messageKey = { subjectId: fields.text('subjectId'), messageId, within: subjectId };
        await editMessage(current, threadReader(current, subjectId, token), messageKey, fields.raw('body'));
        return { text: 'contact.thread.edited', next: `message-${messageId}` };
      },
    },
    'contact.close': {
      least: 'public',
      run: async (current) => {
        await changeOwnState(current, subjectId, token, 'closed');
        return { text: 'contact.thread.isClosed', undo: { intent: 'contact.reopen', fields: {} } };
      },
    },
    'contact.reopen': {
      least: 'public',
      text: 'contact.thread.isOpen',
      run: (current) => changeOwnState(current, subjectId, token, 'open'),
    },
    'contact.read': {
      least: 'public',
      run: async (current, fields) => {
        const message = { subjectId: fields.text('subjectId'), messageId: fields.text('messageId') };
        await markRead(current, threadReader(current, message.subjectId, token), message);
        return {};
      },
    },
    'contact.link': {
      least: 'public',
      text: 'contact.thread.linkSent',
      run: (current) => mailNewLink(current, subjectId, token ?? ''),
    },
  };
}

function typedReply(fields: FormFields) {
  return { body: fields.raw('body'), files: fields.files('files'), isInternal: fields.has('internal') };
}

const THREAD = 'The message itself says who wrote it, and when.';
const HISTORY = 'The history of the conversation says who did it and when, as long as there is a conversation.';

function studioIntents(subjectId: string): FormIntents {
  return {
    'contact.answer': {
      least: 'staff',
      unaudited: THREAD,
      run: async (current, fields) => {
        const messageId = await answerSubmission(current, subjectId, readTypedAnswer(fields));
        return { text: 'contact.desk.answered', next: `message-${messageId}` };
      },
    },
    ...mergeIntents(subjectId),
    'contact.forward': {
      least: 'staff',
      audit: 'submission.forward',
      run: async (current, fields) => {
        const typed = { email: fields.text('email'), body: fields.raw('body'), seen: fields.text('seen') };
        const noteId = await forwardSubmission(current, subjectId, typed);
        return { text: 'contact.desk.forwardDone', next: `message-${noteId}` };
      },
    },
    ...blockIntents(subjectId),
    'contact.redact': {
      least: 'staff',
      audit: 'submission.redact',
      unaudited: NO_CHANGE,
      run: async (current, fields) => {
        const messageId = fields.text('messageId');
        await redactSubmission(current, subjectId, { subjectId: fields.text('subjectId'), messageId });
        return { text: 'contact.desk.redacted', next: `message-${messageId}` };
      },
    },
    ...fillIntents(subjectId),
    ...deskIntents(() => [subjectId]),
  };
}

function mergeIntents(subjectId: string): FormIntents {
  return {
    'contact.merge': {
      least: 'staff',
      audit: 'submission.merge',
      run: async (current, fields) => {
        const isOpened = await mergeSubmissions(current, fields.text('from'), subjectId);
        return {
          text: isOpened ? 'contact.desk.mergedOpen' : 'contact.desk.mergedDone',
          undo: { intent: 'contact.unmerge', fields: { from: fields.text('from') } },
        };
      },
    },
    'contact.unmerge': {
      least: 'staff',
      audit: 'submission.unmerge',
      text: 'contact.desk.unmerged',
      run: (current, fields) => unmergeSubmission(current, fields.text('from')),
    },
    'contact.split': {
      least: 'staff',
      audit: 'submission.split',
      run: async (current, fields) => {
        const [messageId, title] = [fields.text('messageId'), fields.raw('title')];
        const from = await splitSubmission(current, subjectId, { messageId, title });
        return { text: 'contact.desk.splitDone', undo: { intent: 'contact.unsplit', fields: { from } } };
      },
    },
    'contact.unsplit': {
      least: 'staff',
      audit: 'submission.unsplit',
      text: 'contact.desk.unmerged',
      run: (current, fields) => unsplitSubmission(current, fields.text('from'), subjectId),
    },
  };
}

function blockIntents(subjectId: string): FormIntents {
  return {
    'contact.block': {
      least: 'staff',
      audit: 'submission.block',
      unaudited: NO_CHANGE,
      run: async (current) => {
        await blockSender(current, subjectId);
        return { text: 'contact.desk.blocked', undo: { intent: 'contact.unblock', fields: {} } };
      },
    },
    'contact.unblock': {
      least: 'staff',
      audit: 'submission.unblock',
      unaudited: NO_CHANGE,
      run: async (current) => {
        await unblockSender(current, subjectId);
        return { text: 'contact.desk.unblocked', undo: { intent: 'contact.block', fields: {} } };
      },
    },
  };
}

/** @throws Problem 400 */
export function answerKind(fields: FormFields): TypedAnswer['kind'] {
  const kind = fields.text('kind');
  if (kind !== 'public' && kind !== 'update' && kind !== 'internal') throw new Problem(badChange);
  return kind;
}

function readKnownAtDesk(fields: FormFields) {
  const until = fields.text('until');
  return {
    seen: fields.has('seen') ? fields.text('seen') : undefined,
    until: /^\d{1,14}$/.test(until) ? new Date(Number(until)) : undefined,
  };
}

function readTypedAnswer(fields: FormFields): TypedAnswer {
  const state = fields.text('state') === 'closed' ? 'closed' : 'waiting';
  return {
    kind: answerKind(fields),
    state,
    body: fields.raw('body'),
    seen: fields.text('seen'),
    files: fields.files('files'),
  };
}

const OWN_VIEWS = 'Only they who save a view have it.';

const viewIntents: FormIntents = {
  'contact.saveView': {
    least: 'staff',
    unaudited: OWN_VIEWS,
    text: 'contact.views.saved',
    run: (current, fields) =>
      saveView(current, fields.raw('name'), readDeskQuery(new URLSearchParams(fields.raw('query')))),
  },
  'contact.deleteView': {
    least: 'staff',
    unaudited: OWN_VIEWS,
    run: async (current, fields) => {
      const name = fields.raw('name');
      const query = await deleteView(current, Number(fields.text('slot')), name);
      const undo = query && { intent: 'contact.saveView', fields: { name, query: String(deskParams(query)) } };
      return { text: 'contact.views.deleted', undo };
    },
  },
};

export function deskIntents(
  readIds: (fields: FormFields) => string[] = (fields) => fields.all('subjectId'),
): FormIntents {
  return {
    'contact.preview': {
      least: 'staff',
      unaudited: 'Changes nothing.',
      run: (_current, fields) => {
        const [field = '', value = ''] = fields.text('change').split(':');
        const preview = { ids: readIds(fields), field, value, until: fields.text('until') };
        return Promise.resolve({ next: 'desk-preview', result: { preview } });
      },
    },
    'contact.change': {
      least: 'staff',
      unaudited: HISTORY,
      run: async (current, fields) => {
        const field = parseDeskField(fields.text('field'));
        if (field === undefined) throw new Problem(badChange);
        const change = { field, value: fields.text('value') };
        const { batchId, count } = await changeSubmissions(current, readIds(fields), change, readKnownAtDesk(fields));
        return {
          text: 'contact.desk.changed',
          values: { count },
          undo: count === 0 ? undefined : { intent: 'contact.undo', fields: { batchId } },
        };
      },
    },
    ...viewIntents,
    'contact.undo': {
      least: 'staff',
      unaudited: HISTORY,
      run: async (current, fields) => {
        const count = await undoChange(current, fields.text('batchId'));
        return { text: 'contact.desk.undone', values: { count } };
      },
    },
  };
}
