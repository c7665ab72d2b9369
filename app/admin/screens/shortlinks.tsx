import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { List, ListFilter, ListHeader, ListSearch } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { MAX_SLUG, MAX_TARGET, MAX_TITLE, SHORTLINK_LISTS, Tag, shortlinkPath } from '#app/shortlinks/shortlink.ts';
import type { ShortlinkList } from '#app/shortlinks/shortlink.ts';
import { listShortlinks } from '#app/shortlinks/shortlinks.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Table } from '#lib/ui/table.tsx';

import { adminHead } from '../admin-head.server.ts';
import { BulkBar, useSelectionColumn } from '../bulk/selectable-list.tsx';
import { listIntents } from '../shortlinks/shortlink-intents.server.ts';
import { LIST_NAMES, OTHER_SHORTLINKS, SHORTLINKS } from '../shortlinks/shortlink-table.tsx';
import type { Route } from './+types/shortlinks';

const PAGE_SIZE = 50;
const MAX_SEARCH = 200;

export const loader = withCurrent(async (current, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams;
  const list = SHORTLINK_LISTS.find((one) => one === query.get('list')) ?? 'working';
  const wanted = (query.get('text') ?? '').trim().slice(0, MAX_SEARCH);
  const { data: tag = '' } = Tag.safeParse(query.get('tag') ?? '');
  const after = query.get('after') ?? undefined;
  const found = await listShortlinks(current, { list, text: wanted, tag, after, limit: PAGE_SIZE });
  return {
    ...found,
    list,
    wanted,
    tag,
    head: await adminHead(current, 'admin.shortlinks.name', 'admin.shortlinks.about'),
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), listIntents(params)),
);

export const headers = formHeaders;

const PATH = '/admin/shortlinks';
const FORM_ID = 'bulk';
const KEY_FORM = '/account?delegationPermissions=rumpus-shortlinks-manage&delegationKeyName=Shortlinks#keys';

