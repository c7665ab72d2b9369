import type { ShouldRevalidateFunctionArgs } from 'react-router';

import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useSubmitOnce } from '#app/current/forms/submit-once.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { htmlLang, inLocale, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { requireUser } from '#app/current/permission.ts';
import { findAboutItem } from '#app/mailbox/about-items.server.ts';
import { AboutLink } from '#app/mailbox/about-link.tsx';
import { FileList } from '#app/mailbox/file-list.tsx';
import { findMessageFiles } from '#app/mailbox/files.server.ts';
import { GiftCard } from '#app/mailbox/gift-card.tsx';
import { findGift } from '#app/mailbox/gift.server.ts';
import { mailboxIntents } from '#app/mailbox/mailbox-forms.server.ts';
import { getMessage } from '#app/mailbox/mailbox.server.ts';
import { MessageBody } from '#app/mailbox/message-body.tsx';
import { messageRowId } from '#app/mailbox/message.ts';
import type { ShownMessage } from '#app/mailbox/message.ts';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import { MAX_MESSAGE_FORM_BYTES } from '#app/threads/thread.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { messageIntents } from '../contact-forms.server.ts';
import { MessageList } from '../message-list.tsx';
import { findMessageThread } from '../message-thread.server.ts';
import { ReplyForm } from '../reply-form.tsx';
import { OWN_STATE_NAMES } from '../submission.ts';
import type { ThreadPage } from '../thread-page.ts';
import type { Route } from './+types/mailbox-message';

export const loader = withCurrent(async (current, { params, url, context }: Route.LoaderArgs) => {
  const userId = requireUser(current);
  const { role } = current.actor;
  const { about: aboutId, perkId, ...message } = await getMessage(current, params.messageId);
  const { title } = message;
  const before = url.searchParams.get('before') ?? undefined;
  const thread = await findMessageThread(current, message, before);
  const files = (await findMessageFiles(current, [message.messageId])).get(message.messageId) ?? [];
  const { ownItems } = context.get(eventCatalogContext);
  const about = await findAboutItem(current, ownItems, { userId, role }, aboutId);
  return {
    message,
    about,
    gift: await findGift(current, message.messageId, perkId),
    files,
    thread,
    isNewest: before === undefined,
    now: current.now().getTime(),
    head: { title: title, description: title, noindex: true },
  };
});

export const action = withCurrent(async (current, { params: { locale, messageId }, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), {
    ...mailboxIntents((path) => inLocale({ locale }, path)),
    ...messageIntents(messageId),
  }),
);

export const headers = formHeaders;

/** Having read an answer changes nothing here. */
export const shouldRevalidate = ({ formData }: ShouldRevalidateFunctionArgs) =>
  formData?.get('intent') !== 'contact.read';

export const handle: FormHandle = { maxFileFormBytes: MAX_MESSAGE_FORM_BYTES };

export default function MailboxMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { text, formatDate } = useText();
  const { message, about, gift, files, thread, isNewest, now } = loaderData;
  const { messageId, title, locale, sentAt, isRead, isArchived, isPersonal, path } = message;
  const form = useForm(actionData, { of: 'mailbox.', fallbackFocus: messageRowId(messageId) });
  useSeeing(message, isRead || form.state !== undefined);
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <SiteLink to="/mailbox" className="inline-block py-1 font-bold underline">
        {text('mailbox.message.back')}
      </SiteLink>
      <article className="block-card space-y-5 p-6 sm:p-8">
        <header className="space-y-2">
          <h1
            id={messageRowId(messageId)}
            tabIndex={-1}
            lang={htmlLang(locale)}
            className="text-3xl wrap-anywhere sm:text-4xl"
          >
            {title}
          </h1>
          <time dateTime={sentAt} className="text-sm text-muted">
            {formatDate(new Date(sentAt))}
          </time>
        </header>
        <MessageBody {...message} />
        <FileList files={files} path={`/mailbox/${messageId}`} />
        <AboutLink about={about} />
        {gift && <GiftCard gift={gift} messageId={messageId} form={form} />}
        {path !== undefined && (
          <SiteLink to={path} className={buttonClass('loud')}>
            {text('mailbox.message.about')}
          </SiteLink>
        )}
      </article>
      <FormNotice form={form} />
      <div className="flex flex-wrap gap-3">
        <ActionForm form={form} fields={{ intent: `mailbox.${isRead ? 'unread' : 'read'}`, messageId }}>
          <Submit>{text(isRead ? 'mailbox.row.unread' : 'mailbox.row.read')}</Submit>
        </ActionForm>
        <ActionForm form={form} fields={{ intent: `mailbox.${isArchived ? 'unarchive' : 'archive'}`, messageId }}>
          <Submit>{text(isArchived ? 'mailbox.row.unarchive' : 'mailbox.row.archive')}</Submit>
        </ActionForm>
      </div>
      {isPersonal && (
        <MessageThread message={message} thread={thread} isNewest={isNewest} now={now} answered={actionData} />
      )}
    </div>
  );
}

interface MessageThreadProps extends Pick<
  Route.ComponentProps['loaderData'],
  'message' | 'thread' | 'isNewest' | 'now'
> {
  readonly answered: Route.ComponentProps['actionData'];
}

function MessageThread({ message: { messageId }, thread, isNewest, now, answered }: MessageThreadProps) {
  const { text } = useText();
  const form = useForm(answered, { of: 'contact.', fallbackFocus: 'thread' });
  if (thread !== undefined && 'path' in thread) {
    const refusal = form.findRefusal({ intent: 'contact.reply' });
    return (
      <>
        <SiteLink to={thread.path} className={buttonClass('plain')}>
          {text('mailbox.thread.merged')}
        </SiteLink>
        {refusal !== undefined && (
          <>
            <FormNotice form={form} />
            <ReplyForm
              form={form}
              subjectId={messageId}
              state={undefined}
              mayGiveFeedback={refusal.values['internal'] !== undefined}
            />
          </>
        )}
      </>
    );
  }
  const page = thread?.page;
  return (
    <>
      {page !== undefined && <Conversation page={page} form={form} now={now} isNewest={isNewest} />}
      <FormNotice form={form} undo={<UndoForm form={form} label={text('notify.row.undo')} />} />
      {isNewest && (
        <ReplyForm
          form={form}
          subjectId={messageId}
          state={page?.submission.state}
          mayGiveFeedback={page?.mayGiveFeedback ?? false}
        />
      )}
    </>
  );
}

interface ConversationProps {
  readonly page: ThreadPage;
  readonly form: PageForm;
  readonly now: number;
  readonly isNewest: boolean;
}

function Conversation({ page, form, now, isNewest }: ConversationProps) {
  const { text } = useText();
  const { subjectId, state } = page.submission;
  return (
    <div className="space-y-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="thread" tabIndex={-1} className="text-2xl">
          {text('contact.thread.messages')}
        </h2>
        <Badge tone={state === 'open' ? 'loud' : state === 'waiting' ? 'success' : 'plain'}>
          {text(OWN_STATE_NAMES[state])}
        </Badge>
      </header>
      <MessageList
        page={page}
        form={form}
        now={now}
        isNewest={isNewest}
        query=""
        older={page.before && withQuery(`/mailbox/${subjectId}`, { before: page.before })}
      />
    </div>
  );
}

/** Tells that the message and its last answer were opened, which its address does not. Without scripts: a button. */
function useSeeing({ messageId, answeredAt = '' }: ShownMessage, isSeen: boolean): void {
  useSubmitOnce(isSeen ? undefined : { intent: 'mailbox.see', messageId, answeredAt });
}
