import { redirect } from 'react-router';
import type { ShouldRevalidateFunctionArgs } from 'react-router';

import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { answersFormContext, withCurrent } from '#app/current/page/loaders.server.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { requireUser } from '#app/current/permission.ts';
import { MessageBody } from '#app/mailbox/message-body.tsx';
import type { AnsweredMessage } from '#app/mailbox/message.ts';
import { MAX_MESSAGE_FORM_BYTES } from '#app/threads/thread.ts';
import drawing from '#content/art/contact-expired.svg';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { TextareaField } from '#lib/ui/field.tsx';

import { threadIntents } from '../contact-forms.server.ts';
import { AnswerForm } from '../desk/answer-form.tsx';
import { DeskPanel } from '../desk/desk-panel.tsx';
import { useDeskKeys } from '../desk/use-desk-keys.ts';
import { MessageList } from '../message-list.tsx';
import { noSubmission } from '../problems.ts';
import { ReplyForm } from '../reply-form.tsx';
import { SubmissionHead } from '../submission-head.tsx';
import { findDeskSubject, openSubmissionThread, openThreadPage } from '../thread-page.server.ts';
import type { Route } from './+types/contact-submission';
import '#app/threads/conversation.css';

export const loader = withCurrent(async (current, { params, url, context }: Route.LoaderArgs) => {
  const key = url.searchParams.get('key') ?? undefined;
  // Whether or not there is such a letter.
  if (key === undefined) requireUser(current);
  const before = url.searchParams.get('before') ?? undefined;
  const found = await openThreadPage(current, params.subjectId, key, before);
  const isStaying = 'path' in found && context.get(answersFormContext);
  const opened = isStaying ? await openSubmissionThread(current, found.subjectId, found.token, undefined) : found;
  if ('path' in opened) throw redirect(inLocale(params, opened.path));
  const text = await getText(current.locale);
  const page = 'page' in opened ? opened.page : undefined;
  return {
    page,
    token: 'page' in opened ? opened.token : key,
    /** Of an old page whose thread stands elsewhere by now. */
    movedTo: isStaying ? found.path : undefined,
    subjectId: page?.submission.subjectId ?? params.subjectId,
    now: current.now().getTime(),
    isNewest: before === undefined,
    head: {
      title: page === undefined ? text('contact.thread.expired') : page.submission.title,
      description: text('contact.thread.description'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, params, url }: Route.ActionArgs) => {
  const token = url.searchParams.get('key') ?? undefined;
  const intents = threadIntents(params.subjectId, token, await findDeskSubject(current, params.subjectId));
  return answerForm(current, await request.formData(), intents, { errorPage: [noSubmission] });
});

export const headers = formHeaders;

/** Also after a refusal: that something was written meanwhile is of use only to who sees it. Having read changes nothing here. */
export const shouldRevalidate = ({ formData }: ShouldRevalidateFunctionArgs) =>
  formData?.get('intent') !== 'contact.read';

export const handle: FormHandle = { maxFileFormBytes: MAX_MESSAGE_FORM_BYTES };

export default function ContactSubmission({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { page, token, movedTo, subjectId, now, isNewest } = loaderData;
  const action = useSitePath(movedTo ?? '');
  const moved = movedTo === undefined ? {} : { action };
  const form = useForm(actionData, { of: 'contact.', fallbackFocus: 'submission-title', ...moved });
  const desk = useDeskKeys();
  if (page === undefined) return <ExpiredLink form={form} />;
  const query = token === undefined ? '' : `?key=${encodeURIComponent(token)}`;
  const isDesk = page.desk !== undefined;
  return (
    <div
      ref={desk}
      className={isDesk ? 'mx-auto grid max-w-6xl gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]' : 'mx-auto max-w-3xl'}
    >
      <div className="min-w-0 space-y-6">
        <SubmissionHead page={page} />
        {page.desk?.answered !== undefined && <AnsweredNote message={page.desk.answered} />}
        <MessageList
          page={page}
          query={query}
          now={now}
          form={form}
          isNewest={isNewest}
          older={page.before && withQuery(`/contact/submissions/${subjectId}${query}`, { before: page.before })}
        />
        <FormNotice form={form} undo={<UndoForm form={form} label={text('contact.desk.undo')} />} />
        {page.desk !== undefined && isNewest && (
          <AnswerForm form={form} subjectId={subjectId} desk={page.desk} now={now} />
        )}
        {page.isOwn && isNewest && (
          <ReplyForm form={form} subjectId={subjectId} {...page} state={page.submission.state} />
        )}
      </div>
      {page.desk !== undefined && <DeskPanel form={form} desk={page.desk} now={now} />}
    </div>
  );
}

/** What the studio wrote in the mailbox, before the player's answer to it. */
function AnsweredNote({ message }: { readonly message: AnsweredMessage }) {
  const { text } = useText();
  return (
    <section aria-labelledby="answered" className="message message-studio">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong id="answered">{text('contact.desk.ourMessage')}</strong>
        {message.isWithdrawn && <Badge>{text('mailbox.state.withdrawn')}</Badge>}
      </p>
      <MessageBody {...message} />
    </section>
  );
}

/** Nothing of the thread is here. A new link goes to the address that the old one went to. */
function ExpiredLink({ form }: { readonly form: PageForm }) {
  const { text } = useText();
  const unsent = form.findRefusal({ intent: 'contact.reply' })?.values['body'];
  return (
    <section className="mx-auto grid max-w-3xl items-center gap-8 sm:grid-cols-[14rem_1fr]">
      <img src={drawing} alt="" width="280" height="240" className="mx-auto w-full max-w-56" />
      <div className="space-y-5">
        <h1 id="submission-title" tabIndex={-1} className="squiggle text-3xl sm:text-4xl">
          {text('contact.thread.expired')}
        </h1>
        <p className="text-lg">{text('contact.thread.expiredLead')}</p>
        <FormNotice form={form} />
        {unsent !== undefined && (
          <TextareaField label={text('contact.thread.unsent')} rows={5} readOnly defaultValue={unsent} />
        )}
        <ActionForm form={form} fields={{ intent: 'contact.link' }}>
          <Submit kind="loud">{text('contact.thread.newLink')}</Submit>
        </ActionForm>
      </div>
    </section>
  );
}
