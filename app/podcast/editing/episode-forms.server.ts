import type { Current } from '#app/current/current.server.ts';
import { answerForm } from '#app/current/forms/answer-form.server.ts';
import type { FormAnswer, FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import type { TextKey } from '#app/current/locale.ts';
import { answerDocument } from '#app/editor/forms/document-forms.server.ts';
import { changeIntents, creationIntents, listIntents } from '#app/editor/kinds/kind-forms.server.ts';
import { mergingOf, typedInto } from '#app/editor/kinds/kind-forms.server.ts';
import type { PageAddressOf } from '#app/editor/kinds/kind-forms.server.ts';

import { EPISODES } from './edited-episodes.server.ts';
import { dropTranscript, replaceAudio, replaceCover, replaceTranscript } from './episode-files.server.ts';
import type { FileChange } from './episode-files.server.ts';
import { EpisodeForm } from './episode-form.ts';
import { createEpisode, saveEpisode } from './episode-saves.server.ts';

interface EpisodeAddress {
  /** Undefined for a new one. */
  readonly name: string | undefined;
  readonly addressOf: PageAddressOf;
}

export function answerEpisodeEditor(current: Current, form: FormData, { name, addressOf }: EpisodeAddress) {
  return answerDocument(current, form, {
    intentsOf: (sent) => (name === undefined ? creations(addressOf) : changes(name, sent, addressOf)),
    merging: name === undefined ? undefined : mergingOf(current, EPISODES, name),
  });
}

function readForm(fields: FormFields): EpisodeForm {
  return fields.parse(EpisodeForm, typedInto(EPISODES, fields));
}

function creations(addressOf: PageAddressOf): FormIntents {
  return creationIntents(EPISODES, addressOf, (current, fields) => createEpisode(current, readForm(fields)));
}

function changes(name: string, form: FormData, addressOf: PageAddressOf): FormIntents {
  return {
    ...changeIntents(EPISODES, {
      ...{ name, form, addressOf, saved: 'podcast.edit.saved' },
      write: (current, fields, etag) => saveEpisode(current, name, readForm(fields), etag),
    }),
    ...fileIntents(name),
  };
}

/** What is sent on its own, and saves no words. */
function fileIntents(name: string): FormIntents {
  const placeOf = (fields: FormFields) => ({ name, etag: fields.raw('etag') });
  const fileIn = (fields: FormFields, field: string) => fields.files(field)[0] ?? new Blob();
  return {
    'editor.audio': async (current, fields) => {
      const change = await replaceAudio(current, placeOf(fields), fileIn(fields, 'audio'));
      return answerOf(change, fields, 'podcast.edit.audioSaved');
    },
    'editor.transcript': async (current, fields) => {
      const transcript = { locale: fields.raw('locale'), file: fileIn(fields, 'transcript') };
      const change = await replaceTranscript(current, placeOf(fields), transcript);
      return answerOf(change, fields, 'podcast.edit.transcriptSaved');
    },
    'editor.dropTranscript': async (current, fields) => {
      const change = await dropTranscript(current, placeOf(fields), fields.raw('locale'));
      return answerOf(change, fields, 'podcast.edit.transcriptDropped');
    },
    'editor.cover': async (current, fields) => {
      const cover = { file: fields.files('cover')[0], picture: fields.text('picture') };
      return answerOf(await replaceCover(current, placeOf(fields), cover), fields, 'podcast.edit.coverSaved');
    },
  };
}

/** Where others have saved meanwhile, the form keeps its own etag, so that its next save is merged with what they did. */
function answerOf({ item: { etag }, isSeen }: FileChange, fields: FormFields, text: TextKey): FormAnswer {
  if (!isSeen) return { text };
  const undo = { intent: 'editor.restore', fields: { rev: fields.raw('etag').slice(1, -1), etag } };
  return { text, undo, result: { etag } };
}

export function answerEpisodeList(current: Current, form: FormData, addressOf: PageAddressOf) {
  return answerForm(current, form, listIntents(EPISODES, addressOf));
}
