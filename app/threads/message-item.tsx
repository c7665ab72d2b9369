import type { ReactNode } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Details } from '#lib/ui/details.tsx';
import { TextareaField } from '#lib/ui/field.tsx';

import { MAX_MESSAGE } from './thread.ts';
import type { LeftOutReason, PageMessage, ThreadFile } from './thread.ts';
import './conversation.css';

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
  /** Of the whole mail, by message. */
  readonly mailHref?: (messageId: string) => string;
  /** Of somebody whom the reader has blocked. */
  readonly isFolded?: boolean | undefined;
  readonly children?: ReactNode;
}

export function MessageItem({
  message,
  form,
  now,
  editIntent,
  fileHref,
  mailHref,
  isFolded,
  children,
}: MessageItemProps) {
  const { text } = useText();
  const { messageId, kind, side, masked, at, isEdited, isHeld, isRedacted, files, program } = message;
  const look = LOOKS[kind === 'public' ? side : kind];
  return (
    <li {...focusTarget(form.state, `message-${messageId}`)} tabIndex={-1} className={`message ${look}`}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="wrap-anywhere">
          <Writer message={message} />
        </strong>
        {side === 'studio' && <Badge>{text('threads.message.studio')}</Badge>}
        {kind === 'internal' && <Badge tone="danger">{text('threads.message.internal')}</Badge>}
        {kind === 'update' && <Badge tone="loud">{text('threads.message.update')}</Badge>}
        {isHeld && <Badge>{text('threads.message.held')}</Badge>}
        {program !== undefined && <Badge>{text(PROGRAMS[program])}</Badge>}
        <span className="text-sm text-muted">
          <RelativeTime at={at} now={now} /> {isEdited && <span>{text('threads.message.wasEdited')}</span>}
        </span>
      </p>
      {isRedacted ? (
        <p className="text-muted italic">{text('threads.message.redacted')}</p>
      ) : (
        <MessageWords message={message} href={mailHref?.(messageId)} isFolded={isFolded} />
      )}
      {masked > 0 && <p className="text-sm text-muted">{text('threads.message.masked', { count: masked })}</p>}
      {files.length > 0 && !isFolded && (
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

function Writer({ message: { isOwn, name, profile } }: Pick<MessageItemProps, 'message'>) {
  const { text } = useText();
  if (isOwn) return text('threads.message.you');
  if (name === undefined || profile === undefined) return name ?? text('threads.message.visitor');
  return <SiteLink to={profile}>{name}</SiteLink>;
}

const PROGRAMS = { program: 'threads.message.program', vacation: 'threads.message.vacation' } as const;

interface MessageWordsProps {
  readonly message: PageMessage;
  readonly href: string | undefined;
  readonly isFolded: boolean | undefined;
}

/** Of a mail also what it quotes, out of the way, and who else has sent it. That somebody is away is all out of the way. */
function MessageWords({ message: { body, program, sender, rest, hasMail }, href, isFolded }: MessageWordsProps) {
  const { text } = useText();
  const words = <p className="wrap-anywhere whitespace-pre-wrap">{body}</p>;
  return (
    <>
      {sender !== undefined && (
        <p className="text-sm font-bold wrap-anywhere">{text('threads.message.sender', { email: sender })}</p>
      )}
      {isFolded ? (
        <Details summary={text('blocks.comment.folded')}>{words}</Details>
      ) : program === 'vacation' ? (
        <Details summary={text('threads.message.vacationWords')}>{words}</Details>
      ) : (
        words
      )}
      {rest !== '' && (
        <Details summary={text('threads.message.rest')}>
          <p className="text-sm wrap-anywhere whitespace-pre-wrap text-muted">{rest}</p>
        </Details>
      )}
      {hasMail && href !== undefined && (
        <p className="text-sm">
          <a href={href}>{text('threads.message.mail')}</a>
        </p>
      )}
    </>
  );
}

/** A picture was made anew, and is from here; everything else is only saved. */
function FileItem({ file, href }: { readonly file: ThreadFile; readonly href: string }) {
  const { text, formatNumber } = useText();
  const { name, bytes, width, height, leftOut } = file;
  if (leftOut !== undefined) {
    return <li className="max-w-full text-sm wrap-anywhere text-muted">{text(LEFT_OUT[leftOut], { name })}</li>;
  }
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

const LEFT_OUT = {
  unreadable: 'threads.leftOut.unreadable',
  empty: 'threads.leftOut.empty',
  large: 'threads.leftOut.large',
  many: 'threads.leftOut.many',
  long: 'threads.leftOut.long',
} as const satisfies Record<LeftOutReason, TextKey>;

interface EditFormProps extends Pick<MessageItemProps, 'form' | 'message'> {
  readonly intent: string;
}

function EditForm({ form, message, intent }: EditFormProps) {
  const { text } = useText();
  const { subjectId, messageId, body } = message;
  const fields = { intent, subjectId, messageId };
  const refusal = form.findRefusal(fields);
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
