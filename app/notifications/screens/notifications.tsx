import { data } from 'react-router';

import { UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useSubmitOnce } from '#app/current/forms/submit-once.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { requireUser } from '#app/current/permission.ts';
import drawing from '#content/art/notifications-empty.svg';
import { withQuery } from '#lib/calls/browser/address.ts';
import { linkHeaders } from '#lib/calls/page.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { findAlertChoices } from '../alerts/settings.server.ts';
import { eventCatalogContext } from '../event-kind.server.ts';
import { findNotifications } from '../list/list.server.ts';
import { NotificationFilter, NotificationTabs } from '../list/notification-filter.tsx';
import { notificationIntents } from '../list/notification-forms.server.ts';
import { NotificationRow, ReadAll } from '../list/notification-row.tsx';
import { parseTab } from '../notification.ts';
import type { Route } from './+types/notifications';

export const loader = withCurrent(async (current, { url, request, context }: Route.LoaderArgs) => {
  requireUser(current);
  const catalog = context.get(eventCatalogContext);
  const tab = parseTab(url.searchParams.get('tab'));
  const kind = url.searchParams.get('kind') || undefined;
  const after = url.searchParams.get('after') ?? undefined;
  const page = await findNotifications(current, catalog, { tab, kind, after });
  const text = await getText(current.locale);
  const choices = await findAlertChoices(current, catalog);
  return data(
    {
      ...page,
      tab,
      kind,
      isFirst: after === undefined,
      now: current.now().getTime(),
      kinds: choices.map(({ kind: id, title }) => ({ id, title })),
      head: {
        title: text('notify.page.title'),
        description: text('notify.page.description'),
        noindex: true,
      },
    },
    { headers: linkHeaders(request.url, { next: { after: page.next } }) },
  );
});

export const action = withCurrent(async (current, { params, request, context }: Route.ActionArgs) => {
  const localizePath = (path: string) => inLocale(params, path);
  return answerForm(
    current,
    await request.formData(),
    notificationIntents(context.get(eventCatalogContext), localizePath),
  );
});

export const headers = formHeaders;

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const { notifications, next, tab, kind, kinds, isFirst, now } = loaderData;
  const { text } = useText();
  const form = useForm(actionData, { fallbackFocus: 'notifications-title' });
  // That the list was looked at; without scripts opening one tells it.
  useSubmitOnce(notifications.some(({ isSeen }) => !isSeen) ? { intent: 'notify.see' } : undefined);
  const path = withQuery('/notifications', { tab, kind });
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <header className="space-y-4">
        <h1 id="notifications-title" tabIndex={-1} className="squiggle text-4xl sm:text-5xl">
          {text('notify.page.title')}
        </h1>
        <p className="text-lg">{text('notify.page.lead')}</p>
        <SiteLink to="/alerts" className="inline-block py-1 font-bold underline">
          {text('notify.page.settings')}
        </SiteLink>
      </header>
      <NotificationTabs tab={tab} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <NotificationFilter tab={tab} kind={kind} kinds={kinds} />
        {notifications.some(({ isRead }) => !isRead) && tab !== 'archived' && <ReadAll form={form} />}
      </div>
      <FormNotice form={form} undo={<UndoForm form={form} label={text('notify.row.undo')} letter="z" />} />
      {notifications.length === 0 ? (
        <EmptyList />
      ) : (
        <ul aria-label={text('notify.page.list')} className="space-y-4">
          {notifications.map((notification) => (
            <NotificationRow key={notification.notificationId} notification={notification} form={form} now={now} />
          ))}
        </ul>
      )}
      <Pagination
        label={text('notify.page.pages')}
        previous={isFirst ? undefined : { to: path, text: text('notify.page.newest') }}
        next={
          next === undefined
            ? undefined
            : {
                to: withQuery(path, { after: next }),
                text: text('notify.page.older'),
              }
        }
        link={SiteLink}
      />
    </div>
  );
}

function EmptyList() {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <h2 className="text-2xl">{text('notify.empty.title')}</h2>
      <p>{text('notify.empty.text')}</p>
      <SiteLink to="/blog" className={buttonClass('plain')}>
        {text('notify.empty.blog')}
      </SiteLink>
    </EmptyState>
  );
}
