import { beforeAll, expect, test } from 'vitest';

import { indexItems } from '#app/articles/search/index-items.server.ts';
import { translationTag } from '#app/articles/translation.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { notificationMails } from '#app/notifications/mails/notification.mail.tsx';
import { catalog } from '#app/nouns.server.ts';
import { Policy } from '#app/storage/crates/policy.ts';
import { textsFromPost } from '#app/telegrams/issues/post-issue.server.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { modulesThat, readingCalls, testSurfaces } from '#test/posts/visibility-matrix.ts';
import type { Rule, Surface } from '#test/posts/visibility-matrix.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';

import { publishedPost } from './event-kinds.server.ts';
import { SEARCHED_POSTS } from './jobs.server.ts';

const site = useTestSite();
const VISIBILITIES = ['hidden', 'unlisted', 'public'] as const;
type PostVisibility = (typeof VISIBILITIES)[number];
const CRATE = '/api/storage/crates/posts';
const TAGS = ['topic:patchnotes', 'topic:matrix', 'game:levelhead'];
const ids = new Map<PostVisibility, string>();
/** Of links to previews. */
const tokens = new Map<PostVisibility, string>();
const policyOf = (crateId: string) => Policy.parse(crates.find((crate) => crate.crateId === crateId)?.policy);
const nameOf = (visibility: PostVisibility) => `the-${visibility}-one`;

/** Around a public post that everyone may see, in the order of time. */
beforeAll(async () => {
  const posts = await createCrate(site, 'posts', policyOf('posts'));
  const releases = await createCrate(site, 'changelogs', policyOf('changelogs'));
  const originals = new Map<PostVisibility, string>();
  for (const name of VISIBILITIES) originals.set(name, (await createOriginal(posts, name)).itemId);
  for (const name of ['public', 'unlisted', 'hidden', 'anchor'] as const) {
    const isOne = name !== 'anchor';
    const parameters = {
      name: isOne ? `former-${nameOf(name)}` : name,
      tags: [...TAGS, ...(name === 'hidden' || name === 'unlisted' ? [name] : [])],
      map: { title: `Title of ${name}`, blurb: `Blurb of ${name}` },
      collaborators: [CAST.creator.userId],
    };
    if (isOne) parameters.tags.push('locale:ja-JP', translationTag(originals.get(name) ?? ''));
    const { itemId } = await createItem(site, posts, 'super', parameters, `Words of ${name}`);
    if (isOne) ids.set(name, itemId);
    if (!isOne) continue;
    tokens.set(name, await makePreview(itemId));
    const renamed = { method: 'PATCH', body: { name: nameOf(name) } };
    expect((await site.ask('super', `${posts}/items/${itemId}/metadata`, renamed)).status).toBe(200);
    const map = { version: `1.0.${ids.size}`, date: '2026-01-01', post: nameOf(name) };
    await createItem(site, releases, 'super', { tags: ['app:levelhead'], map }, JSON.stringify({ notes: [] }));
  }
  await indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
});

function createOriginal(crate: string, name: PostVisibility) {
  return createItem(site, crate, 'super', { name: `original-of-${name}`, map: { title: `The original of ${name}` } });
}

async function makePreview(itemId: string): Promise<string> {
  const fields = { intent: 'editor.createPreview', days: '7', label: '' };
  const html = await (await site.submit('staff', `/editor/${itemId}`, fields)).text();
  return /preview_[0-9a-f]{64}/.exec(html)?.[0] ?? '';
}

type PostRule = Rule<PostVisibility>;
const LISTED: PostRule = { hidden: undefined, unlisted: undefined, public: 'public' };
const LISTED_FOR_STAFF: PostRule = { hidden: 'staff', unlisted: 'staff', public: 'public' };
const BY_ADDRESS: PostRule = { hidden: 'staff', unlisted: 'public', public: 'public' };
/** History, trash and the like. */
const FOR_STAFF: PostRule = { hidden: 'staff', unlisted: 'staff', public: 'staff' };

const NOBODY: PostRule = { hidden: undefined, unlisted: undefined, public: undefined };
const EVERYONE: PostRule = { hidden: 'public', unlisted: 'public', public: 'public' };
const FOR_ADMINS: PostRule = { hidden: 'admin', unlisted: 'admin', public: 'admin' };

