import { data } from 'react-router';

import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, htmlLang, inLocale, useText } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { requireUser } from '#app/current/permission.ts';
import { useLiveCount } from '#app/notifications/badge/count-badge.tsx';
import { countNotifications } from '#app/notifications/counts.server.ts';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import drawing from '#content/art/mailbox-empty.svg';
import { withQuery } from '#lib/calls/browser/address.ts';
import { linkHeaders } from '#lib/calls/page.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { mailboxIntents } from '../mailbox-forms.server.ts';
import { findMessages } from '../mailbox.server.ts';
import { MAX_COUNT, TABS, TAB_NAMES, messageRowId } from '../message.ts';
import type { MailboxTab, ShownMessage } from '../message.ts';
import type { Route } from './+types/mailbox';

export const loader = withCurrent(async (current, { url, request, context }: Route.LoaderArgs) => {
  const userId = requireUser(current);
  const tab = TABS.find((one) => one === url.searchParams.get('tab')) ?? 'inbox';
  const after = url.searchParams.get('after') ?? undefined;
  const page = await findMessages(current, tab, after);
  const text = await getText(current.locale);
  return data(
    {
      ...page,
      tab,
      isFirst: after === undefined,
      userId,
      count: await countNotifications(current, context.get(eventCatalogContext)),
      head: {
        title: text('mailbox.page.title'),
        description: text('mailbox.page.description'),
        noindex: true,
      },
    },
    { headers: linkHeaders(request.url, { next: { after: page.next } }) },
  );
});

export const action = withCurrent(async (current, { params: { locale }, request }: Route.ActionArgs) =>
  answerForm(
    current,
    await request.formData(),
    mailboxIntents((path) => inLocale({ locale }, path)),
  ),
);

export const headers = formHeaders;

export default function Mailbox({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, next, tab, isFirst, userId, count } = loaderData;
  const { text } = useText();
  const form = useForm(actionData, { fallbackFocus: 'mailbox-title' });
  const unread = useLiveCount(userId, count)?.messages ?? 0;
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <header className="space-y-4">
        <h1 id="mailbox-title" tabIndex={-1} className="squiggle text-4xl sm:text-5xl">
          {text('mailbox.page.title')}
        </h1>
        <p className="text-lg">
          {text('mailbox.page.unread', { count: unread, isMany: unread >= MAX_COUNT ? 'yes' : 'no' })}
        </p>
      </header>
      <LinkTabs
        label={text('mailbox.page.tabs')}
        tabs={TABS.map((one) => {
          const to = one === 'inbox' ? '/mailbox' : `/mailbox?tab=${one}`;
          return { to, title: text(TAB_NAMES[one]), isCurrent: one === tab };
        })}
      />
      <FormNotice form={form} undo={<UndoForm form={form} label={text('notify.row.undo')} letter="z" />} />
      {messages.length === 0 ? (
        <EmptyMailbox tab={tab} />
      ) : (
        <ul aria-label={text('mailbox.page.list')} className="space-y-4">
          {messages.map((message) => (
            <MessageRow key={message.messageId} message={message} form={form} />
          ))}
        </ul>
      )}
      <Pagination
        label={text('mailbox.page.pages')}
        previous={isFirst ? undefined : { to: `/mailbox?tab=${tab}`, text: text('mailbox.page.newest') }}
        next={
          next === undefined
            ? undefined
            : { to: withQuery('/mailbox', { tab, after: next }), text: text('mailbox.page.older') }
        }
        link={SiteLink}
      />
    </div>
  );
}

function MessageRow({ message, form }: { message: ShownMessage; form: PageForm }) {
  const { text, formatDate } = useText();
  const { messageId, title, body, locale, sentAt, isRead, isArchived, answeredAt } = message;
  const change = isArchived ? 'unarchive' : 'archive';
  return (
    <li className={`block-card space-y-3 p-5 ${isRead ? '' : 'border-s-8 border-s-accent'}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ActionForm form={form} fields={{ intent: 'mailbox.open', messageId }} className="min-w-0 grow">
          <button
            type="submit"
            lang={htmlLang(locale)}
            className="cursor-pointer text-start text-lg font-extrabold wrap-anywhere underline"
            {...focusTarget(form.state, messageRowId(messageId))}
          >
            {title}
          </button>
        </ActionForm>
        {!isRead && (
          <Badge tone="loud">{text(answeredAt === undefined ? 'mailbox.row.new' : 'mailbox.row.answered')}</Badge>
        )}
      </div>
      <p lang={htmlLang(locale)} className="line-clamp-2 wrap-anywhere">
        {body}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <time dateTime={sentAt} className="grow text-sm text-muted">
          {formatDate(new Date(sentAt))}
        </time>
        {isRead && (
          <ActionForm form={form} fields={{ intent: 'mailbox.unread', messageId }}>
            <Submit aria-label={text('mailbox.row.unreadOf', { title })}>{text('mailbox.row.unread')}</Submit>
          </ActionForm>
        )}
        <ActionForm form={form} fields={{ intent: `mailbox.${change}`, messageId }}>
          <Submit aria-label={text(isArchived ? 'mailbox.row.unarchiveOf' : 'mailbox.row.archiveOf', { title })}>
            {text(isArchived ? 'mailbox.row.unarchive' : 'mailbox.row.archive')}
          </Submit>
        </ActionForm>
      </div>
    </li>
  );
}

function EmptyMailbox({ tab }: { tab: MailboxTab }) {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <h2 className="text-2xl">{text(tab === 'inbox' ? 'mailbox.empty.title' : 'mailbox.empty.archived')}</h2>
      <p>{text('mailbox.empty.text')}</p>
    </EmptyState>
  );
}
