import { useText } from '#app/current/locale.ts';
import { Field } from '#lib/ui/field.tsx';

import { MAX_FILES } from './thread.ts';

/** What is chosen is not kept when the form is refused: no page may fill in a file. */
export function FileField({ error }: { readonly error: string | undefined }) {
  const { text } = useText();
  return (
    <Field
      type="file"
      name="files"
      multiple
      label={text('threads.files')}
      hint={text('threads.filesHint', { count: MAX_FILES, megabytes: 5 })}
      error={error}
    />
  );
}
