import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';

import { useText } from '#app/current/locale.ts';
import { putSnippet } from '#app/media/calls.ts';
import { MAX_UPLOAD_BYTES } from '#app/media/snippet.ts';
import type { Snippet } from '#app/media/snippet.ts';
import { CallError } from '#lib/calls/browser/call-error.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import { Button } from '#lib/ui/button.tsx';
import { CheckboxField, Field } from '#lib/ui/field.tsx';
import { Dialog } from '#lib/ui/overlays/dialog.tsx';

import type { TakenTextarea } from './code-mirror.ts';
import { UploadList } from './uploads.ts';
import type { Upload } from './uploads.ts';

export function useUploads() {
  const { ask } = useCallClient();
  const { text } = useText();
  const [uploads] = useState(() => new UploadList());
  const connect = (taken: TakenTextarea) =>
    uploads.connect({
      text: taken,
      send: async (body, name, { signal, onProgress }) => {
        if (body.size > MAX_UPLOAD_BYTES) return { refusal: text('editor.image.tooLarge') };
        const headers = { 'if-none-match': '*' };
        try {
          const { data } = await ask(putSnippet, { params: { name }, headers, body, signal, onProgress });
          const { width, height } = data as Snippet;
          return { name, width, height };
        } catch (error) {
          if (signal.aborted) return { refusal: '' };
          if (!(error instanceof CallError)) throw error;
          return { refusal: error.message };
        }
      },
    });
  return [uploads, connect] as const;
}

interface ImageUploadProps {
  uploads: UploadList;
  open: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** Asks what each picture shows while they go up; whoever goes on writing finds them below the tools. */
export function ImageUpload({ uploads, open, setOpen }: ImageUploadProps) {
  const { text } = useText();
  const [showsMissing, setShowsMissing] = useState(false);
  const all = useSyncExternalStore(uploads.subscribe, uploads.snapshot, uploads.snapshot);
  const isShown = open && all.length > 0;
  // The dialog itself gives the focus to its close button.
  useEffect(() => {
    if (isShown) document.getElementById(FIRST_ALT)?.focus();
  }, [isShown]);
  const unsaid = all.filter(isAsked);
  const confirm = () => {
    const isSaid = ({ alt, isDecoration }: Upload) => isDecoration || alt.trim() !== '';
    for (const { id } of unsaid.filter(isSaid)) uploads.change(id, { isConfirmed: true });
    setShowsMissing(!unsaid.every(isSaid));
    if (unsaid.every(isSaid)) setOpen(false);
  };
  return (
    <>
      <Dialog
        open={isShown}
        onClose={() => setOpen(false)}
        title={text('editor.image.title')}
        close={text('editor.command.close')}
        footer={
          <Button kind="loud" onClick={confirm}>
            {text('editor.image.done', { count: all.length })}
          </Button>
        }
      >
        {isShown && (
          <ul className="space-y-6">
            {all.map((upload) => (
              <UploadRow
                key={upload.id}
                upload={upload}
                uploads={uploads}
                showsMissing={showsMissing}
                isFirst={upload === unsaid[0]}
                onEnter={confirm}
              />
            ))}
          </ul>
        )}
      </Dialog>
      {!isShown && all.length > 0 && <UploadStatus all={all} onShow={() => setOpen(true)} />}
    </>
  );
}

const FIRST_ALT = 'first-alt';

/** Of a picture that is not there nobody has to say what it shows. */
function isAsked({ isConfirmed, state }: Upload): boolean {
  return !isConfirmed && state.kind !== 'failed';
}

/** For who has closed the dialog. */
function UploadStatus({ all, onShow }: { all: readonly Upload[]; onShow: () => void }) {
  const { text } = useText();
  const failed = all.filter(({ state }) => state.kind === 'failed').length;
  const unsaid = all.filter(isAsked).length;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border-2 border-dashed border-hairline px-3 py-2">
      <output className={failed > 0 ? 'font-bold text-(--danger)' : ''}>
        {failed > 0
          ? text('editor.image.someFailed', { count: failed })
          : unsaid > 0
            ? text('editor.image.someUnsaid', { count: unsaid })
            : text('editor.image.someLeft', { count: all.length })}
      </output>
      <Button kind="quiet" onClick={onShow}>
        {text('editor.image.show')}
      </Button>
    </div>
  );
}

interface UploadRowProps {
  upload: Upload;
  uploads: UploadList;
  /** Whether to say where words are missing. */
  showsMissing: boolean;
  isFirst: boolean;
  onEnter: () => void;
}

