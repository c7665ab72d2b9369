import { parseRssFeed } from 'feedsmith';
import { beforeAll } from 'vitest';

import { asPerson } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { jobs } from '#app/nouns.server.ts';
import { storeAudio } from '#app/podcast/files/episode-files.server.ts';
import { seedEpisodes } from '#app/podcast/seed-episodes.server.ts';
import { NewCrate } from '#app/storage/crates/crate.ts';
import { createCrate } from '#app/storage/crates/crates.server.ts';
import type { Item } from '#app/storage/item.ts';
import { episodeSound } from '#content/sound/episode-sound.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };

import { CAST } from '../cast.ts';
import type { CastName } from '../cast.ts';
import { useTestSite } from '../site.ts';

export const EPISODES = '/api/storage/crates/podcast';
export const TWO_SECONDS = 'WEBVTT\n\n00:00.000 --> 00:01.500\n<v Old Kettle>Hello?';

/** A site with the show, and of the demo's episodes those of these names. */
export function useShow(names: string[] = []) {
  const site = useTestSite();
  beforeAll(async () => {
    const system = systemCurrent(site.parts);
    for (const crate of crates.filter(({ crateId }) => crateId.startsWith('podcast'))) {
      await createCrate(system, NewCrate.parse(crate));
    }
    await seedEpisodes(system, CAST.staff.userId, names);
    show.short = await soundOf('short');
  });

  const read = async (path: string, who?: CastName) => (await site.ask(who, path)).text();
  const itemsIn = async (path: string) => {
    const { data } = (await (await site.ask('staff', path)).json()) as { data: Item[] };
    return data;
  };
  const show = {
    site,
    /** The sound of two seconds. */
    short: new Uint8Array(),
    ask: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      site.ask(undefined, path, { headers, method }),
    read,
    feed: async (path = '/podcast/rss.xml') => parseRssFeed(await read(path)),
    itemsIn,
    itemsOf: (name: string) => itemsIn(`${EPISODES}/items?names=${name}`),
    storeSound: (bytes: Uint8Array<ArrayBuffer>) => {
      const staff = { userId: CAST.staff.userId, role: 'staff' } as const;
      return storeAudio(asPerson(systemCurrent(site.parts), staff, new Date()), bytes);
    },
    runJob: (name: string, payload: object = {}) =>
      jobs(site.parts)
        .find((job) => job.name === name)
        ?.run(payload),
  };
  return show;
}

/** An MP3 of two seconds, another one for each name. */
export async function soundOf(name: string, words = TWO_SECONDS): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await episodeSound(name, words));
}
