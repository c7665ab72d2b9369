import { useState } from 'react';

import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import { useSubmitOnce } from '#app/current/forms/submit-once.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { reportPath } from '#app/reports/report.ts';
import { FileField } from '#app/threads/file-field.tsx';
import { MessageItem } from '#app/threads/message-item.tsx';
import { ReactionBar } from '#app/threads/reaction-bar.tsx';
import { MAX_MESSAGE } from '#app/threads/thread.ts';
import type { PageMessage } from '#app/threads/thread.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { MAX_TITLE, entryPath, toCommentId } from '../entry.ts';
import type { EntryPageData } from './entry-page.ts';

interface TalkProps {
  readonly page: EntryPageData;
  readonly form: PageForm;
  readonly now: number;
}

export function Talk({ page, form, now }: TalkProps) {
  const { text } = useText();
  const { entry, before, messages } = page;
  const path = entryPath(entry);
  // As it was when the page came: reading it changes that.
  const [readTo] = useState(page.readTo);
  useReadMark(page.mayWrite ? messages.at(-1) : undefined);
  const isNew = ({ messageId, isOwn }: PageMessage) => readTo !== undefined && messageId > readTo && !isOwn;
  const first = before === undefined ? messages[0]?.messageId : undefined;
  const fileHref = (fileId: string) => `${path}/files/${fileId}`;
  return (
    <section aria-label={text('feedbag.talk.label')} className="space-y-5">
      {before !== undefined && (
        <SiteLink to={withQuery(path, { before })} className={buttonClass('plain')}>
          {text('feedbag.talk.older')}
        </SiteLink>
      )}
      <ol className="space-y-5">
        {messages.map((message) => (
          <MessageItem
            key={message.messageId}
            message={message}
            form={form}
            now={now}
            fileHref={fileHref}
            editIntent="feedbag.edit"
            isFolded={page.blocks[message.messageId]}
          >
            {isNew(message) && <Badge tone="loud">{text('threads.message.new')}</Badge>}
            <ReactionBar form={form} message={message} intent={page.mayWrite ? 'feedbag.react' : undefined} />
            {!message.isOwn && message.side === 'player' && message.kind !== 'internal' && !message.isRedacted && (
              <SiteLink to={reportPath('comment', toCommentId(message))} rel="nofollow" className="text-sm underline">
                {text('reports.link')}
              </SiteLink>
            )}
            {page.blocks[message.messageId] !== undefined && (
              <BlockForm form={form} message={message} isBlocked={page.blocks[message.messageId] === true} />
            )}
            {page.staff !== undefined && message.side === 'player' && <HideForm form={form} message={message} />}
            {page.staff !== undefined && message.messageId !== first && <SplitForm form={form} message={message} />}
          </MessageItem>
        ))}
      </ol>
    </section>
  );
}

/** Tells how far somebody has read. */
function useReadMark(last: PageMessage | undefined): void {
  useSubmitOnce(last && { intent: 'feedbag.read', subjectId: last.subjectId, messageId: last.messageId });
}

function SplitForm({ form, message }: { readonly form: PageForm; readonly message: PageMessage }) {
  const { text } = useText();
  const { subjectId, messageId, kind, isHeld, isRedacted } = message;
  if (kind !== 'public' || isHeld || isRedacted) return null;
  const fields = { intent: 'feedbag.split', subjectId, messageId };
  const refusal = form.findRefusal(fields);
  return (
    <Details summary={text('feedbag.staff.split')} open={refusal !== undefined}>
      <ActionForm form={form} fields={fields} className="space-y-4">
        <Field
          name="title"
          label={text('feedbag.staff.splitTitle')}
          required
          maxLength={MAX_TITLE}
          defaultValue={refusal?.values['title'] ?? ''}
          error={refusal?.problem.fields?.['title'] ?? refusal?.problem.text}
        />
        <Submit>{text('feedbag.staff.splitNow')}</Submit>
      </ActionForm>
    </Details>
  );
}

interface BlockFormProps {
  readonly form: PageForm;
  readonly message: PageMessage;
  readonly isBlocked: boolean;
}

function BlockForm({ form, message: { subjectId, messageId }, isBlocked }: BlockFormProps) {
  const { text } = useText();
  const intent = isBlocked ? 'feedbag.unblock' : 'feedbag.block';
  return (
    <ActionForm form={form} fields={{ intent, subjectId, messageId }}>
      <Submit kind="quiet">{text(isBlocked ? 'blocks.list.end' : 'blocks.comment.block')}</Submit>
    </ActionForm>
  );
}

function HideForm({ form, message }: { readonly form: PageForm; readonly message: PageMessage }) {
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
export const COMMENT_FORM = 'comment';

export function CommentForm({ page, form }: Pick<TalkProps, 'page' | 'form'>) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'feedbag.comment' });
  const values = refusal?.values ?? {};
  const isDesk = page.staff !== undefined;
  return (
    <section id={COMMENT_FORM} className="block-card scroll-my-24 space-y-5 p-5 sm:p-7">
      <h2 className="text-xl">{text('feedbag.talk.say')}</h2>
      <ActionForm
        key={page.messages.at(-1)?.messageId}
        form={form}
        fields={{ intent: 'feedbag.comment' }}
        encType="multipart/form-data"
        className="space-y-5"
      >
        <FormDraft
          name={`${STORAGE_KEYS.contact}comment-${page.entry.subjectId}`}
          form={form}
          intent="feedbag.comment"
          isEmptied
        />
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
        <FileField error={refusal?.problem.fields?.['files']} />
        <Submit kind="loud">{text('feedbag.talk.send')}</Submit>
      </ActionForm>
    </section>
  );
}