type PostSurface = Surface<PostVisibility>;
type Shows = PostSurface['shows'];

/** Whether the post is named in what an address answers. */
const at =
  (path: string): Shows =>
  async (visibility, who) => {
    const text = await answerOf(path.replace('{name}', nameOf(visibility)), who);
    return text.includes(nameOf(visibility)) || text.includes(`Title of ${visibility}`);
  };

/** Most places show all of the posts, so each is asked for once. A refusal may repeat its own path: it says nothing. */
const answers = new Map<string, Promise<string>>();

function answerOf(path: string, who: CastName | undefined): Promise<string> {
  const key = `${who} ${path}`;
  const answer = answers.get(key) ?? site.ask(who, path).then(async (one) => (one.status === 200 ? one.text() : ''));
  answers.set(key, answer);
  return answer;
}

/** Whether an address of its own answers. */
const own =
  (path: string): Shows =>
  async (visibility, who) => {
    const address = path.replace('{name}', nameOf(visibility)).replace('{id}', ids.get(visibility) ?? '');
    const { status } = await site.ask(who, address);
    expect([200, 302, 401, 403, 404]).toContain(status);
    return status === 200;
  };

/** Whether a former name leads to the post. */
const leads: Shows = async (visibility, who) => {
  const { status } = await site.ask(who, `/post/former-${nameOf(visibility)}`);
  expect([301, 404]).toContain(status);
  return status === 301;
};

const counted: Shows = async (visibility, who) => {
  const response = await site.ask(
    who,
    `${CRATE}/items?tags=topic:matrix${visibility === 'public' ? '' : `,${visibility}`}&count=true`,
  );
  const { data } = (await response.json()) as { data: number };
  return visibility === 'public' ? data >= 2 : data === 1;
};

/** Staff have made a link to each. */
const preview: Shows = async (visibility, who) => {
  const token = tokens.get(visibility) ?? '';
  expect(await answerOf(`/preview/${token.slice(0, -1)}`, who)).toBe('');
  const answer = await site.ask(who, `/preview/${token}`);
  // What has come out meanwhile is read where it is.
  if (answer.status === 302) return answer.headers.get('location') === `/post/${nameOf(visibility)}`;
  return (await answer.text()).includes(`Title of ${visibility}`);
};

/** Each is the translation of another post, which is public. */
const translated: Shows = async (visibility, who) => {
  const text = await answerOf(`/ja-JP/post/original-of-${visibility}`, who);
  expect(text).toContain(`of ${visibility}`);
  return text.includes(`Title of ${visibility}`);
};

/** Also for an event of a post that has been hidden since. */
const notified: Shows = async (visibility, who) => {
  const reader = { userId: who === undefined ? '' : CAST[who].userId, role: 'super' as const };
  const event = { key: 'told', details: { itemId: ids.get(visibility) ?? '' } };
  const words = await publishedPost.show(systemCurrent(site.parts), reader, [event]);
  return words.get('told')?.values['title'] === `Title of ${visibility}`;
};

/** In a mail about an event that has waited since before the post was hidden. */
const alerted: Shows = async (visibility, who) => {
  const userId = who === undefined ? 'n0body' : CAST[who].userId;
  const itemId = ids.get(visibility) ?? '';
  await site.parts.db.query(sql`insert into notification_settings (user_id, kind, on_site, mail)
    values (${userId}, ${publishedPost.id}, true, 'now') on conflict do nothing`);
  await site.parts.db.query(sql`insert into notification_deliveries
      (user_id, event_key, kind, group_key, details, at, on_site, mail, mail_state)
    values (${userId}, ${itemId}, ${publishedPost.id}, ${itemId}, ${JSON.stringify({ itemId })}, now(), true, 'now', 'due')
    on conflict do nothing`);
  const [mail] = notificationMails({ ...catalog, events: [publishedPost] });
  const message = await mail?.find(systemCurrent(site.parts), { userId, kind: publishedPost.id, key: itemId });
  return JSON.stringify(message?.props ?? {}).includes(`Title of ${visibility}`);
};

/** Whoever writes the campaign. */
const mailed: Shows = async (visibility) => {
  const texts = await textsFromPost(systemCurrent(site.parts), nameOf(visibility)).catch((problem: Error) => problem);
  return JSON.stringify(texts).includes(`Title of ${visibility}`);
};

