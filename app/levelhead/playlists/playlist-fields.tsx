import type { FormRefusal } from '#app/current/forms/form-state.ts';
import { useText } from '#app/current/locale.ts';
import { Field, TextareaField } from '#lib/ui/field.tsx';

import { MAX_PLAYLIST_NAME, MAX_PLAYLIST_NOTE } from './playlist.ts';

interface PlaylistWordsFieldsProps {
  name: string;
  note: string;
  refusal: FormRefusal | undefined;
}

export function PlaylistWordsFields({ name, note, refusal }: PlaylistWordsFieldsProps) {
  const { text } = useText();
  return (
    <>
      <Field
        label={text('arcade.edit.name')}
        error={refusal?.problem.fields?.name}
        name="name"
        required
        maxLength={MAX_PLAYLIST_NAME}
        autoComplete="off"
        defaultValue={refusal?.values.name ?? name}
      />
      <TextareaField
        label={text('arcade.edit.note')}
        hint={text('arcade.edit.noteHint')}
        error={refusal?.problem.fields?.note}
        name="note"
        maxLength={MAX_PLAYLIST_NOTE}
        rows={3}
        defaultValue={refusal?.values.note ?? note}
      />
    </>
  );
}
