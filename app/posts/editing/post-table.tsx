import { createContext, use } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { ListKind } from '#app/current/page/list.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { withQuery } from '#lib/calls/browser/address.ts';
import { LocalTime, RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import type { BadgeTone } from '#lib/ui/badge.tsx';

import type { ListedPost, PostListQuery, PostState } from './post-list.ts';

interface PostListPlace {
  readonly form: PageForm;
  /** Of the list as it was asked for. */
  readonly address: string;
  readonly state: PostState;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What cells and the empty list know of the page around them. */
export const PostListContext = createContext<PostListPlace | undefined>(undefined);

function usePlace(): PostListPlace {
  const place = use(PostListContext);
  if (place === undefined) throw new Error('a list of posts needs its page');
  return place;
}

export const STATE_NAMES = {
  all: 'editor.posts.all',
  draft: 'editor.posts.draft',
  planned: 'editor.posts.planned',
  out: 'editor.posts.out',
  newer: 'editor.posts.newer',
  hidden: 'editor.posts.hidden',
  trash: 'editor.posts.trash',
} as const satisfies Record<PostState, TextKey>;

export const ORDER_NAMES = {
  updated: 'editor.posts.byUpdated',
  oldest: 'editor.posts.byOldest',
  newest: 'editor.posts.byNewest',
  name: 'editor.posts.byName',
} as const satisfies Record<PostListQuery['sort'], TextKey>;

export const POST_LIST: ListKind<ListedPost> = {
  toKey: ({ itemId }) => itemId,
  columns: [
    { id: 'title', header: 'editor.posts.column.title', cell: (post) => <Title post={post} /> },
    { id: 'state', header: 'editor.posts.column.state', cell: (post) => <States post={post} /> },
    { id: 'authors', header: 'editor.posts.column.authors', cell: (post) => <Authors post={post} /> },
    { id: 'topics', header: 'editor.posts.column.topics', cell: (post) => <Topics post={post} /> },
    { id: 'at', header: 'editor.posts.column.at', cell: (post) => <Age post={post} /> },
    { id: 'act', header: 'editor.posts.column.act', cell: (post) => <Act post={post} /> },
  ],
  empty: NoPosts,
  filter: { query: 'state', title: 'editor.posts.states', choices: STATE_NAMES },
  pages: { title: 'editor.posts.pages', cursor: 'after', next: 'editor.posts.more', first: 'editor.posts.first' },
};

function Title({ post: { title, path } }: { post: ListedPost }) {
  if (path === undefined) return <span className="line-clamp-1 font-extrabold">{title}</span>;
  return (
    <SiteLink to={path} className="line-clamp-1 font-extrabold text-link underline">
      {title}
    </SiteLink>
  );
}

const STATES = {
  draft: ['loud', 'editor.state.draft'],
  newer: ['loud', 'editor.state.newer'],
  public: ['success', 'editor.posts.state.public'],
  unlisted: ['plain', 'editor.posts.state.unlisted'],
  hidden: ['plain', 'editor.posts.state.hidden'],
} as const satisfies Record<ListedPost['state'], readonly [BadgeTone, TextKey]>;

function States({ post: { state, newerPath, plan } }: { post: ListedPost }) {
  const { text, richText } = useText();
  const [tone, name] = STATES[state];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tone}>{text(name)}</Badge>
      {newerPath !== undefined && (
        <SiteLink to={newerPath} className="text-link underline">
          {text('editor.state.newer')}
        </SiteLink>
      )}
      {plan && (
        <span className={plan.hasFailed ? 'font-bold text-danger' : undefined}>
          {richText(
            plan.hasFailed ? 'editor.posts.failed' : plan.isPublishing ? 'editor.posts.comesOut' : 'editor.posts.goes',
            { at: <LocalTime at={plan.at} /> },
          )}
        </span>
      )}
    </span>
  );
}

function Authors({ post: { authors } }: { post: ListedPost }) {
  const { address } = usePlace();
  return (
    <span className="flex flex-wrap gap-x-2">
      {authors.map(({ name, userId }) =>
        userId === undefined ? (
          <span key={name}>{name}</span>
        ) : (
          <SiteLink key={userId} to={withQuery(address, { author: userId })} className="text-link underline">
            <span lang="zxx">{name}</span>
          </SiteLink>
        ),
      )}
    </span>
  );
}

function Topics({ post: { topics } }: { post: ListedPost }) {
  const { address } = usePlace();
  return (
    <span className="flex flex-wrap gap-x-2">
      {topics.map((topic) => (
        <SiteLink key={topic} to={withQuery(address, { topic })} className="text-link underline">
          {topic}
        </SiteLink>
      ))}
    </span>
  );
}

function Age({ post: { at } }: { post: ListedPost }) {
  const { now } = usePlace();
  return <RelativeTime at={at} now={now} />;
}

function Act({ post: { itemId, etag, title } }: { post: ListedPost }) {
  const { text } = useText();
  const { form, state } = usePlace();
  const isTrash = state === 'trash';
  const intent = isTrash ? 'editor.putBack' : 'editor.delete';
  const label = text(isTrash ? 'editor.posts.putBackOne' : 'editor.posts.deleteOne', { title });
  return (
    <ActionForm form={form} fields={isTrash ? { itemId } : { itemId, etag }}>
      <Submit kind="quiet" name="intent" value={intent} aria-label={label}>
        {text(isTrash ? 'editor.posts.putBack' : 'editor.posts.delete')}
      </Submit>
    </ActionForm>
  );
}

const EMPTY = {
  all: 'editor.posts.none.all',
  draft: 'editor.posts.none.draft',
  planned: 'editor.posts.none.planned',
  out: 'editor.posts.none.out',
  newer: 'editor.posts.none.newer',
  hidden: 'editor.posts.none.hidden',
  trash: 'editor.posts.none.trash',
} as const satisfies Record<PostState, TextKey>;

/** Says what would stand there and how it comes there; of a search, how to see more. */
function NoPosts() {
  const { text, richText } = useText();
  const { address, state } = usePlace();
  const whole = withQuery('/editor/posts', { state: state === 'all' ? undefined : state });
  if (address === whole || address === withQuery(whole, { sort: undefined })) return text(EMPTY[state]);
  return richText('editor.posts.none.found', {
    all: (words) => (
      <SiteLink to={whole} className="text-link underline">
        {words}
      </SiteLink>
    ),
  });
}
