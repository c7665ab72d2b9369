import type { ReactNode } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { DEFAULT_LOCALE, LOCALES, LOCALE_NAMES, useText } from '#app/current/locale.ts';
import { Picture } from '#app/media/picture.tsx';
import { show } from '#content/podcast.ts';
import { formatClock } from '#lib/audio/webvtt.ts';
import { Field, SelectField } from '#lib/ui/field.tsx';
import { Mark } from '#lib/ui/mark.tsx';

import { transcriptPath } from '../episode.ts';
import type { EpisodeWithAudio } from '../episode.ts';
import { PlayButton } from '../page/play-button.tsx';
import { toPlayable } from '../page/playable.ts';
import { loudnessHint } from '../sound/sound-check.ts';
import type { SoundCheck } from '../sound/sound-check.ts';
import { MAX_AUDIO_BYTES } from './episode-form.ts';

interface FilePanelsProps {
  readonly form: PageForm;
  readonly episode: EpisodeWithAudio;
  readonly check: SoundCheck | undefined;
  readonly etag: string;
}

export function FilePanels(props: FilePanelsProps) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-3">
      <SoundPanel {...props} />
      <TranscriptPanel {...props} />
      <CoverPanel {...props} />
    </div>
  );
}

interface FilePanelParts {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Panel({ id, title, children }: FilePanelParts) {
  return (
    <section aria-labelledby={id} className="block-card min-w-0 space-y-4 p-5">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface FileFormProps extends Pick<FilePanelsProps, 'form' | 'etag'> {
  readonly intent: string;
  readonly submit: string;
  readonly children: (errorFor: (name: string) => string | undefined) => ReactNode;
}

function FileForm({ form, etag, intent, submit, children }: FileFormProps) {
  const fields: FieldValues = { intent };
  const refusal = form.findRefusal(fields);
  return (
    <ActionForm form={form} fields={{ ...fields, etag }} encType="multipart/form-data" className="space-y-4">
      {children((name) => refusal?.problem.fields?.[name])}
      <Submit>{submit}</Submit>
    </ActionForm>
  );
}

const MEGABYTES = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;

function SoundPanel({ form, episode, check, etag }: FilePanelsProps) {
  const { text, formatNumber } = useText();
  const { audio } = episode;
  const playable = toPlayable(episode, DEFAULT_LOCALE);
  return (
    <Panel id="sound" title={text('podcast.edit.sound')}>
      {audio === undefined ? (
        <p>{text('podcast.edit.noSound')}</p>
      ) : (
        <>
          <p className="font-bold">
            {text('podcast.edit.soundFacts', {
              duration: formatClock(audio.seconds),
              type: audio.type,
              size: formatNumber(audio.bytes / 1_000_000, MEGABYTES),
            })}
          </p>
          {check && <SoundCheckNotes check={check} isMeasurable={audio.type === 'audio/mpeg'} />}
          {playable && <PlayButton episode={playable} isLarge />}
        </>
      )}
      <FileForm
        key={episode.audioId}
        form={form}
        etag={etag}
        intent="editor.audio"
        submit={text(audio === undefined ? 'podcast.edit.upload' : 'podcast.edit.replace')}
      >
        {(errorFor) => (
          <Field
            type="file"
            name="audio"
            accept="audio/mpeg,audio/mp4,.mp3,.m4a"
            label={text('podcast.edit.audio')}
            hint={text('podcast.edit.audioHint', { size: formatNumber(MAX_AUDIO_BYTES / 1_048_576, MEGABYTES) })}
            error={errorFor('audio')}
            required
          />
        )}
      </FileForm>
    </Panel>
  );
}

interface SoundCheckNotesProps {
  readonly check: SoundCheck;
  readonly isMeasurable: boolean;
}

function SoundCheckNotes({ check, isMeasurable }: SoundCheckNotesProps) {
  const { text, formatNumber } = useText();
  const { lufs, truePeak, flaw } = check;
  const hint = loudnessHint(check);
  const one = (value: number) => formatNumber(value, { maximumFractionDigits: 1 });
  if (flaw !== undefined) {
    return (
      <p className="field-error">
        <Mark name="warning" />
        <span>{text(flaw === 'damaged' ? 'podcast.edit.damaged' : 'podcast.edit.unreadable')}</span>
      </p>
    );
  }
  if (hint === undefined || lufs === undefined) {
    return <p>{text(isMeasurable ? 'podcast.edit.notMeasured' : 'podcast.edit.notMeasurable')}</p>;
  }
  const { target, isMono, difference, isPeaking } = hint;
  const expected = { target: one(target), channels: isMono ? 1 : 2, units: one(Math.abs(difference)) };
  return (
    <div className="space-y-1">
      <p className="font-bold">{text('podcast.edit.loudness', { lufs: one(lufs), peak: one(truePeak ?? 0) })}</p>
      <p className={difference === 0 ? 'text-(--success)' : 'text-(--danger)'}>
        {difference === 0 && <span>{text('podcast.edit.rightLoudness', expected)}</span>}
        {difference < 0 && <span>{text('podcast.edit.tooQuiet', expected)}</span>}
        {difference > 0 && <span>{text('podcast.edit.tooLoud', expected)}</span>}
      </p>
      {isPeaking && <p className="text-(--danger)">{text('podcast.edit.peaks')}</p>}
    </div>
  );
}

function TranscriptPanel({ form, episode, etag }: FilePanelsProps) {
  const { text } = useText();
  const there = LOCALES.filter((locale) => episode.transcriptIds[locale] !== undefined);
  return (
    <Panel id="transcripts" title={text('podcast.edit.transcripts')}>
      {there.length === 0 && <p>{text('podcast.edit.noTranscripts')}</p>}
      <ul className="space-y-2">
        {there.map((locale) => (
          <li key={locale} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <a href={transcriptPath(episode, locale)} download className="grow font-bold text-link underline">
              {LOCALE_NAMES[locale]}
            </a>
            <ActionForm form={form} fields={{ intent: 'editor.dropTranscript', locale, etag }}>
              <Submit kind="quiet" aria-label={text('podcast.edit.dropNamed', { language: LOCALE_NAMES[locale] })}>
                {text('podcast.edit.drop')}
              </Submit>
            </ActionForm>
          </li>
        ))}
      </ul>
      <FileForm
        key={Object.values(episode.transcriptIds).join(' ')}
        form={form}
        etag={etag}
        intent="editor.transcript"
        submit={text('podcast.edit.upload')}
      >
        {(errorFor) => (
          <>
            <LanguageField />
            <Field
              type="file"
              name="transcript"
              accept="text/vtt,.vtt"
              label={text('podcast.edit.transcript')}
              hint={text('podcast.edit.transcriptHint')}
              error={errorFor('transcript')}
              required
            />
          </>
        )}
      </FileForm>
    </Panel>
  );
}

function LanguageField() {
  const { text } = useText();
  return (
    <SelectField name="locale" label={text('editor.field.language')}>
      {LOCALES.map((locale) => (
        <option key={locale} value={locale}>
          {LOCALE_NAMES[locale]}
        </option>
      ))}
    </SelectField>
  );
}

function CoverPanel({ form, episode, etag }: FilePanelsProps) {
  const { text } = useText();
  const { cover, coverAlt } = episode;
  return (
    <Panel id="cover" title={text('podcast.edit.cover')}>
      <Picture of={cover} alt={coverAlt} width={160} height={160} maxWidth={480} className="w-40 rounded-xl" />
      <FileForm key={cover} form={form} etag={etag} intent="editor.cover" submit={text('podcast.edit.takeCover')}>
        {(errorFor) => (
          <>
            <Field
              type="file"
              name="cover"
              accept="image/*"
              label={text('podcast.edit.coverFile')}
              hint={text('podcast.edit.coverHint')}
              error={errorFor('cover')}
            />
            <Field
              name="picture"
              label={text('podcast.edit.coverName')}
              hint={text('podcast.edit.coverNameHint', { example: show.cover })}
              error={errorFor('picture')}
              autoComplete="off"
              spellCheck={false}
            />
          </>
        )}
      </FileForm>
    </Panel>
  );
}
