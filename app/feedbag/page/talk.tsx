import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { MAX_FILES, MAX_MESSAGE } from '#app/threads/thread.ts';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { entryPath } from '../entry.ts';
import type { EntryMessage, EntryPageData } from './entry-page.ts';

interface TalkProps {
  readonly page: EntryPageData;
  readonly form: PageForm;
  readonly now: number;
}

/** What the reader may read of it, the oldest first. */
export function Talk({ page, form, now }: TalkProps) {
  const { text } = useText();
  const { entry, before, messages } = page;
  const path = entryPath(entry);
  return (
    <section aria-label={text('feedbag.talk.label')} className="space-y-5">
      {before !== undefined && (
        <SiteLink to={`${path}?before=${before}`} className={buttonClass('plain')}>
          {text('feedbag.talk.older')}
        </SiteLink>
      )}
      <ol className="space-y-5">
        {messages.map((message) => (
          <TalkItem key={message.messageId} {...{ message, path, form, now }} isDesk={page.staff !== undefined} />
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

interface TalkItemProps extends Pick<TalkProps, 'form' | 'now'> {
  readonly message: EntryMessage;
  readonly path: string;
  readonly isDesk: boolean;
}

function TalkItem({ message, path, form, now, isDesk }: TalkItemProps) {
  const { text, formatNumber } = useText();
  const { messageId, kind, side, name, body, masked, at, isEdited, isOwn, isHeld, files } = message;
  const look = LOOKS[kind === 'public' ? side : kind];
  return (
    <li {...focusTarget(form.state, `message-${messageId}`)} tabIndex={-1} className={`message ${look}`}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="wrap-anywhere">
          {isOwn ? text('feedbag.entry.you') : (name ?? text('feedbag.entry.visitor'))}
        </strong>
        {side === 'studio' && <Badge>{text('feedbag.talk.studio')}</Badge>}
        {kind === 'internal' && <Badge tone="danger">{text('feedbag.entry.internal')}</Badge>}
        {kind === 'update' && <Badge tone="loud">{text('feedbag.talk.update')}</Badge>}
        {isHeld && <Badge>{text('feedbag.entry.pending')}</Badge>}
        <span className="text-sm text-muted">
          <RelativeTime at={at} now={now} /> {isEdited && text('feedbag.talk.wasEdited')}
        </span>
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{body}</p>
      {masked > 0 && <p className="text-sm text-muted">{text('feedbag.talk.masked', { count: masked })}</p>}
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-4">
          {files.map(({ fileId, name: fileName, bytes, width, height }) => (
            <li key={fileId} className="max-w-full">
              <a href={`${path}/files/${fileId}`} download={fileName} className="message-file">
                {width !== undefined && (
                  <img src={`${path}/files/${fileId}`} alt="" width={width} height={height} loading="lazy" />
                )}
                <span className="wrap-anywhere">
                  {text('feedbag.talk.file', {
                    name: fileName,
                    kilobytes: formatNumber(Math.max(1, Math.round(bytes / 1024))),
                  })}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {message.mayEdit && <EditForm form={form} message={message} />}
      {isDesk && side === 'player' && <HideForm form={form} message={message} />}
    </li>
  );
}

function EditForm({ form, message }: { readonly form: PageForm; readonly message: EntryMessage }) {
  const { text } = useText();
  const { subjectId, messageId, body } = message;
  const fields = { intent: 'feedbag.edit', subjectId, messageId };
  const refusal = form.refusalOf(fields);
  return (
    <Details key={body} summary={text('feedbag.talk.edit')} open={refusal !== undefined}>
      <ActionForm form={form} fields={fields} className="space-y-4">
        <TextareaField
          name="body"
          label={text('feedbag.talk.editBody')}
          rows={5}
          required
          maxLength={MAX_MESSAGE}
          defaultValue={refusal?.values['body'] ?? body}
          error={refusal?.problem.fields?.['body']}
        />
        <Submit>{text('feedbag.talk.save')}</Submit>
      </ActionForm>
    </Details>
  );
}

function HideForm({ form, message }: { readonly form: PageForm; readonly message: EntryMessage }) {
  const { text } = useText();
  const { subjectId, messageId, isHeld } = message;
  const decision = isHeld ? 'show' : 'hide';
  return (
    <ActionForm form={form} fields={{ intent: 'feedbag.moderateComment', subjectId, messageId, decision }}>
      <Submit kind="quiet">{text(isHeld ? 'feedbag.staff.show' : 'feedbag.staff.hide')}</Submit>
    </ActionForm>
  );
}

/** For who is signed in; the studio also writes updates and notes. */
export function CommentForm({ page, form }: Pick<TalkProps, 'page' | 'form'>) {
  const { text } = useText();
  const refusal = form.refusalOf({ intent: 'feedbag.comment' });
  const values = refusal?.values ?? {};
  const isDesk = page.staff !== undefined;
  return (
    <section className="block-card space-y-5 p-5 sm:p-7">
      <h2 className="text-xl">{text('feedbag.talk.say')}</h2>
      <ActionForm
        key={page.messages.at(-1)?.messageId}
        form={form}
        fields={{ intent: 'feedbag.comment' }}
        encType="multipart/form-data"
        className="space-y-5"
      >
        <TextareaField
          name="body"
          label={text('feedbag.talk.body')}
          rows={5}
          required
          maxLength={MAX_MESSAGE}
          defaultValue={values['body'] ?? ''}
          error={refusal?.problem.fields?.['body']}
        />
        {page.mayNote && (
          <SelectField name="kind" label={text('feedbag.talk.kind')} defaultValue={values['kind'] ?? 'public'}>
            <option value="public">{text('feedbag.talk.public')}</option>
            {isDesk && <option value="update">{text('feedbag.talk.update')}</option>}
            <option value="internal">{text('feedbag.talk.internal')}</option>
          </SelectField>
        )}
        <Field
          type="file"
          name="files"
          multiple
          label={text('feedbag.form.files')}
          hint={text('feedbag.form.filesHint', { count: MAX_FILES, megabytes: 5 })}
          error={refusal?.problem.fields?.['files']}
        />
        <Submit kind="loud">{text('feedbag.talk.send')}</Submit>
      </ActionForm>
    </section>
  );
}
