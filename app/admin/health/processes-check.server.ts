import type { Current } from '#app/current/current.server.ts';
import { queryWithin } from '#lib/database/query-within.server.ts';
import { SELECT_PROCESSES, SILENT_MS } from '#lib/health/processes.server.ts';
import type { SiteProcess } from '#lib/health/processes.server.ts';

import { QUERY_MS } from './database-check.server.ts';
import { say } from './health.ts';
import type { HealthFinding } from './health.ts';
import { formatSpan } from './units.ts';

export async function checkProcesses({ db, locale }: Current): Promise<HealthFinding> {
  const processes = await queryWithin<SiteProcess & Record<string, unknown>>(db, QUERY_MS, SELECT_PROCESSES);
  const [silent, running] = [processes.filter(isSilent), processes.filter((one) => !isSilent(one))];
  const versions = [...new Set(running.map(({ version }) => version))];
  const problems = [
    ...(running.length === 0 ? [say('admin.health.noProcess')] : []),
    ...(versions.length > 1 ? [say('admin.health.manyVersions', { versions: versions.join(', ') })] : []),
    ...silent.map(({ host, pid, silent_ms: silentMs }) =>
      say('admin.health.silentProcess', { process: `${host} ${pid}`, span: formatSpan(silentMs, locale) }),
    ),
  ];
  return {
    state: problems.length === 0 ? 'fine' : 'warning',
    problems,
    facts: running.map(({ host, pid, version, roles }) => ({
      name: 'admin.health.process',
      value: `${version} · ${host} ${pid} · ${roles.join(', ')}`,
    })),
  };
}

function isSilent({ silent_ms: silentMs }: SiteProcess): boolean {
  return silentMs > SILENT_MS;
}
