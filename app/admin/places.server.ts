import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';

import type { AdminLink } from './admin-navigation.tsx';

/** The screens of the console that the actor may open. */
export async function findPlaces(
  { actor, locale }: Current,
  { places }: Pick<ConsoleParts, 'places'>,
): Promise<AdminLink[]> {
  const text = await getText(locale);
  return places
    .filter(({ least }) => isAtLeast(actor.role, least))
    .map(({ to, name, about }) => ({ to, name: text(name), about: text(about) }));
}
