import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { Game } from '#content/game.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { OfferedFollow } from './follow.ts';
import { dropFollows, findFollowed, insertFollows } from './follows.server.ts';
import { noSubject } from './problems.ts';
import type { GamePart, SubjectKind } from './subject-kind.server.ts';
import { toSubject } from './subject.ts';

/** The one button of a game on each of its pages. @param asked the subject of that page, if it is one of its parts */
export async function offerGameFollow(
  current: Current,
  kinds: readonly SubjectKind[],
  game: NamedGame,
  asked?: string,
): Promise<OfferedFollow> {
  const subject = toSubject('posts.game', game.slug);
  if (current.actor.userId === undefined) return { subject, title: game.name, isFollowed: undefined };
  const [offer] = await offerGameFollows(current, kinds, [game], asked);
  if (offer === undefined) throw new Problem(noSubject);
  return offer;
}

type NamedGame = Pick<Game, 'slug' | 'name'>;

/** Of those games that the actor may see. @throws Problem 401 */
export async function offerGameFollows(
  current: Current,
  kinds: readonly SubjectKind[],
  games: readonly NamedGame[],
  asked?: string,
): Promise<Required<OfferedFollow>[]> {
  requireUser(current);
  const all = await findGameParts(
    current,
    kinds,
    games.map(({ slug }) => slug),
  );
  const followed = await findFollowed(
    current,
    all.map(({ subject }) => subject),
  );
  return games.flatMap(({ slug, name }) => {
    const parts = all.flatMap(({ subject, part: { game, label, offer } }) => {
      const isFollowed = followed.has(subject);
      const isShown = game === slug && (offer !== 'asked' || subject === asked || isFollowed);
      return isShown ? [{ subject, label, isFollowed, isAlways: offer === 'always' }] : [];
    });
    const isFollowed = parts.some((part) => part.isFollowed);
    return parts.length === 0
      ? []
      : [{ subject: toSubject('posts.game', slug), title: name, isFollowed, game: { slug, parts } }];
  });
}

interface SubjectPart {
  readonly subject: string;
  readonly part: GamePart;
}

/** In the order in which nouns declare them. */
async function findGameParts(
  current: Current,
  kinds: readonly SubjectKind[],
  games: readonly string[],
): Promise<SubjectPart[]> {
  const found = kinds.map(async (kind) => {
    const parts = (await kind.findGameParts?.(current, games)) ?? [];
    return parts.map((part) => ({ part, subject: toSubject(kind.name, part.id) }));
  });
  return (await Promise.all(found)).flat();
}

/**
 * The chosen parts of a game are followed, and no others of it. @param chosen their subjects
 * @returns which were followed before @throws Problem 401, 404 for what is no part of it, 409 after a thousand
 */
export async function chooseGameParts(
  outer: Current,
  kinds: readonly SubjectKind[],
  game: string,
  chosen: readonly string[],
): Promise<string[]> {
  const userId = requireUser(outer);
  const parts = await findGameParts(outer, kinds, [game]);
  const subjects = parts.map(({ subject }) => subject);
  if (subjects.length === 0 || chosen.some((subject) => !subjects.includes(subject))) throw new Problem(noSubject);
  return inTransaction(outer, async (current) => {
    await current.db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`follows of ${userId}`}, 0))`);
    const followed = await findFollowed(current, subjects);
    await dropFollows(
      current,
      userId,
      subjects.filter((subject) => !chosen.includes(subject)),
    );
    await insertFollows(current, userId, [...new Set(chosen)]);
    return [...followed];
  });
}
