import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Current } from '#app/current/current.server.ts';

import { say } from './health.ts';
import type { HealthFinding } from './health.ts';
import { formatBytes } from './units.ts';

const [LITTLE_SHARE, LITTLE_BYTES] = [0.1, 2_000_000_000];

/** The folder of this process; what lies with others says so instead of a number. */
export async function checkDisk({ config, locale }: Current): Promise<HealthFinding> {
  const { bavail, blocks, bsize } = await statfs(resolve(config.DATA_DIR));
  const [free, all] = [bavail * bsize, blocks * bsize];
  const isLittle = free < all * LITTLE_SHARE || free < LITTLE_BYTES;
  const room = { free: formatBytes(free, locale), all: formatBytes(all, locale) };
  return {
    state: isLittle ? 'warning' : 'fine',
    problems: isLittle ? [say('admin.health.littleRoom', room)] : [],
    facts: [
      { name: 'admin.health.dataFolder', value: say('admin.health.freeOfAll', room) },
      {
        name: 'admin.health.files',
        value: say(config.S3_BUCKET === undefined ? 'admin.health.inDataFolder' : 'admin.health.inBucket'),
      },
      {
        name: 'admin.health.database',
        value: say(config.DATABASE_URL === undefined ? 'admin.health.inDataFolder' : 'admin.health.elsewhere'),
      },
    ],
  };
}
