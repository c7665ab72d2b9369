import { ANNOUNCEMENT_STATES, EMPTY_CONTENT } from '#app/announcements/announcement.ts';
import { listAnnouncements } from '#app/announcements/announcements.server.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { DEFAULT_LOCALE, useText } from '#app/current/locale.ts';
import { List, ListFilter, ListHeader } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Details } from '#lib/ui/details.tsx';

import { adminHead } from '../admin-head.server.ts';
import { TextFields } from '../announcements/announcement-form.tsx';
import { announcementListIntents } from '../announcements/announcement-intents.server.ts';
import { ANNOUNCEMENTS, ANNOUNCEMENTS_PATH, STATE_NAMES } from '../announcements/announcement-table.tsx';
import { contextName } from '../names.server.ts';
import type { Route } from './+types/announcements';

const PAGE_SIZE = 50;

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const state = ANNOUNCEMENT_STATES.find((one) => one === url.searchParams.get('state')) ?? 'live';
  const after = url.searchParams.get('after') ?? undefined;
  const { announcements, next } = await listAnnouncements(current, { state, after, limit: PAGE_SIZE });
  return {
    state,
    isFirst: after === undefined,
    announcements: announcements.map((announcement) => {
      const gameNames = announcement.content.games.map((slug) => contextName(current, slug));
      return Object.assign({ gameNames }, announcement);
    }),
    next,
    head: await adminHead(current, 'admin.announcements.title', 'admin.announcements.about'),
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), announcementListIntents(params)),
);

export const headers = formHeaders;

export default function Announcements({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { state, announcements, next, isFirst } = loaderData;
  const form = useForm(actionData, { of: 'announcements.', action: useSitePath(ANNOUNCEMENTS_PATH) });
  const list = ANNOUNCEMENTS[state];
  return (
    <div className="space-y-2">
      <ListHeader title={text('admin.announcements.title')}>
        <ListFilter of={list} path={ANNOUNCEMENTS_PATH} chosen={state} />
        <SiteLink to={`${ANNOUNCEMENTS_PATH}/preview`} className="ms-auto py-0.5 font-bold text-link underline">
          {text('admin.announcements.preview')}
        </SiteLink>
      </ListHeader>
      <FormNotice form={form} />
      <Details open={form.findRefusal(CREATE) !== undefined} summary={text('admin.announcements.create')}>
        <CreateForm form={form} />
      </Details>
      <List
        of={list}
        caption={text(STATE_NAMES[state])}
        rows={announcements}
        address={withQuery(ANNOUNCEMENTS_PATH, { state })}
        next={next}
        isFirst={isFirst}
      />
    </div>
  );
}

const CREATE = { intent: 'announcements.create' };

function CreateForm({ form }: { readonly form: PageForm }) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={CREATE} className="space-y-3">
      <p>{text('admin.announcements.createHow')}</p>
      <TextFields locale={DEFAULT_LOCALE} content={EMPTY_CONTENT} refusal={form.findRefusal(CREATE)} />
      <Submit kind="loud">{text('admin.announcements.createYes')}</Submit>
    </ActionForm>
  );
}
