import { findShownNames } from '#app/aliases/aliases.server.ts';
import { asVisitor } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE, getText, htmlLang } from '#app/current/locale.ts';
import { findFirstMessages, getThread } from '#app/threads/messages.server.ts';
import { threadReader } from '#app/threads/readers.server.ts';
import { studio } from '#content/studio.ts';
import { documentResponse } from '#lib/syndication/document-response.server.ts';
import type { SyndicatedEntry } from '#lib/syndication/feed-document.ts';
import { ATOM } from '#lib/syndication/feed-format.ts';

import { requireEntry } from '../entries/entry-rows.server.ts';
import { findEntries } from '../entries/find-entries.server.ts';
import { NEWEST, entriesPath, entryPath } from '../entry.ts';
import { getProject } from '../projects.server.ts';

const FEED_ENTRIES = 30;

/** The newest of a project, as a visitor sees them, whoever asks. @throws Problem 404 */
export async function answerEntryFeed(current: Current, request: Request, projectId: string): Promise<Response> {
  const visitor = asVisitor(current, DEFAULT_LOCALE);
  const project = await getProject(visitor, projectId);
  const { entries } = await findEntries(visitor, projectId, NEWEST, FEED_ENTRIES);
  const first = await findFirstMessages(
    current,
    entries.map(({ subjectId }) => subjectId),
  );
  const text = await getText(DEFAULT_LOCALE);
  const facts = {
    id: `/feedbag/${projectId}`,
    title: project.name,
    description: project.about,
    path: entriesPath(projectId),
    file: `/feedbag/${projectId}/entries.atom`,
  };
  const lines = entries.map((entry): FeedLine => ({
    id: entry.subjectId,
    path: entryPath(entry),
    title: entry.title,
    summary: first.get(entry.subjectId)?.body ?? '',
    author: entry.name ?? text('feedbag.entry.visitor'),
    categories: [entry.status, ...entry.tags],
    publishedAt: new Date(entry.createdAt),
    updatedAt: new Date(entry.lastAt),
  }));
  return answerAtom(current, request, facts, lines);
}

/** What is said about one, as a visitor sees it, whoever asks. @throws Problem 404 */
export async function answerTalkFeed(
  current: Current,
  request: Request,
  place: { readonly projectId: string; readonly subjectId: string },
): Promise<Response> {
  const visitor = asVisitor(current, DEFAULT_LOCALE);
  const { entry } = await requireEntry(visitor, place);
  const reader = threadReader(visitor, entry.subjectId, undefined);
  const { messages } = await getThread(visitor, reader, entry.subjectId);
  const names = await findShownNames(
    visitor,
    messages.map(({ userId }) => userId),
  );
  const text = await getText(DEFAULT_LOCALE);
  const path = entryPath(entry);
  const lines = messages.toReversed().map((message): FeedLine => ({
    id: message.messageId,
    path: `${path}#message-${message.messageId}`,
    title: entry.title,
    summary: message.body,
    author: names.get(message.userId) ?? text('feedbag.entry.visitor'),
    categories: [message.kind],
    publishedAt: new Date(message.createdAt),
    updatedAt: new Date(message.editedAt ?? message.createdAt),
  }));
  return answerAtom(
    current,
    request,
    { id: path, title: entry.title, description: '', path, file: `${path}/atom` },
    lines,
  );
}

interface FeedFacts {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Of the page, and of the feed itself. */
  readonly path: string;
  readonly file: string;
}

interface FeedLine extends Pick<SyndicatedEntry, 'title' | 'summary' | 'categories' | 'publishedAt' | 'updatedAt'> {
  /** A UUID. */
  readonly id: string;
  readonly path: string;
  readonly author: string;
}

function answerAtom(
  { config: { publicUrl } }: Current,
  request: Request,
  { id, title, description, path, file }: FeedFacts,
  lines: readonly FeedLine[],
): Promise<Response> {
  const language = htmlLang(DEFAULT_LOCALE);
  const feed = {
    id: `tag:${new URL(studio.origin).host},2026:${id}`,
    title,
    description,
    language,
    pageUrl: `${publicUrl}${path}`,
    url: `${publicUrl}${file}`,
    publisher: studio.name,
    updatedAt: new Date(Math.max(0, ...lines.map(({ updatedAt }) => updatedAt.getTime()))),
  };
  const entries = lines.map(({ id, path, author, ...line }): SyndicatedEntry => ({
    ...line,
    id: `urn:uuid:${id}`,
    url: `${publicUrl}${path}`,
    html: undefined,
    language,
    authors: [author],
    image: undefined,
  }));
  return documentResponse(request, ATOM, feed, JSON.stringify(entries), () => Promise.resolve(entries));
}
