import type { ReactNode } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Details } from '#lib/ui/details.tsx';
import { TextareaField } from '#lib/ui/field.tsx';

import { MAX_MESSAGE } from './thread.ts';
import type { PageMessage, ThreadFile } from './thread.ts';

const LOOKS = {
  player: 'message-player',
  studio: 'message-studio',
  internal: 'message-internal',
  update: 'message-update',
} as const;

interface MessageItemProps {
  readonly message: PageMessage;
  readonly form: PageForm;
  readonly now: number;
  readonly editIntent: string;
  readonly fileHref: (fileId: string) => string;
  readonly children?: ReactNode;
}

export function MessageItem({ message, form, now, editIntent, fileHref, children }: MessageItemProps) {
  const { text } = useText();
  const { messageId, kind, side, name, body, masked, at, isEdited, isOwn, isHeld, isRedacted, files } = message;
  const look = LOOKS[kind === 'public' ? side : kind];
  return (
    <li {...focusTarget(form.state, `message-${messageId}`)} tabIndex={-1} className={`message ${look}`}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="wrap-anywhere">
          {isOwn ? text('threads.message.you') : (name ?? text('threads.message.visitor'))}
        </strong>
        {side === 'studio' && <Badge>{text('threads.message.studio')}</Badge>}
        {kind === 'internal' && <Badge tone="danger">{text('threads.message.internal')}</Badge>}
        {kind === 'update' && <Badge tone="loud">{text('threads.message.update')}</Badge>}
        {isHeld && <Badge>{text('threads.message.held')}</Badge>}
        <span className="text-sm text-muted">
          <RelativeTime at={at} now={now} /> {isEdited && <span>{text('threads.message.wasEdited')}</span>}
        </span>
      </p>
      {isRedacted ? (
        <p className="text-muted italic">{text('threads.message.redacted')}</p>
      ) : (
        <p className="wrap-anywhere whitespace-pre-wrap">{body}</p>
      )}
      {masked > 0 && <p className="text-sm text-muted">{text('threads.message.masked', { count: masked })}</p>}
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-4">
          {files.map((file) => (
            <FileItem key={file.fileId} file={file} href={fileHref(file.fileId)} />
          ))}
        </ul>
      )}
      {message.mayEdit && <EditForm form={form} message={message} intent={editIntent} />}
      {children}
    </li>
  );
}

/** A picture was made anew, and is from here; everything else is only saved. */
function FileItem({ file, href }: { readonly file: ThreadFile; readonly href: string }) {
  const { text, formatNumber } = useText();
  const { name, bytes, width, height } = file;
  const kilobytes = formatNumber(Math.max(1, Math.round(bytes / 1024)));
  return (
    <li className="max-w-full">
      <a href={href} download={name} className="message-file">
        {width !== undefined && <img src={href} alt="" width={width} height={height} loading="lazy" />}
        <span className="wrap-anywhere">{text('threads.message.file', { name, kilobytes })}</span>
      </a>
    </li>
  );
}

interface EditFormProps extends Pick<MessageItemProps, 'form' | 'message'> {
  readonly intent: string;
}

function EditForm({ form, message, intent }: EditFormProps) {
  const { text } = useText();
  const { subjectId, messageId, body } = message;
  const fields = { intent, subjectId, messageId };
  const refusal = form.refusalOf(fields);
  return (
    <Details key={body} summary={text('threads.message.edit')} open={refusal !== undefined}>
      <ActionForm form={form} fields={fields} encType="multipart/form-data" className="space-y-4">
        <TextareaField
          name="body"
          label={text('threads.message.editBody')}
          rows={5}
          required
          maxLength={MAX_MESSAGE}
          defaultValue={refusal?.values['body'] ?? body}
          error={refusal?.problem.fields?.['body']}
        />
        <Submit>{text('threads.message.save')}</Submit>
      </ActionForm>
    </Details>
  );
}
