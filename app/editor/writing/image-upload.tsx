import { useState } from 'react';

import { putSnippet } from '#app/media/calls.ts';
import { useText } from '#app/current/locale.ts';
import { CallError } from '#lib/calls/browser/call-error.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import { Button } from '#lib/ui/button.tsx';
import { CheckboxField, Field } from '#lib/ui/field.tsx';
import { Dialog } from '#lib/ui/overlays/dialog.tsx';

interface ImageUploadProps {
  files: readonly File[];
  onDone: () => void;
  insert: (markdown: string) => void;
}

/** Asks what each picture shows before it goes up, one after the other. */
export function ImageUpload({ files, onDone, insert }: ImageUploadProps) {
  const { text } = useText();
  const [at, setAt] = useState(0);
  const file = files[at];
  const close = () => {
    setAt(0);
    onDone();
  };
  const next = () => (at + 1 < files.length ? setAt(at + 1) : close());
  return (
    <Dialog
      open={file !== undefined}
      onClose={close}
      title={text('editor.image.title')}
      close={text('editor.command.close')}
    >
      {file && <ImageForm key={`${at} ${file.name}`} file={file} insert={insert} onDone={next} />}
    </Dialog>
  );
}

interface ImageFormProps {
  file: File;
  insert: (markdown: string) => void;
  onDone: () => void;
}

function ImageForm({ file, insert, onDone }: ImageFormProps) {
  const { text } = useText();
  const [alt, setAlt] = useState('');
  const [isDecoration, setIsDecoration] = useState(false);
  const [state, upload] = useUpload(file, (name) => {
    const words = alt
      .trim()
      .replaceAll(/[[\]\\]/g, '\\$&')
      .replaceAll(/\s+/g, ' ');
    insert(`![${isDecoration ? '' : words}](${name})`);
    onDone();
  });
  const isSending = state === 'sending';
  const send = () => upload(alt.trim() !== '' || isDecoration);
  return (
    <div className="space-y-4">
      <p className="wrap-anywhere">{text('editor.image.about', { name: file.name })}</p>
      <Field
        label={text('editor.image.alt')}
        hint={text('editor.image.altHint')}
        error={
          state === 'missing' ? text('editor.image.missing') : typeof state === 'object' ? state.refusal : undefined
        }
        value={alt}
        maxLength={1000}
        onChange={({ target }) => setAlt(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void send();
        }}
      />
      <CheckboxField
        label={text('editor.image.decoration')}
        checked={isDecoration}
        onChange={({ target }) => setIsDecoration(target.checked)}
      />
      {isSending && <progress aria-label={text('editor.image.sending')} className="w-full" />}
      <Button kind="loud" busy={isSending} onClick={() => void send()}>
        {text('editor.image.send')}
      </Button>
    </div>
  );
}

type UploadState = 'asking' | 'sending' | 'missing' | { readonly refusal: string };

/** @param onUploaded gets the name of the picture */
function useUpload(file: File, onUploaded: (name: string) => void) {
  const { ask } = useCallClient();
  const [state, setState] = useState<UploadState>('asking');
  const upload = async (hasWords: boolean) => {
    if (!hasWords) return setState('missing');
    setState('sending');
    const name = snippetNameFor(file);
    try {
      await ask(putSnippet, { params: { name }, headers: { 'if-none-match': '*' }, body: file });
      onUploaded(name);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setState({ refusal: error.message });
    }
  };
  return [state, upload] as const;
}

/** Never that of another picture. */
function snippetNameFor({ name }: File): string {
  const words = name.replace(/\.\w+$/, '').toLowerCase();
  const slug = words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return `${slug.slice(0, 80) || 'picture'}-${Date.now().toString(36)}`;
}
