import type { ChoiceCatalog } from '#app/choices/choice.server.ts';
import { findShownChoices } from '#app/choices/choices.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { requireUser } from '#app/current/permission.ts';
import { findOwnFollows } from '#app/following/follows.server.ts';
import { offerGameFollows } from '#app/following/game-follows.server.ts';
import { spentLink } from '#app/mail/problems.ts';
import { games } from '#content/games.ts';
import { studio } from '#content/studio.ts';
import { Problem } from '#lib/problem.ts';

import type { EventCatalog } from '../event-kind.server.ts';
import { readAlertToken } from '../mails/unsubscribe-links.server.ts';
import { noEventKind } from '../problems.ts';
import { findDeliveries } from './deliveries.server.ts';
import { findAlertChoices, findMuted } from './settings.server.ts';

const PAGE = 50;

/** With the link of a mail its button alone, for whoever holds it. @throws Problem 401, 404 */
export async function readAlerts(
  current: Current,
  catalog: EventCatalog,
  choiceCatalog: ChoiceCatalog,
  params: { locale?: string | undefined; eventId?: string | undefined },
  url: URL,
) {
  const { eventId } = params;
  const { searchParams } = url;
  const token = searchParams.get('off');
  if (token !== null) return { off: await readOff(current, catalog, token), alerts: undefined };
  if (eventId !== undefined && !catalog.events.some(({ id }) => id === eventId)) throw new Problem(noEventKind);
  requireUser(current);
  const after = searchParams.get('after') ?? undefined;
  const gameFollows = await offerGameFollows(current, catalog.subjects, games);
  const ofGames = gameFollows.flatMap(({ game }) => game.parts.map(({ subject }) => subject));
  const [alertChoices, { follows, next }, choices, deliveries] = await Promise.all([
    findAlertChoices(current, catalog),
    findOwnFollows(current, catalog.subjects, { after, limit: PAGE, except: ofGames }),
    findShownChoices(current, choiceCatalog, '/alerts'),
    findDeliveries(current, catalog),
  ]);
  const muted = await findMuted(current, [...follows.map(({ subject }) => subject), ...ofGames]);
  return {
    off: undefined,
    alerts: {
      alertChoices: alertChoices.filter(({ kind }) => eventId === undefined || kind === eventId),
      choices,
      deliveries,
      next,
      now: current.now().getTime(),
      games: gameFollows.flatMap(({ title, game, isFollowed }) => {
        const mutedParts = game.parts.filter((part) => part.isFollowed && muted.has(part.subject));
        return isFollowed === true && after === undefined ? [{ title, game, mutedParts }] : [];
      }),
      follows: follows.map(({ subject, title, path }) => ({ subject, title, path, isMuted: muted.has(subject) })),
    },
  };
}

async function readOff(current: Current, { events }: EventCatalog, token: string) {
  const { scope } = readAlertToken(current, token);
  const text = await getText(current.locale);
  const key: TextKey | undefined =
    scope === 'daily' || scope === 'weekly' ? `notify.letter.${scope}` : events.find(({ id }) => id === scope)?.title;
  if (key === undefined) throw new Problem(spentLink);
  return { token, title: text(key, { studio: studio.name }) };
}
