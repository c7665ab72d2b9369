import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { useSubmitOnce } from '#app/current/forms/submit-once.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { MessageItem } from '#app/threads/message-item.tsx';
import type { PageMessage } from '#app/threads/thread.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

import { toSubmissionNumber } from './submission.ts';
import type { ThreadPage } from './thread-page.ts';
import { MAX_TITLE } from './topic.ts';

interface MessageListProps {
  readonly page: ThreadPage;
  readonly form: PageForm;
  readonly now: number;
  readonly query: string;
  readonly older: string | undefined;
  readonly isNewest: boolean;
}

export function MessageList({ page, form, now, query, older, isNewest }: MessageListProps) {
  const { text } = useText();
  useReading(isNewest ? page.messages.at(-1) : undefined);
  // The subject of the page, into which that of the message may have been merged.
  const fileHref = (fileId: string) => `/contact/submissions/${page.submission.subjectId}/files/${fileId}${query}`;
  const mailHref = (messageId: string) =>
    `/contact/submissions/${page.submission.subjectId}/mails/${messageId}${query}`;
  return (
    <section aria-label={text('contact.thread.messages')} className="space-y-5">
      {older !== undefined && (
        <SiteLink to={older} className={buttonClass('plain')}>
          {text('contact.thread.older')}
        </SiteLink>
      )}
      <ol className="space-y-5">
        {page.messages.map((message) => (
          <MessageItem
            key={message.messageId}
            message={message}
            form={form}
            now={now}
            fileHref={fileHref}
            mailHref={mailHref}
            editIntent="contact.edit"
          >
            {page.desk !== undefined && !message.isRedacted && (
              <>
                {message.subjectId !== page.submission.subjectId && <MergedFrom subjectId={message.subjectId} />}
                <Forwarded to={page.desk.forwards[message.messageId]} />
                {maySplit(page, message) && <SplitForm form={form} message={message} />}
                <RedactForm form={form} message={message} />
              </>
            )}
          </MessageItem>
        ))}
      </ol>
    </section>
  );
}

function MergedFrom({ subjectId }: Pick<PageMessage, 'subjectId'>) {
  const { text } = useText();
  return (
    <p className="text-sm text-muted">{text('contact.desk.mergedFrom', { number: toSubmissionNumber(subjectId) })}</p>
  );
}

function Forwarded({ to }: { readonly to: string | undefined }) {
  const { text } = useText();
  return to === undefined ? null : (
    <p className="text-sm font-bold wrap-anywhere">{text('contact.desk.forwardedTo', { email: to })}</p>
  );
}

function maySplit({ submission, messages, before }: ThreadPage, { subjectId, messageId, kind, side }: PageMessage) {
  const isFirst = before === undefined && messages.find((one) => one.subjectId === subjectId)?.messageId === messageId;
  return subjectId === submission.subjectId && kind === 'public' && side === 'player' && !isFirst;
}

function SplitForm({ form, message: { messageId } }: RedactFormProps) {
  const { text } = useText();
  const fields = { intent: 'contact.split', messageId };
  const refusal = form.findRefusal(fields);
  return (
    <Details summary={text('contact.desk.split')} open={refusal !== undefined}>
      <ActionForm form={form} fields={fields} className="space-y-4">
        <Field
          name="title"
          label={text('contact.desk.splitTitle')}
          hint={text('contact.desk.splitHint')}
          required
          maxLength={MAX_TITLE}
          defaultValue={refusal?.values['title'] ?? ''}
          error={refusal?.problem.fields?.['title'] ?? refusal?.problem.text}
        />
        <Submit>{text('contact.desk.splitNow')}</Submit>
      </ActionForm>
    </Details>
  );
}

interface RedactFormProps {
  readonly form: PageForm;
  readonly message: PageMessage;
}

/** For staff; behind a summary, because it cannot be taken back. */
function RedactForm({ form, message: { subjectId, messageId } }: RedactFormProps) {
  const { text } = useText();
  return (
    <Details summary={text('contact.desk.redact')}>
      <ActionForm form={form} fields={{ intent: 'contact.redact', subjectId, messageId }} className="space-y-3">
        <p>{text('contact.desk.redactHint')}</p>
        <Submit kind="danger">{text('contact.desk.redactNow')}</Submit>
      </ActionForm>
    </Details>
  );
}

/** Tells how far somebody has read. */
function useReading(last: PageMessage | undefined): void {
  useSubmitOnce(last && { intent: 'contact.read', subjectId: last.subjectId, messageId: last.messageId });
}
