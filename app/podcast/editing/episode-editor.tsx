import { useRef } from 'react';

import { MAX_BLURB, MAX_TITLE, VISIBILITIES } from '#app/articles/article-fields.ts';
import { visibilityName } from '#app/articles/article-fields.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { CheckDetails } from '#app/editor/check-list.tsx';
import type { Finding } from '#app/editor/finding.ts';
import { DocumentForm } from '#app/editor/kinds/document-form.tsx';
import type { DocumentFieldFor, DocumentFormProps } from '#app/editor/kinds/document-form.tsx';
import { useLivePreview } from '#app/editor/writing/live-preview.ts';
import { TextEditor } from '#app/editor/writing/text-editor.tsx';
import { TextPreview } from '#app/editor/writing/text-preview.tsx';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { PODCAST_CRATE } from '../cache-topics.ts';
import { EPISODE_KINDS } from '../episode.ts';
import type { EpisodeWithAudio } from '../episode.ts';
import type { SoundCheck } from '../sound/sound-check.ts';
import type { EpisodeField } from './episode-form.ts';
import { EPISODE_CHECK_TEXTS, checkEpisode } from './episode-rules.ts';
import { FilePanels } from './file-panels.tsx';

type EpisodeFieldFor = DocumentFieldFor<EpisodeField>;

interface EpisodeEditorProps extends DocumentFormProps<EpisodeField> {
  readonly episode: EpisodeWithAudio | undefined;
  readonly check: SoundCheck | undefined;
}

export function EpisodeEditor({ episode, check, ...props }: EpisodeEditorProps) {
  return (
    <DocumentForm<EpisodeField>
      {...props}
      crateId={PODCAST_CRATE}
      labels={LABELS}
      texts={TEXTS}
      writing={(fieldFor) => <Writing fieldFor={fieldFor} />}
      facts={(fieldFor) => (
        <>
          <Facts fieldFor={fieldFor} isNew={episode === undefined} />
          <Lists fieldFor={fieldFor} />
        </>
      )}
      beside={(etag) =>
        episode && (
          <>
            <EpisodeChecks episode={episode} check={check} text={props.values.text} />
            <FilePanels form={props.form} episode={episode} check={check} etag={etag} />
          </>
        )
      }
    />
  );
}

interface EpisodeChecksProps extends Pick<EpisodeEditorProps, 'check'> {
  readonly episode: EpisodeWithAudio;
  readonly text: string;
}

function EpisodeChecks({ episode, check, text: notes }: EpisodeChecksProps) {
  const { text } = useText();
  const findings = checkEpisode({ episode, check, text: notes });
  const keys = { ...LABELS, audio: 'podcast.edit.sound', transcript: 'podcast.edit.transcripts' } as const;
  const labels = Object.fromEntries(Object.entries(keys).map(([field, key]) => [field, text(key)]));
  return (
    <CheckDetails
      findings={findings}
      texts={EPISODE_CHECK_TEXTS}
      labels={labels}
      isOpen={findings.length > 0 && episode.visibility === 'hidden'}
      goTo={goToField}
    />
  );
}

function goToField({ field = '' }: Finding): void {
  const [place] = document.getElementsByName(field);
  place?.scrollIntoView({ block: 'center' });
  place?.focus({ preventScroll: true });
}

const TEXTS = {
  save: 'podcast.edit.save',
  delete: 'podcast.edit.delete',
  deleteQuestion: 'podcast.edit.deleteQuestion',
} as const;

const PREVIEWED = ['text'];

function Writing({ fieldFor }: { readonly fieldFor: EpisodeFieldFor }) {
  const { text } = useText();
  const root = useRef<HTMLDivElement>(null);
  const [shown, isBehind] = useLivePreview({ root, names: PREVIEWED, text: 'text', language: 'language' });
  return (
    <div ref={root} className="writing-room">
      <div className="min-w-0 space-y-5">
        <Field
          {...fieldFor('title')}
          label={text('podcast.edit.title')}
          required
          maxLength={MAX_TITLE}
          className="title-field"
        />
        <TextareaField
          {...fieldFor('blurb')}
          label={text('podcast.edit.blurb')}
          hint={text('podcast.edit.blurbHint')}
          required
          rows={3}
          maxLength={MAX_BLURB}
        />
        <TextEditor
          {...fieldFor('text')}
          label={text('podcast.edit.text')}
          hint={text('podcast.edit.textHint')}
          onTaken={() => undefined}
        />
      </div>
      <div className="writing-side">
        <TextPreview shown={shown} isBehind={isBehind} />
      </div>
    </div>
  );
}

