import { useEffect, useEffectEvent } from 'react';
import { redirect, useFetcher } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { isLocale, localePath, useText } from '#app/current/locale.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { titleOf } from '#app/current/page/title.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { FileList } from '../file-list.tsx';
import { findMessageFiles } from '../files.server.ts';
import { getMessage } from '../mailbox.server.ts';
import { mailboxIntents } from '../mailbox-forms.server.ts';
import { messageRowId } from '../message.ts';
import { MessageBody } from '../message-body.tsx';

import type { Route } from './+types/mailbox-message';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  if (current.actor.userId === undefined) {
    const login = isLocale(params.locale) ? localePath(params.locale, '/login') : '/login';
    throw redirect(`${login}?returnTo=${encodeURIComponent(url.pathname)}`);
  }
  const message = await getMessage(current, params.messageId);
  const { title } = message;
  const files = (await findMessageFiles(current, [message.messageId])).get(message.messageId) ?? [];
  return { message, files, head: { title: await titleOf(current.locale, title), description: title, noindex: true } };
});

export const action = withCurrent(async (current, { params: { locale }, request }: Route.ActionArgs) =>
  answerForm(
    current,
    await request.formData(),
    mailboxIntents((path) => (isLocale(locale) ? localePath(locale, path) : path)),
  ),
);

export const headers = formHeaders;

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function MailboxMessage({ loaderData: { message, files }, actionData }: Route.ComponentProps) {
  const { text, formatDate } = useText();
  const { messageId, title, locale, sentAt, isRead, isArchived, isPersonal, path } = message;
  const form = useForm(actionData, { place: messageRowId(messageId) });
  useSeeing(messageId, isRead || form.state !== undefined);
  const change = isArchived ? 'unarchive' : 'archive';
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <SiteLink to="/mailbox" className="inline-block py-1 font-bold underline">
        {text('mailbox.message.back')}
      </SiteLink>
      <article className="block-card space-y-5 p-6 sm:p-8">
        <header className="space-y-2">
          <h1 id={messageRowId(messageId)} tabIndex={-1} lang={locale} className="text-3xl wrap-anywhere sm:text-4xl">
            {title}
          </h1>
          <time dateTime={sentAt} className="text-sm text-muted">
            {formatDate(new Date(sentAt))}
          </time>
        </header>
        <MessageBody {...message} />
        <FileList files={files} path={`/mailbox/${messageId}`} />
        {path !== undefined && (
          <SiteLink to={path} className={buttonClass('loud')}>
            {text('mailbox.message.about')}
          </SiteLink>
        )}
      </article>
      <FormNotice form={form} />
      <div className="flex flex-wrap gap-3">
        {isPersonal && (
          <SiteLink
            to={`/contact/topics/other?${new URLSearchParams({ title: `Re: ${title}` })}`}
            className={buttonClass('plain')}
          >
            {text('mailbox.message.answer')}
          </SiteLink>
        )}
        <ActionForm form={form} fields={{ intent: `mailbox.${isRead ? 'unread' : 'read'}`, messageId }}>
          <Submit>{text(isRead ? 'mailbox.row.unread' : 'mailbox.row.read')}</Submit>
        </ActionForm>
        <ActionForm form={form} fields={{ intent: `mailbox.${change}`, messageId }}>
          <Submit>{text(isArchived ? 'mailbox.row.unarchive' : 'mailbox.row.archive')}</Submit>
        </ActionForm>
      </div>
    </div>
  );
}

/** Tells the server that the message was opened, which to open its address alone does not. Without scripts a button does. */
function useSeeing(messageId: string, isTold: boolean): void {
  const { submit } = useFetcher();
  const see = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void submit({ intent: 'mailbox.see', messageId }, { method: 'post' });
  });
  useEffect(() => {
    if (!isTold) see();
  }, [isTold]);
}
