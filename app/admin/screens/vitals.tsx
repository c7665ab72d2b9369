import { useText } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { List, ListFilter } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { DEVICES, VersionQuery } from '#app/telemetry/vitals/vital.ts';
import { listVitals } from '#app/telemetry/vitals/vitals.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';

import { adminHead } from '../admin-head.server.ts';
import { TelemetryHeader } from '../telemetry/telemetry-header.tsx';
import { ROUTES } from '../telemetry/vitals-table.tsx';
import type { Route } from './+types/vitals';

const PATH = '/admin/telemetry/vitals';

export const loader = withCurrent(async (current, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams;
  const device = DEVICES.find((one) => one === query.get('device'));
  const { data: version } = VersionQuery.safeParse(query.get('version'));
  const head = await adminHead(current, 'admin.vitals.title', 'admin.vitals.about');
  return { ...(await listVitals(current, { device, version })), device, version, crumb: head.title, head };
});

export default function Vitals({ loaderData: { routes, versions, device, version } }: Route.ComponentProps) {
  const { text } = useText();
  const ofVersion = version === undefined ? PATH : withQuery(PATH, { version });
  const addressOf = (one: string | undefined) =>
    withQuery(PATH, { ...(device !== undefined && { device }), ...(one !== undefined && { version: one }) });
  const shown = version === undefined || versions.includes(version) ? versions : [version, ...versions];
  return (
    <div className="space-y-2">
      <TelemetryHeader section="vitals" />
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <ListFilter of={ROUTES} path={ofVersion} chosen={device ?? 'all'} />
        <LinkTabs
          label={text('admin.vitals.versions')}
          tabs={[
            { to: addressOf(undefined), title: text('admin.vitals.allVersions'), isCurrent: version === undefined },
            ...shown.map((one) => ({ to: addressOf(one), title: one, isCurrent: one === version })),
          ]}
        />
      </div>
      <List
        of={ROUTES}
        caption={text('admin.vitals.title')}
        rows={routes}
        address={addressOf(version)}
        next={undefined}
      />
      <p className="text-sm text-muted">{text('admin.vitals.how')}</p>
    </div>
  );
}
