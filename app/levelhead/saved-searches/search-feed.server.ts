import { asVisitor } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE, htmlLang } from '#app/current/locale.ts';
import { studio } from '#content/studio.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { readSigned } from '#lib/signed.server.ts';
import { documentResponse } from '#lib/syndication/document-response.server.ts';
import type { SyndicatedEntry } from '#lib/syndication/feed-document.ts';
import { ATOM } from '#lib/syndication/feed-format.ts';

import { HALLS } from '../browse/search-words.ts';
import { findLevels } from '../levels.server.ts';
import { noSavedSearch } from '../problems.ts';
import { buildLevelQuery } from './saved-query.server.ts';
import { FEED_PURPOSE } from './saved-searches.server.ts';

type FedSearch = Pick<Row<'levelhead_searches'>, 'hall' | 'name' | 'query' | 'created_at'>;

/** For whoever has the address of the feed, as a visitor sees it. @throws Problem 404 for one that is not valid */
export async function answerSearchFeed(current: Current, request: Request, token: string): Promise<Response> {
  const visitor = asVisitor(current, DEFAULT_LOCALE);
  const [userId = '', feedId = ''] = readSigned(token, FEED_PURPOSE, current.secret)?.split(' ') ?? [];
  const [search] = await current.db.query<FedSearch>(sql`
    select hall, name, query, created_at from levelhead_searches
    where user_id = ${userId} and feed_id::text = ${feedId} and deleted_at is null`);
  const hall = HALLS.find((one) => one === search?.hall);
  if (search === undefined || hall === undefined) throw new Problem(noSavedSearch);
  const query = await buildLevelQuery(visitor, { hall, query: search.query, userId });
  const { levels } = await findLevels(visitor, { ...query, includeAliases: true });
  const { publicUrl } = current.config;
  const feed = {
    id: `urn:uuid:${feedId}`,
    title: search.name,
    description: 'The newest levels of a search.',
    language: htmlLang(DEFAULT_LOCALE),
    pageUrl: `${publicUrl}/games/levelhead/${hall}?${search.query}`,
    url: `${publicUrl}/games/levelhead/searches/${token}/atom.xml`,
    publisher: studio.name,
    updatedAt: new Date(Math.max(search.created_at.getTime(), ...levels.map(({ createdAt }) => Date.parse(createdAt)))),
  };
  const entries = levels.map(({ levelId, title, locale, tagNames, alias, createdAt }): SyndicatedEntry => ({
    id: `tag:${new URL(studio.origin).host},2026:/games/levelhead/levels/${levelId}`,
    url: `${publicUrl}/games/levelhead/levels/${levelId}`,
    title,
    summary: tagNames.join(', '),
    html: undefined,
    language: locale,
    authors: alias?.alias === undefined ? [] : [alias.alias],
    categories: tagNames,
    publishedAt: new Date(createdAt),
    updatedAt: new Date(createdAt),
    image: undefined,
  }));
  return documentResponse(request, ATOM, feed, JSON.stringify(entries), () => Promise.resolve(entries));
}