/** Every place that can show a post. Whoever builds another adds a line here, and below what it is made of. */
const SURFACES: PostSurface[] = [
  { name: 'home', rule: LISTED, shows: at('/') },
  { name: 'feed', rule: LISTED_FOR_STAFF, shows: at('/patchnotes') },
  { name: 'blog', rule: LISTED_FOR_STAFF, shows: at('/blog') },
  { name: 'topic', rule: LISTED_FOR_STAFF, shows: at('/blog/matrix') },
  { name: 'game', rule: LISTED_FOR_STAFF, shows: at('/blog/levelhead+nothing') },
  { name: 'author', rule: LISTED_FOR_STAFF, shows: at(`/blog/@${CAST.creator.userId}`) },
  { name: 'feed, data of the page', rule: LISTED_FOR_STAFF, shows: at('/patchnotes.data') },
  { name: 'neighbours and related', rule: LISTED, shows: at('/post/anchor') },
  { name: 'neighbours within a feed', rule: LISTED, shows: at('/post/anchor?topics=patchnotes/matrix') },
  ...['/blog', '/patchnotes/matrix', `/ja-JP/blog/@${CAST.creator.userId}+levelhead`].flatMap((feed) =>
    ['rss.xml', 'atom.xml', 'feed.json'].map((file) => ({
      name: `${feed}/${file}`,
      rule: LISTED,
      shows: at(`${feed}/${file}`),
    })),
  ),
  { name: 'notifications', rule: LISTED, shows: notified },
  {
    name: 'mail of an alert',
    // Who has no account gets none.
    rule: { hidden: undefined, unlisted: undefined, public: 'authenticated' },
    shows: alerted,
  },
  { name: 'sitemap', rule: LISTED, shows: at('/sitemap/1.xml') },
  { name: 'patch notes of a game', rule: LISTED_FOR_STAFF, shows: at('/games/levelhead/patchnotes') },
  { name: 'search', rule: LISTED_FOR_STAFF, shows: at('/blog?q=title') },
  { name: 'search, part of a word', rule: LISTED_FOR_STAFF, shows: at('/patchnotes/matrix?q=wor') },
  { name: 'search, data of the page', rule: LISTED_FOR_STAFF, shows: at('/blog.data?q=tilte') },
  { name: 'post', rule: BY_ADDRESS, shows: own('/post/{name}') },
  { name: 'former name', rule: BY_ADDRESS, shows: leads },
  {
    name: 'campaign of a post',
    // Its readers are not staff.
    rule: { hidden: undefined, unlisted: 'public', public: 'public' },
    shows: mailed,
  },
  {
    name: 'share card',
    // Pictures are asked for without cookies.
    rule: { hidden: undefined, unlisted: 'public', public: 'public' },
    shows: own('/media/cards/post/{name}.png'),
  },
  { name: 'list of the crate', rule: LISTED_FOR_STAFF, shows: at(`${CRATE}/items`) },
  { name: 'list of the crate, without tags', rule: LISTED, shows: at(`${CRATE}/items?tags=-hidden,-unlisted`) },
  { name: 'words in the crate', rule: LISTED_FOR_STAFF, shows: at(`${CRATE}/items?q=title`) },
  { name: 'items of an author', rule: LISTED_FOR_STAFF, shows: at(`${CRATE}/items?userIds=${CAST.creator.userId}`) },
  { name: 'count', rule: LISTED_FOR_STAFF, shows: counted },
  { name: 'item by id', rule: BY_ADDRESS, shows: own(`${CRATE}/items/{id}`) },
  { name: 'body by id', rule: BY_ADDRESS, shows: own(`${CRATE}/items/{id}?download=true`) },
  { name: 'item by name', rule: BY_ADDRESS, shows: at(`${CRATE}/items?names={name}`) },
  { name: 'body by name', rule: BY_ADDRESS, shows: own(`${CRATE}/items?names={name}&download=true`) },
  { name: 'changes', rule: LISTED_FOR_STAFF, shows: at(`${CRATE}/changes`) },
  { name: 'export', rule: FOR_ADMINS, shows: own(`${CRATE}/export`) },
  { name: 'versions', rule: FOR_STAFF, shows: own(`${CRATE}/items/{id}/versions`) },
  { name: 'access', rule: FOR_STAFF, shows: own(`${CRATE}/items/{id}/access`) },
  { name: 'editor', rule: FOR_STAFF, shows: own('/editor/{name}') },
  { name: 'list of the editor', rule: FOR_STAFF, shows: at('/editor/posts') },
  { name: 'search in the editor', rule: FOR_STAFF, shows: at('/editor/posts?q=title') },
  // Without its token it is nowhere.
  { name: 'preview', rule: NOBODY, shows: own('/preview/{name}') },
  { name: 'preview by its link', rule: EVERYONE, shows: preview },
  { name: 'translation', rule: BY_ADDRESS, shows: own('/ja-JP/post/{name}') },
  { name: 'translation of a post', rule: LISTED, shows: translated },
];

