import { Form } from 'react-router';

import { listAnnouncements } from '#app/announcements/announcement-list.server.ts';
import { EMPTY_CONTENT, titleOf } from '#app/announcements/announcement.ts';
import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { DEFAULT_LOCALE, useText } from '#app/current/locale.ts';
import { List, ListFilter, ListHeader } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { visibleGames } from '#app/games/games.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Button } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { SelectField } from '#lib/ui/field.tsx';
import { Table } from '#lib/ui/table.tsx';

import { adminHead } from '../admin-head.server.ts';
import { TextFields } from '../announcements/announcement-form.tsx';
import { announcementListIntents, readList } from '../announcements/announcement-intents.server.ts';
import {
  ANNOUNCEMENTS,
  ANNOUNCEMENTS_PATH,
  FOUND_ANNOUNCEMENTS,
  PHASE_NAMES,
} from '../announcements/announcement-table.tsx';
import { BulkBar, useSelectionColumn } from '../bulk/selectable-list.tsx';
import { contextName } from '../names.server.ts';
import type { Route } from './+types/announcements';

const PAGE_SIZE = 50;

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const { phase, game } = readList(current, (name) => url.searchParams.get(name));
  const after = url.searchParams.get('after') ?? undefined;
  const { announcements, next } = await listAnnouncements(current, { phase, game, after, limit: PAGE_SIZE });
  return {
    phase,
    game,
    games: visibleGames(current.actor).map(({ slug, name }) => ({ slug, name })),
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

type ListData = Route.ComponentProps['loaderData'];

const FORM_ID = 'bulk';
const PANEL = 'text-sm open:basis-full [&>summary]:py-1';

export default function Announcements({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { phase, game, announcements } = loaderData;
  const form = useForm(actionData, { of: 'announcements.', action: useSitePath(ANNOUNCEMENTS_PATH) });
  const isLive = phase !== 'draft' && phase !== 'stopped';
  return (
    <div className="space-y-2">
      <ListHeader title={text('admin.announcements.title')}>
        <ListFilter of={ANNOUNCEMENTS.live} path={withQuery(ANNOUNCEMENTS_PATH, { game })} chosen={phase} />
        <GameFilter {...loaderData} />
        <SiteLink to={`${ANNOUNCEMENTS_PATH}/preview`} className="ms-auto py-0.5 font-bold text-link underline">
          {text('admin.announcements.preview')}
        </SiteLink>
      </ListHeader>
      <FormNotice form={form} undo={<UndoForm form={form} label={text('admin.announcements.undo')} />} />
      <div className="flex flex-wrap items-start gap-2">
        <Details
          name="announcements-panel"
          open={form.findRefusal(CREATE) !== undefined}
          summary={text('admin.announcements.create')}
          className={PANEL}
        >
          <CreateForm form={form} />
        </Details>
        {isLive && announcements.length > 0 && <ManyPanel {...loaderData} form={form} />}
      </div>
      <ChosenList {...loaderData} isLive={isLive} />
    </div>
  );
}

function GameFilter({ phase, game = '', games }: ListData) {
  const { text } = useText();
  return (
    <search>
      {/* Keyed, so that Back shows what was asked for then. */}
      <Form key={game} method="get" className="flex flex-wrap items-end gap-2">
        <input type="hidden" name="state" value={phase} />
        <SelectField
          name="game"
          label={text('admin.announcements.game')}
          defaultValue={game}
          className="field-inline min-w-0"
        >
          <option value="">{text('admin.announcements.everyGame')}</option>
          {games.map(({ slug, name }) => (
            <option key={slug} value={slug} lang="en">
              {name}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{text('admin.announcements.show')}</Button>
      </Form>
    </search>
  );
}

function ChosenList({ phase, game, announcements, next, isFirst, isLive }: ListData & { readonly isLive: boolean }) {
  const { text } = useText();
  const selection = useSelectionColumn<(typeof announcements)[number]>({
    formId: FORM_ID,
    toKey: ({ announcementId }) => announcementId,
    toName: ({ content }) => titleOf(content),
  });
  const list = game === undefined ? ANNOUNCEMENTS[phase] : FOUND_ANNOUNCEMENTS;
  const shared = { caption: text(PHASE_NAMES[phase]), rows: announcements };
  const columns = (list.columns ?? []).map((column) => Object.assign({}, column, { header: text(column.header) }));
  return (
    <List of={list} {...shared} address={withQuery(ANNOUNCEMENTS_PATH, { state: phase, game })} {...{ next, isFirst }}>
      <Table {...shared} toKey={list.toKey} columns={isLive ? [selection, ...columns] : columns} />
    </List>
  );
}

function ManyPanel({ phase, game = '', announcements, form }: ListData & { readonly form: PageForm }) {
  const { text } = useText();
  return (
    <Details name="announcements-panel" className={PANEL} summary={text('admin.bulk.name')}>
      <BulkBar
        key={`${phase} ${game} ${announcements[0]?.announcementId}`}
        id={FORM_ID}
        form={form}
        fields={{ state: phase, game, intent: 'announcements.stopMany' }}
        shown={announcements.length}
      >
        <p>
          <Submit kind="danger">{text('admin.announcements.stopChosen')}</Submit>
        </p>
      </BulkBar>
    </Details>
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
