import { Form } from 'react-router';

import { UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { MODERATION_INTENTS } from '../moderation-page/moderation-forms.server.ts';
import { QueueCard } from '../moderation-page/queue-card.tsx';
import { loadQueuePage } from '../moderation-page/queue-page.server.ts';
import { useQueueKeys } from '../moderation-page/use-queue-keys.ts';
import type { Route } from './+types/admin-alias-moderation';

export const loader = withCurrent(async (current, { request }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const title = text('admin.moderation.name');
  const head = { title, description: text('admin.moderation.about'), noindex: true };
  return { ...(await loadQueuePage(current, new URL(request.url).searchParams)), head };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), MODERATION_INTENTS),
);

export const headers = formHeaders;

const STATES = ['pending', 'denied'] as const;
const STATE_NAMES = { pending: 'admin.moderation.pending', denied: 'admin.moderation.denied' } as const;

export default function AliasModeration({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { entries, state, user, next, now, ownId } = loaderData;
  const [list, findCard] = useQueueKeys();
  const form = useForm(actionData, { fallbackFocus: findCard });
  return (
    <div className="space-y-5">
      <h1 className="squiggle text-3xl">{text('admin.moderation.name')}</h1>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <LinkTabs
          label={text('admin.moderation.states')}
          tabs={STATES.map((one) => {
            const to = `/admin/alias-moderation?state=${one}`;
            return { to, title: text(STATE_NAMES[one]), isCurrent: user === '' && one === state };
          })}
        />
        <FindUser user={user} />
      </div>
      {/* Keyboard users are further down the page by then. */}
      <div className="sticky top-3 z-10 empty:hidden">
        <FormNotice form={form} undo={<UndoForm form={form} label={text('admin.moderation.undo')} letter="U" />} />
      </div>
      {entries.length > 0 && <p className="text-sm text-muted max-md:hidden">{text('admin.moderation.keys')}</p>}
      <ol ref={list} id="queue" className="space-y-6">
        {entries.map((entry) => (
          <QueueCard
            key={`${entry.context}/${entry.userId}/${entry.etag}`}
            entry={entry}
            now={now}
            isOwn={entry.userId === ownId}
            form={form}
          />
        ))}
      </ol>
      {entries.length === 0 && (
        <p className="text-lg">{text(user === '' ? 'admin.moderation.nothing' : 'admin.moderation.nobody')}</p>
      )}
      <Pagination
        label={text('admin.moderation.pages')}
        next={
          next === undefined
            ? undefined
            : { to: `/admin/alias-moderation?${next}`, text: text('admin.moderation.more') }
        }
        link={SiteLink}
      />
    </div>
  );
}

function FindUser({ user }: { user: string }) {
  const { text } = useText();
  return (
    <search>
      <Form method="get" className="flex flex-wrap items-end gap-3">
        <Field
          key={user}
          type="search"
          name="user"
          label={text('admin.moderation.user')}
          defaultValue={user}
          maxLength={33}
          autoCapitalize="off"
          spellCheck={false}
          className="min-w-0 grow basis-44"
        />
        <Button type="submit">{text('admin.moderation.find')}</Button>
      </Form>
    </search>
  );
}