export const LABELS = {
  title: 'podcast.edit.title',
  blurb: 'podcast.edit.blurb',
  slug: 'podcast.edit.slug',
  text: 'podcast.edit.text',
  season: 'podcast.edit.season',
  number: 'podcast.edit.number',
  kind: 'podcast.edit.kind',
  visibility: 'editor.field.visibility',
  people: 'podcast.edit.people',
  chapters: 'podcast.edit.chapters',
  soundbites: 'podcast.edit.soundbites',
  topics: 'podcast.edit.topics',
  imageAlt: 'podcast.edit.imageAlt',
} as const satisfies Record<EpisodeField, TextKey>;

const TYPED = { autoComplete: 'off', spellCheck: false } as const;

function Facts({ fieldFor, isNew }: { readonly fieldFor: EpisodeFieldFor; readonly isNew: boolean }) {
  const { text } = useText();
  return (
    <fieldset className="block-card grid min-w-0 items-start gap-5 p-5 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="sr-only">{text('podcast.edit.about')}</legend>
      <Field
        {...fieldFor('slug')}
        {...TYPED}
        label={text('podcast.edit.slug')}
        hint={text(isNew ? 'podcast.edit.newSlugHint' : 'podcast.edit.slugHint')}
        required={!isNew}
      />
      <Field {...fieldFor('season')} {...TYPED} label={text('podcast.edit.season')} inputMode="numeric" />
      <Field {...fieldFor('number')} {...TYPED} label={text('podcast.edit.number')} inputMode="numeric" />
      <SelectField {...fieldFor('kind')} label={text('podcast.edit.kind')}>
        {EPISODE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {text(KINDS[kind])}
          </option>
        ))}
      </SelectField>
      <Visibility fieldFor={fieldFor} isNew={isNew} />
      <Field
        {...fieldFor('topics')}
        {...TYPED}
        label={text('podcast.edit.topics')}
        hint={text('podcast.edit.topicsHint')}
      />
      <TextareaField
        {...fieldFor('imageAlt')}
        label={text('podcast.edit.imageAlt')}
        hint={text('podcast.edit.imageAltHint')}
        rows={2}
        className="sm:col-span-2 lg:col-span-3"
      />
    </fieldset>
  );
}

const KINDS = {
  full: 'podcast.edit.full',
  trailer: 'podcast.page.trailer',
  bonus: 'podcast.page.bonus',
} as const satisfies Record<(typeof EPISODE_KINDS)[number], TextKey>;

/** A new one is hidden, because it has no sound. */
function Visibility({ fieldFor, isNew }: { readonly fieldFor: EpisodeFieldFor; readonly isNew: boolean }) {
  const { text } = useText();
  if (isNew) return <input type="hidden" name="visibility" value="hidden" />;
  return (
    <SelectField {...fieldFor('visibility')} label={text('editor.field.visibility')}>
      {VISIBILITIES.map((visibility) => (
        <option key={visibility} value={visibility}>
          {text(visibilityName(visibility))}
        </option>
      ))}
    </SelectField>
  );
}

function Lists({ fieldFor }: { readonly fieldFor: EpisodeFieldFor }) {
  const { text } = useText();
  const lists = [
    { name: 'chapters', hint: 'podcast.edit.chaptersHint', rows: 8 },
    { name: 'people', hint: 'podcast.edit.peopleHint', rows: 4 },
    { name: 'soundbites', hint: 'podcast.edit.soundbitesHint', rows: 4 },
  ] as const;
  return (
    <fieldset className="block-card grid min-w-0 items-start gap-5 p-5 lg:grid-cols-3">
      <legend className="sr-only">{text('podcast.edit.lists')}</legend>
      {lists.map(({ name, hint, rows }) => (
        <TextareaField
          key={name}
          {...fieldFor(name)}
          {...TYPED}
          label={text(LABELS[name])}
          hint={text(hint)}
          rows={rows}
          className="[&_textarea]:font-mono"
        />
      ))}
    </fieldset>
  );
}
