import { Form, useLocation } from 'react-router';

import { UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { List, ListFilter } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { listIntents, tableIntents } from '#app/editor/kinds/kind-forms.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Button, buttonClass } from '#lib/ui/button.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

import { listPosts } from '../editing/listed-posts.server.ts';
import type { PostListQuery } from '../editing/post-list.ts';
import { ORDER_NAMES, POST_LIST, PostListContext, STATE_NAMES } from '../editing/post-table.tsx';
import { POSTS } from '../editing/posts-kind.server.ts';
import type { Route } from './+types/editor-posts';
import '#app/current/compact.css';

export const loader = withCurrent(async (current, { url: { searchParams } }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  return {
    ...(await listPosts(current, searchParams)),
    deleted: searchParams.get('done') === 'deleted' ? (searchParams.get('item') ?? '') : undefined,
    now: current.now().getTime(),
    head: { title: text('editor.posts.title'), description: text('editor.posts.about'), noindex: true },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), { ...listIntents(POSTS, params), ...tableIntents(POSTS) }),
);

export const headers = formHeaders;

const PATH = '/editor/posts';

export default function EditorPosts({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { asked, posts, next, isFirst, deleted, now } = loaderData;
  // What was done is told where it was done: by the page of the same address.
  const form = useForm(actionData, { of: 'editor.', action: useSitePath(PATH + useLocation().search) });
  const undo = deleted === undefined ? undefined : { intent: 'editor.undelete', fields: { itemId: deleted } };
  const address = toAddress(asked);
  return (
    <div lang="en" className="compact space-y-2">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1>{text('editor.posts.title')}</h1>
        <ListFilter of={POST_LIST} path={withQuery(address, { state: undefined })} chosen={asked.state} />
        <SiteLink to="/editor" className={`${buttonClass('loud')} ms-auto`}>
          {text('editor.posts.new')}
        </SiteLink>
      </header>
      {asked.state !== 'trash' && <PostFilterForm asked={asked} />}
      <FormNotice
        form={form}
        done={deleted === undefined ? undefined : text('editor.done.trashed')}
        undo={<UndoForm form={form} before={undo} label={text('editor.undo')} />}
      />
      <PostListContext value={{ form, address, state: asked.state, now }}>
        <List
          of={POST_LIST}
          caption={text(STATE_NAMES[asked.state])}
          rows={posts}
          address={address}
          next={next}
          isFirst={isFirst}
        />
      </PostListContext>
    </div>
  );
}

/** Without what is as it is by itself. */
function toAddress({ state, q, topic, author, sort }: PostListQuery): string {
  return withQuery(PATH, {
    state: state === 'all' ? undefined : state,
    q: q || undefined,
    topic: topic || undefined,
    author: author || undefined,
    sort: sort === 'updated' ? undefined : sort,
  });
}

function PostFilterForm({ asked: { state, q, topic, author, sort } }: { asked: PostListQuery }) {
  const { text } = useText();
  const field = { autoCapitalize: 'off', spellCheck: false, maxLength: 100 } as const;
  return (
    <search>
      {/* Keyed, so that Back shows what was asked for then. */}
      <Form key={[q, topic, author, sort].join('\n')} method="get" className="flex flex-wrap items-end gap-2">
        {state !== 'all' && <input type="hidden" name="state" value={state} />}
        <Field
          {...field}
          type="search"
          name="q"
          label={text('editor.posts.words')}
          defaultValue={q}
          className="field-inline min-w-0 grow basis-52"
        />
        <Field
          {...field}
          name="topic"
          label={text('editor.posts.topic')}
          defaultValue={topic}
          className="field-inline basis-44"
        />
        <Field
          {...field}
          name="author"
          label={text('editor.posts.author')}
          defaultValue={author}
          className="field-inline basis-44"
        />
        <SelectField name="sort" label={text('editor.posts.sort')} defaultValue={sort} className="field-inline">
          {Object.entries(ORDER_NAMES).map(([order, name]) => (
            <option key={order} value={order}>
              {text(name)}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{text('editor.posts.find')}</Button>
      </Form>
    </search>
  );
}
