import { useEffect, useEffectEvent, useRef } from 'react';
import { useFetcher } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { MAX_MESSAGE } from '#app/threads/thread.ts';
import type { ThreadFile } from '#app/threads/thread.ts';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { TextareaField } from '#lib/ui/field.tsx';

import type { PageMessage, ThreadPage } from './thread-page.ts';

interface MessageListProps {
  readonly page: ThreadPage;
  readonly form: PageForm;
  readonly now: number;
  /** With the key of a mailed link. */
  readonly query: string;
  readonly older: string | undefined;
  readonly isNewest: boolean;
}

/** What the reader may read, the oldest first. */
export function MessageList({ page, form, now, query, older, isNewest }: MessageListProps) {
  const { text } = useText();
  useReading(isNewest ? page.messages.at(-1) : undefined);
  return (
    <section aria-label={text('contact.thread.messages')} className="space-y-5">
      {older !== undefined && (
        <SiteLink to={older} className={buttonClass('plain')}>
          {text('contact.thread.older')}
        </SiteLink>
      )}
      <ol className="space-y-5">
        {page.messages.map((message) => (
          <MessageItem key={message.messageId} thread={page.submission.subjectId} {...{ message, form, now, query }} />
        ))}
      </ol>
    </section>
  );
}

const LOOKS = {
  player: 'message-player',
  studio: 'message-studio',
  internal: 'message-internal',
  update: 'message-update',
} as const;

interface MessageItemProps {
  /** The subject of the page, into which that of the message may have been merged. */
  readonly thread: string;
  readonly message: PageMessage;
  readonly form: PageForm;
  readonly now: number;
  readonly query: string;
}

function MessageItem({ message, thread, form, now, query }: MessageItemProps) {
  const { text } = useText();
  const { messageId, kind, side, name, body, masked, at, isEdited, isOwn, files } = message;
  const look = LOOKS[kind === 'public' ? side : kind];
  return (
    <li {...focusTarget(form.state, `message-${messageId}`)} tabIndex={-1} className={`message ${look}`}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="wrap-anywhere">{isOwn ? text('contact.thread.you') : name}</strong>
        {side === 'studio' && <Badge>{text('contact.thread.studio')}</Badge>}
        {kind === 'internal' && <Badge tone="danger">{text('contact.thread.internal')}</Badge>}
        {kind === 'update' && <Badge tone="loud">{text('contact.thread.update')}</Badge>}
        <span className="text-sm text-muted">
          <RelativeTime at={at} now={now} /> {isEdited && text('contact.thread.wasEdited')}
        </span>
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{body}</p>
      {masked > 0 && <p className="text-sm text-muted">{text('contact.thread.masked', { count: masked })}</p>}
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-4">
          {files.map((file) => (
            <FileItem key={file.fileId} {...{ file, thread, query }} />
          ))}
        </ul>
      )}
      {message.mayEdit && <EditForm form={form} message={message} />}
    </li>
  );
}

interface FileItemProps extends Pick<MessageItemProps, 'thread' | 'query'> {
  readonly file: ThreadFile;
}

/** A picture was made anew, and is from here; everything else is only saved. */
function FileItem({ file, thread, query }: FileItemProps) {
  const { text, formatNumber } = useText();
  const { fileId, name, bytes, width, height } = file;
  const href = `/contact/submissions/${thread}/files/${fileId}${query}`;
  const kilobytes = formatNumber(Math.max(1, Math.round(bytes / 1024)));
  return (
    <li className="max-w-full">
      <a href={href} download={name} className="message-file">
        {width !== undefined && <img src={href} alt="" width={width} height={height} loading="lazy" />}
        <span className="wrap-anywhere">{text('contact.thread.file', { name, kilobytes })}</span>
      </a>
    </li>
  );
}

function EditForm({ form, message }: { readonly form: PageForm; readonly message: PageMessage }) {
  const { text } = useText();
  const { subjectId, messageId, body } = message;
  const fields = { intent: 'contact.edit', subjectId, messageId };
  const refusal = form.refusalOf(fields);
  return (
    <Details key={body} summary={text('contact.thread.edit')} open={refusal !== undefined}>
      <ActionForm form={form} fields={fields} className="space-y-4">
        <TextareaField
          name="body"
          label={text('contact.thread.editBody')}
          rows={5}
          required
          maxLength={MAX_MESSAGE}
          defaultValue={refusal?.values['body'] ?? body}
          error={refusal?.problem.fields?.['body']}
        />
        <Submit>{text('contact.thread.save')}</Submit>
      </ActionForm>
    </Details>
  );
}

/** Tells once, by a form of its own, how far somebody has read; without scripts it is not known. */
function useReading(last: PageMessage | undefined): void {
  const { submit } = useFetcher();
  const told = useRef('');
  const see = useEffectEvent(({ subjectId, messageId }: PageMessage) => {
    if (told.current === messageId || document.visibilityState === 'hidden') return;
    told.current = messageId;
    void submit({ intent: 'contact.read', subjectId, messageId }, { method: 'post' });
  });
  useEffect(() => {
    if (last !== undefined) see(last);
  }, [last]);
}