function UploadRow({ upload, uploads, showsMissing, isFirst, onEnter }: UploadRowProps) {
  const { file, alt, isDecoration } = upload;
  const isMissing = showsMissing && !isDecoration && alt.trim() === '';
  return (
    <li className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Thumbnail file={file} />
      <div className="min-w-0 space-y-3">
        <p className="font-bold wrap-anywhere">{file.name}</p>
        <UploadProgress upload={upload} uploads={uploads} />
        {upload.state.kind !== 'failed' && (
          <AltFields upload={upload} uploads={uploads} isMissing={isMissing} isFirst={isFirst} onEnter={onEnter} />
        )}
      </div>
    </li>
  );
}

interface AltFieldsProps extends Pick<UploadRowProps, 'upload' | 'uploads' | 'isFirst' | 'onEnter'> {
  isMissing: boolean;
}

function AltFields({ upload: { id, alt, isDecoration }, uploads, isMissing, isFirst, onEnter }: AltFieldsProps) {
  const { text } = useText();
  return (
    <>
      <Field
        label={text('editor.image.alt')}
        hint={text('editor.image.altHint')}
        error={isMissing ? text('editor.image.missing') : undefined}
        value={alt}
        maxLength={1000}
        disabled={isDecoration}
        id={isFirst ? FIRST_ALT : undefined}
        onChange={({ target }) => uploads.change(id, { alt: target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onEnter();
        }}
      />
      <CheckboxField
        label={text('editor.image.decoration')}
        checked={isDecoration}
        onChange={({ target }) => uploads.change(id, { isDecoration: target.checked })}
      />
    </>
  );
}

function UploadProgress({ upload: { id, state, file }, uploads }: Pick<UploadRowProps, 'upload' | 'uploads'>) {
  const { text, formatNumber } = useText();
  const wordsId = useId();
  // With its key it is one button in all three, which keeps the focus when the upload ends.
  const cancel = (
    <Button key="cancel" kind="quiet" aria-describedby={wordsId} onClick={() => uploads.cancel(id)}>
      {text('editor.image.cancel')}
    </Button>
  );
  if (state.kind === 'failed') {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p id={wordsId} role="alert" className="font-bold text-(--danger)">
          {text('editor.image.failed', { reason: state.refusal })}
        </p>
        <RetryButton wordsId={wordsId} retry={() => void uploads.retry(id)} />
        {cancel}
      </div>
    );
  }
  if (state.kind === 'sent') {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p id={wordsId} className="font-bold text-(--success)">
          {text('editor.image.sent', { width: state.width, height: state.height })}
        </p>
        {cancel}
      </div>
    );
  }
  const isSent = state.share >= 1;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <progress
        aria-label={text('editor.image.sending', { name: file.name })}
        className="h-3 min-w-0 grow accent-(--link)"
        {...(!isSent && { value: state.share })}
      />
      <span id={wordsId} className="text-sm text-muted">
        {isSent
          ? text('editor.image.working')
          : formatNumber(state.share, { style: 'percent', maximumFractionDigits: 0 })}
      </span>
      {cancel}
    </div>
  );
}

/** Takes the focus of who was saying what the picture shows. */
function RetryButton({ wordsId, retry }: { wordsId: string; retry: () => void }) {
  const { text } = useText();
  const id = useId();
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById(id)?.focus();
  }, [id]);
  return (
    <Button id={id} aria-describedby={wordsId} onClick={retry}>
      {text('editor.image.retry')}
    </Button>
  );
}

const THUMBNAIL = 256;

/** Drawn, because an address of its own would be one more that pictures may come from. */
function Thumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isOver = false;
    const draw = async () => {
      // What no browser shows the server refuses with a sentence.
      const bitmap = await createImageBitmap(file, { resizeWidth: THUMBNAIL }).catch(() => undefined);
      if (isOver || canvas.current === null || bitmap === undefined) return;
      canvas.current.width = bitmap.width;
      canvas.current.height = bitmap.height;
      canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0);
    };
    void draw();
    return () => {
      isOver = true;
    };
  }, [file]);
  return (
    <canvas
      ref={canvas}
      width={THUMBNAIL}
      height={(THUMBNAIL * 3) / 4}
      aria-hidden="true"
      className="h-auto max-h-32 w-full rounded-xl border-3 border-(--edge) object-contain"
    />
  );
}