testSurfaces(VISIBILITIES, SURFACES);

/** The modules that read posts, and where the matrix asks for what they show. */
const READERS: Record<string, string | undefined> = {
  'app/changelogs/shown-releases.server.ts': 'patch notes of a game',
  'app/posts/event-kinds.server.ts': 'notifications',
  'app/posts/feed-documents.server.ts': '/blog/rss.xml',
  'app/posts/feeds.server.ts': 'feed',
  'app/posts/posts.server.ts': 'home',
  'app/posts/reading/post-head.server.ts': 'post',
  'app/posts/reading/reading.server.ts': 'post',
  'app/posts/screens/feed.tsx': 'feed',
  'app/posts/screens/post.tsx': 'post',
  'app/posts/search/find-posts.server.ts': 'search',
  'app/posts/jobs.server.ts': 'search',
  'app/site/discovery/sitemap.server.ts': 'sitemap',
  'app/telegrams/issues/post-issue.server.ts': 'campaign of a post',
  'app/site/screens/home.tsx': 'home',
  'app/site/share-cards.server.ts': 'share card',
  'app/nouns.server.ts': 'preview by its link',
  'app/posts/reading/preview.server.ts': 'preview by its link',
  'app/posts/screens/post-preview.tsx': 'preview by its link',
  'app/posts/editing/checks/inner-links.server.ts': 'editor',
  'app/posts/editing/edited-posts.server.ts': 'editor',
  'app/posts/editing/listed-posts.server.ts': 'list of the editor',
  'app/posts/editing/post-fields.ts': 'editor',
  'app/posts/editing/post-translations.server.ts': 'editor',
  'app/posts/editing/posts-kind.server.ts': 'editor',
  'app/posts/screens/editor.tsx': 'editor',
  // Knows where each is edited and read.
  'app/admin/item/own-pages.server.ts': undefined,
  // For staff alone.
  'app/posts/editing/find-posts-to-edit.server.ts': undefined,
  // Counts for staff alone.
  'app/posts/noun.server.ts': undefined,
  // Only writes.
  'app/posts/erasure.server.ts': undefined,
  'app/posts/seed-posts.server.ts': undefined,
};

/** The calls that read something of a crate. */
const CALLS: Record<string, string | undefined> = {
  '/items': 'list of the crate',
  '/items/{itemId}': 'item by id',
  '/items/{itemId}/versions': 'versions',
  '/items/{itemId}/versions/{rev}': 'versions',
  '/items/{itemId}/versions/{rev}/changes': 'versions',
  '/items/{itemId}/access': 'access',
  '/changes': 'changes',
  '/export': 'export',
  // What is in there is shown to whoever may read history, as versions are.
  '/trash': 'versions',
  // These tell of the crate alone.
  '': undefined,
  '/usage': undefined,
  // Sets hold words and ids that their owners gave them.
  '/sets/{set}/owners/{owner}/members': undefined,
  '/sets/{set}/owners/{owner}/history': undefined,
  '/sets/{set}/members/{member}/owners': undefined,
};

test('every module that reads posts and every call that reads a crate is in the matrix', () => {
  const names = new Set(SURFACES.map(({ name }) => name));
  const reading =
    /\bPOSTS_CRATE\b|from '[^']*\/(?:posts\.server|feeds\.server|reading\.server|feed-documents\.server)\.ts'/;
  expect(modulesThat(reading)).toEqual(Object.keys(READERS).toSorted());
  expect(Object.values(READERS).filter((name) => name !== undefined && !names.has(name))).toEqual([]);
  expect(readingCalls()).toEqual(Object.keys(CALLS).toSorted());
});
