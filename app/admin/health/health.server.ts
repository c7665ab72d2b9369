import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';

import { checkDatabase, checkReplicas } from './database-check.server.ts';
import { checkDisk } from './disk-check.server.ts';
import { say } from './health.ts';
import type { HealthFinding, HealthPart, HealthWords } from './health.ts';
import { checkClock, checkJobs, checkMails, checkQueues } from './jobs-check.server.ts';
import { checkProcesses } from './processes-check.server.ts';

interface Check {
  readonly id: string;
  readonly name: TextKey;
  readonly run: (current: Current, parts: ConsoleParts) => Promise<HealthFinding>;
}

const CHECKS: readonly Check[] = [
  { id: 'database', name: 'admin.health.database', run: checkDatabase },
  { id: 'replicas', name: 'admin.health.replicas', run: checkReplicas },
  { id: 'jobs', name: 'admin.health.jobs', run: checkJobs },
  { id: 'clock', name: 'admin.health.clock', run: checkClock },
  { id: 'mail', name: 'admin.health.mail', run: checkMails },
  { id: 'queues', name: 'admin.health.queues', run: checkQueues },
  { id: 'disk', name: 'admin.health.disk', run: checkDisk },
  { id: 'processes', name: 'admin.health.processes', run: checkProcesses },
];

/** Milliseconds for each check; what takes longer could not be asked. */
const PATIENCE_MS = 2500;

/** Each part is asked for itself, within two and a half seconds. Needs staff; details are for admins. @throws Problem 401, 403 */
export async function findHealth(current: Current, parts: ConsoleParts): Promise<HealthPart[]> {
  requireRole(current, 'staff');
  const text = await getText(current.locale);
  const toWords = ({ text: key, values }: HealthWords) => text(key, values);
  const maySeeAll = isAdmin(current.actor.role);
  return Promise.all(
    CHECKS.map(async ({ id, name, run }): Promise<HealthPart> => {
      const found = await inTime(run(current, parts)).catch((error: unknown) => {
        current.log.warn({ err: error, check: id }, 'health could not be asked');
        return UNKNOWN;
      });
      const { state, problems = [], facts } = found;
      const words =
        maySeeAll || state === 'unknown' ? problems : state === 'fine' ? [] : [say('admin.health.askAdmin')];
      const shown = facts.map((fact) => ({
        name: text(fact.name),
        value: typeof fact.value === 'string' ? fact.value : toWords(fact.value),
      }));
      return { id, name: text(name), state, words: words.map(toWords), facts: maySeeAll ? shown : undefined };
    }),
  );
}

const UNKNOWN = { state: 'unknown', problems: [say('admin.health.notAsked')], facts: [] } as const;

async function inTime<Result>(asking: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('it took too long')), PATIENCE_MS);
  try {
    return await Promise.race([asking, promise]);
  } finally {
    clearTimeout(timer);
  }
}
