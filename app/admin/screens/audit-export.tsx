import { withCurrent } from '#app/current/page/loaders.server.ts';

import { exportAudit } from '../audit/audit-export.server.ts';
import type { Route } from './+types/audit-export';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => exportAudit(current, url.searchParams));
