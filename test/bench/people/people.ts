import { pino } from 'pino';
import { createServer } from 'vite';

import type { BenchSetup } from '../setup.ts';

/** Somebody with an account, a proved address, a name and a session. */
export interface BenchPerson {
  userId: string;
  email: string;
  /** The header of a request that they make. */
  cookie: string;
}

/** Makes people by the site's own deeds, in this process. */
export async function createPeople(
  { url, folder }: Pick<BenchSetup, 'url' | 'folder'>,
  count: number,
): Promise<BenchPerson[]> {
  const vite = await createServer({ server: { middlewareMode: true, watch: null }, appType: 'custom' });
  const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>;
  const { parseConfig } = await load<typeof import('#app/current/config/config.server.ts')>(
    '/app/current/config/config.server.ts',
  );
  const site = await load<typeof import('#app/door/parts.server.ts')>('/app/door/parts.server.ts');
  const accounts = await load<typeof import('#app/accounts/accounts.server.ts')>('/app/accounts/accounts.server.ts');
  const emails = await load<typeof import('#app/accounts/emails/emails.server.ts')>(
    '/app/accounts/emails/emails.server.ts',
  );
  const aliases = await load<typeof import('#app/aliases/aliases.server.ts')>('/app/aliases/aliases.server.ts');
  const config = parseConfig({ DATABASE_URL: url, DATA_DIR: folder, LIMITS: '0', SECRET: 'x'.repeat(32) });
  const parts = await site.openParts({
    config,
    secret: 'x'.repeat(32),
    connection: { connectionString: url },
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    isDevelopment: false,
    clientFolder: folder,
  });
  const current = site.systemCurrent(parts);
  const people: BenchPerson[] = [];
  try {
    while (people.length < count) {
      const userId = await accounts.createAccount(current, { locale: 'en-US', terms: '1.0.0' });
      const email = `${userId}@example.com`;
      await emails.addVerifiedEmail(current, userId, email);
      await aliases.setAlias(current, 'rumpus', userId, `Bench ${userId}`);
      const { token } = await parts.sessions.create(userId, parts.now());
      people.push({ userId, email, cookie: `session=${token}` });
    }
  } finally {
    await site.closeParts(parts);
    await vite.close();
  }
  return people;
}
