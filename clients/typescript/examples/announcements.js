/**
 * What a game shows when it starts, with and without a network. The game keeps one small record, such as a file beside its
 * saved games: `{ asked, etag, announcements, read }`. What was answered to another version or language is not shown.
 *
 * @param {import('../src/client.d.ts').RumpusClient} rumpus
 * @param {{ game: string, platform?: string, version?: string, locale?: string, zone?: string, installation?: string }} query
 * @param {{ load(): Promise<object | undefined>, save(record: object): Promise<void> }} store
 * @returns {Promise<readonly import('../src/calls.d.ts').SentAnnouncement[]>}
 */
export async function findAnnouncements(rumpus, query, store) {
  const kept = await loadRecord(store);
  const asked = JSON.stringify(query);
  if (kept.asked !== asked) Object.assign(kept, { asked, etag: undefined, announcements: [] });
  try {
    await tellRead(rumpus, query.installation, kept.read);
    const headers = kept.etag === undefined ? {} : { 'if-none-match': kept.etag };
    // A start of the game waits for nobody.
    const signal = AbortSignal.timeout(3000);
    const answer = await rumpus.ask('announcements.findAnnouncements', { query, headers }, { signal });
    if (answer.status === 200) {
      const sent = new Set(answer.data.map(({ announcementId }) => announcementId));
      const etag = answer.headers.get('etag') ?? undefined;
      Object.assign(kept, { etag, announcements: answer.data, read: kept.read.filter((id) => sent.has(id)) });
      await store.save(kept);
    }
  } catch {
    // No network, or a site that is away: the last answer is still good.
  }
  return kept.announcements.filter((one) => isNow(one) && !kept.read.includes(one.announcementId));
}

/** The player has seen one that `isOnce`. Without a network the site is told at the next start. */
export async function acknowledge(rumpus, announcementId, installation, store) {
  const kept = await loadRecord(store);
  kept.read = [...new Set([...kept.read, announcementId])];
  await store.save(kept);
  await tellRead(rumpus, installation, [announcementId]).catch(() => undefined);
}

async function loadRecord(store) {
  return { asked: '', etag: undefined, announcements: [], read: [], ...(await store.load()) };
}

/** However often: it counts once. Those that are over are unknown, which is no matter. */
async function tellRead(rumpus, installation, read) {
  if (installation === undefined) return;
  for (const announcementId of read) {
    const told = rumpus.ask('announcements.acknowledgeAnnouncement', {
      params: { announcementId },
      body: { installation },
    });
    await told.catch((error) => {
      if (error.status === undefined) throw error;
    });
  }
}

function isNow({ startsAt, endsAt }) {
  const now = Date.now();
  return (startsAt === null || Date.parse(startsAt) <= now) && (endsAt === null || now < Date.parse(endsAt));
}
