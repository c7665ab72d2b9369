import { Form, data } from 'react-router';

import { UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { List, ListFilter } from '#app/current/page/list.tsx';
import type { ListKind } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { moderationIntents } from '#app/feedbag/feedbag-forms.server.ts';
import drawing from '#content/art/contact-empty.svg';
import { linkHeaders } from '#lib/calls/page.ts';
import { Button } from '#lib/ui/button.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

import { deskIntents } from '../contact-forms.server.ts';
import { BulkForm } from '../desk/bulk-form.tsx';
import { openDesk, openModeration } from '../desk/desk-page.server.ts';
import { VIEW_NAMES, deskParams, readDeskQuery } from '../desk/desk.ts';
import type { DeskQuery, DeskRow } from '../desk/desk.ts';
import { ModerationList } from '../desk/moderation-list.tsx';
import { findSavedViews } from '../desk/saved-views.server.ts';
import { SavedViews } from '../desk/saved-views.tsx';
import { useDeskKeys } from '../desk/use-desk-keys.ts';
import { TOPICS, TOPIC_IDS } from '../topic.ts';
import type { Route } from './+types/contact-submissions';

export const loader = withCurrent(async (current, { url, request }: Route.LoaderArgs) => {
  const query = readDeskQuery(url.searchParams);
  const page = await openDesk(current, query);
  const text = await getText(current.locale);
  return data(
    {
      ...page,
      query,
      views: await findSavedViews(current),
      moderation: query.view === 'moderation' ? await openModeration(current) : undefined,
      now: current.now().getTime(),
      head: {
        title: text('contact.desk.title'),
        description: text('contact.desk.description'),
        noindex: true,
      },
    },
    { headers: linkHeaders(request.url, { next: { after: page.next } }) },
  );
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), { ...deskIntents(), ...moderationIntents }),
);

export const headers = formHeaders;

export default function ContactSubmissions({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { rows, next, query, now, moderation, views } = loaderData;
  const form = useForm(actionData, { fallbackFocus: 'desk-title' });
  const desk = useDeskKeys();
  return (
    <div ref={desk} className="mx-auto max-w-6xl space-y-6">
      <header className="space-y-3">
        <h1 id="desk-title" tabIndex={-1} className="squiggle text-3xl sm:text-4xl">
          {text('contact.desk.title')}
        </h1>
        <p className="text-muted">{text('contact.desk.keys')}</p>
        <DeskLinks />
      </header>
      <ListFilter of={DESK} path="/contact/submissions" chosen={query.view} look="feeds" />
      <SavedViews form={form} views={views} query={query} />
      <SearchForm query={query} />
      <FormNotice form={form} undo={<UndoForm form={form} label={text('contact.desk.undo')} />} />
      {moderation === undefined ? (
        <List
          of={DESK}
          rows={rows}
          address={`/contact/submissions?${deskParams(query)}`}
          next={next}
          isFirst={query.after === undefined}
        >
          <BulkForm form={form} rows={rows} now={now} />
        </List>
      ) : (
        <ModerationList form={form} now={now} {...moderation} />
      )}
      <p>
        <a href={`/contact/submissions.csv?${deskParams(query)}`} download className="font-bold underline">
          {text('contact.desk.csv')}
        </a>
      </p>
    </div>
  );
}

function DeskLinks() {
  const { text } = useText();
  return (
    <p className="flex flex-wrap gap-x-5">
      <SiteLink to="/contact/macros" className="inline-block py-1 font-bold underline">
        {text('contact.macros.title')}
      </SiteLink>
      <SiteLink to="/contact/stats" className="inline-block py-1 font-bold underline">
        {text('contact.stats.title')}
      </SiteLink>
    </p>
  );
}

const DESK: ListKind<DeskRow> = {
  toKey: ({ subjectId }) => subjectId,
  empty: EmptyDesk,
  filter: { query: 'view', title: 'contact.desk.views', choices: VIEW_NAMES },
  pages: { title: 'contact.desk.pages', cursor: 'after', next: 'contact.desk.older', first: 'contact.desk.newest' },
};

function EmptyDesk() {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <h2 className="text-2xl">{text('contact.desk.emptyTitle')}</h2>
      <p>{text('contact.desk.empty')}</p>
    </EmptyState>
  );
}

function SearchForm({ query }: { readonly query: DeskQuery }) {
  const { text } = useText();
  return (
    <search>
      <Form method="get" key={String(deskParams(query))} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="view" value={query.view} />
        <Field
          type="search"
          name="text"
          label={text('contact.desk.search')}
          defaultValue={query.text}
          maxLength={200}
          aria-keyshortcuts="/"
          data-key="/"
          className="min-w-0 grow basis-64"
        />
        <SelectField name="topic" label={text('contact.desk.topic')} defaultValue={query.topic} className="basis-48">
          <option value="">{text('contact.desk.anyTopic')}</option>
          {TOPIC_IDS.map((id) => (
            <option key={id} value={id}>
              {text(TOPICS[id].name)}
            </option>
          ))}
        </SelectField>
        <Field
          name="tag"
          label={text('contact.desk.withTag')}
          defaultValue={query.tag}
          maxLength={40}
          className="basis-40"
        />
        <Button type="submit" kind="loud">
          {text('contact.desk.find')}
        </Button>
      </Form>
    </search>
  );
}
