import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { partsOfSubject } from '#app/following/subject.ts';
import type { EventReader, OwnItemKind } from '#app/notifications/event-kind.server.ts';

import type { AboutItem, AboutKind, WrittenMessage } from './message.ts';

/** What a message to one player is about, if it is there, is theirs, and they may see it, now. @param about as `noun.what:id` */
export async function findAboutItem(
  current: Current,
  kinds: readonly OwnItemKind[],
  reader: EventReader,
  about: string | undefined,
): Promise<AboutItem | undefined> {
  if (about === undefined) return undefined;
  const { kind: name, id } = partsOfSubject(about);
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) return { name: undefined, item: undefined };
  // As its reader, whoever asks: staff see more.
  const actor = { ...current.actor, ...reader, ownRole: reader.role, masquerade: undefined };
  const [text, found] = await Promise.all([getText(current.locale), kind.findOwn({ ...current, actor }, reader, [id])]);
  return { name: text(kind.title), item: found.get(id) };
}

/** What a written message is about, as its reader would find it now. Permission is up to the caller. */
export async function findAbout(
  current: Current,
  kinds: readonly OwnItemKind[],
  { of: userId, about }: Pick<WrittenMessage, 'of' | 'about'>,
): Promise<AboutItem | undefined> {
  if (about === undefined) return undefined;
  return findAboutItem(current, kinds, { userId, role: (await current.findRole(userId)) ?? 'public' }, about);
}

export async function findAboutKinds({ locale }: Current, kinds: readonly OwnItemKind[]): Promise<AboutKind[]> {
  const text = await getText(locale);
  return kinds.map(({ name, title }) => ({ name, title: text(title) }));
}