export default function Shortlinks({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { list, wanted } = loaderData;
  const form = useForm(actionData, { of: 'shortlinks.', action: useSitePath(PATH) });
  return (
    <div className="space-y-2">
      <ListHeader title={text('admin.shortlinks.name')}>
        <ListFilter of={SHORTLINKS} path={PATH} chosen={list} />
        <ListSearch
          name="text"
          value={wanted}
          label={text('admin.shortlinks.search')}
          submit={text('admin.shortlinks.find')}
          maxLength={MAX_SEARCH}
        />
        <SiteLink to={KEY_FORM} className="py-0.5 font-bold text-link underline">
          {text('admin.shortlinks.makeKey')}
        </SiteLink>
      </ListHeader>
      <FormNotice form={form} undo={<UndoForm form={form} label={text('admin.shortlinks.undo')} />} />
      <div className="flex flex-wrap items-start gap-2">
        <Details
          name="shortlinks-panel"
          open={form.findRefusal(CREATE) !== undefined}
          summary={text('admin.shortlinks.create')}
          className="tool-panel"
        >
          <CreateForm form={form} />
        </Details>
        {loaderData.shortlinks.length > 0 && <ManyPanel {...loaderData} form={form} />}
      </div>
      <ChosenList {...loaderData} />
    </div>
  );
}

type ChosenListProps = Route.ComponentProps['loaderData'];

function ChosenList({ shortlinks, next, list, wanted, tag }: ChosenListProps) {
  const { text } = useText();
  const selection = useSelectionColumn<(typeof shortlinks)[number]>({
    formId: FORM_ID,
    toKey: ({ slug }) => slug,
    toName: ({ slug }) => shortlinkPath(slug),
  });
  const isAll = list === 'working' && wanted === '' && tag === '';
  const kind = isAll ? SHORTLINKS : OTHER_SHORTLINKS;
  const search = { list, text: wanted || undefined, tag: tag || undefined };
  const caption = tag === '' ? text(LIST_NAMES[list]) : text('admin.shortlinks.ofTag', { tag });
  return (
    <List of={kind} rows={shortlinks} address={withQuery(PATH, search)} next={next} caption={caption}>
      <Table
        caption={caption}
        rows={shortlinks}
        toKey={SHORTLINKS.toKey}
        columns={[
          selection,
          ...(SHORTLINKS.columns ?? []).map((column) => Object.assign({}, column, { header: text(column.header) })),
        ]}
      />
    </List>
  );
}

function ManyPanel({ shortlinks, list, wanted, tag, form }: ChosenListProps & { readonly form: PageForm }) {
  const { text } = useText();
  return (
    <Details
      name="shortlinks-panel"
      className="tool-panel"
      open={form.findRefusal(TAG_MANY) !== undefined}
      summary={text('admin.bulk.name')}
    >
      <BulkBar
        key={`${list} ${wanted} ${tag} ${shortlinks[0]?.slug}`}
        id={FORM_ID}
        form={form}
        fields={{ list, text: wanted, tag }}
        shown={shortlinks.length}
      >
        <BulkActs list={list} form={form} />
      </BulkBar>
    </Details>
  );
}

function BulkActs({ list, form }: { readonly list: ShortlinkList; readonly form: PageForm }) {
  const { text } = useText();
  const act = (verb: string) => ({ name: 'intent', value: `shortlinks.${verb}` });
  if (list === 'deleted')
    return (
      <p>
        <Submit {...act('restoreMany')}>{text('admin.shortlinks.restore')}</Submit>
      </p>
    );
  const refusal = form.findRefusal(TAG_MANY);
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field
        label={text('admin.shortlinks.tags')}
        hint={text('admin.shortlinks.manyTags')}
        name="many"
        defaultValue={refusal?.values['many']}
        error={refusal && text('admin.shortlinks.tagsWrong')}
        maxLength={400}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="min-w-0 basis-80"
      />
      <Submit {...act('tagMany')} className="sm:mt-7">
        {text('admin.shortlinks.tagMany')}
      </Submit>
      <Submit {...act('expireMany')} className="sm:mt-7">
        {text('admin.shortlinks.expireMany')}
      </Submit>
      <Submit {...act('deleteMany')} className="sm:mt-7">
        {text('admin.shortlinks.delete')}
      </Submit>
    </div>
  );
}

const TAG_MANY = { intent: 'shortlinks.tagMany' };
const CREATE = { intent: 'shortlinks.create' };

function CreateForm({ form }: { readonly form: PageForm }) {
  const { text } = useText();
  const refusal = form.findRefusal(CREATE);
  const slug = fieldFor(refusal, 'slug');
  const isTaken = refusal?.problem.code.startsWith('shortlinks.slug');
  const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false };
  return (
    <ActionForm form={form} fields={CREATE} className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        label={text('admin.shortlinks.target')}
        hint={text('admin.shortlinks.targetHint')}
        {...fieldFor(refusal, 'target')}
        type="url"
        required
        maxLength={MAX_TARGET}
        {...plain}
      />
      <Field
        label={text('admin.shortlinks.slug')}
        hint={text('admin.shortlinks.slugHint')}
        {...slug}
        error={isTaken ? slug.error : slug.error && text('admin.shortlinks.slugWrong')}
        maxLength={MAX_SLUG}
        {...plain}
      />
      <Field
        label={text('admin.shortlinks.title')}
        hint={text('admin.shortlinks.titleHint')}
        {...fieldFor(refusal, 'title')}
        maxLength={MAX_TITLE}
        autoComplete="off"
      />
      <Field
        label={text('admin.shortlinks.tags')}
        hint={text('admin.shortlinks.tagsHint')}
        {...fieldFor(refusal, 'tags')}
        error={refusal?.problem.fields?.['tags'] !== undefined && text('admin.shortlinks.tagsWrong')}
        maxLength={400}
        {...plain}
      />
      <div>
        <Submit kind="loud">{text('admin.shortlinks.createYes')}</Submit>
      </div>
    </ActionForm>
  );
}
