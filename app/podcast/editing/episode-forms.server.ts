import type { FormAnswer, FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import type { TextKey } from '#app/current/locale.ts';
import { VERSIONED } from '#app/editor/forms/document-intents.server.ts';

import { dropTranscript, replaceAudio, replaceCover, replaceTranscript } from './episode-files.server.ts';
import type { FileChange } from './episode-files.server.ts';

/** What is sent on its own, and saves no words. */
export function fileIntents(name: string): FormIntents {
  const readTarget = (fields: FormFields) => ({ name, etag: fields.raw('etag') });
  const fileIn = (fields: FormFields, field: string) => fields.files(field)[0] ?? new Blob();
  return {
    'editor.audio': {
      least: 'staff',
      unaudited: VERSIONED,
      run: async (current, fields) => {
        const change = await replaceAudio(current, readTarget(fields), fileIn(fields, 'audio'));
        return toFormAnswer(change, fields, 'podcast.edit.audioSaved');
      },
    },
    'editor.transcript': {
      least: 'staff',
      unaudited: VERSIONED,
      run: async (current, fields) => {
        const transcript = { locale: fields.raw('locale'), file: fileIn(fields, 'transcript') };
        const change = await replaceTranscript(current, readTarget(fields), transcript);
        return toFormAnswer(change, fields, 'podcast.edit.transcriptSaved');
      },
    },
    'editor.dropTranscript': {
      least: 'staff',
      unaudited: VERSIONED,
      run: async (current, fields) => {
        const change = await dropTranscript(current, readTarget(fields), fields.raw('locale'));
        return toFormAnswer(change, fields, 'podcast.edit.transcriptDropped');
      },
    },
    'editor.cover': {
      least: 'staff',
      unaudited: VERSIONED,
      run: async (current, fields) => {
        const cover = { file: fields.files('cover')[0], picture: fields.text('picture') };
        return toFormAnswer(await replaceCover(current, readTarget(fields), cover), fields, 'podcast.edit.coverSaved');
      },
    },
  };
}

/** Where others have saved meanwhile, the form keeps its own etag, so that its next save is merged with what they did. */
function toFormAnswer({ item: { etag }, isSeen }: FileChange, fields: FormFields, text: TextKey): FormAnswer {
  if (!isSeen) return { text };
  const undo = { intent: 'editor.restore', fields: { rev: fields.raw('etag').slice(1, -1), etag } };
  return { text, undo, result: { etag } };
}
