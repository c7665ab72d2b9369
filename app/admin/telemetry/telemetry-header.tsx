import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { ListHeader } from '#app/current/page/list.tsx';

/** The parts of the page, in their order. */
const SECTIONS = {
  visits: { to: '/admin/telemetry', title: 'admin.telemetry.visits' },
  live: { to: '/admin/telemetry/live', title: 'admin.telemetry.live' },
  vitals: { to: '/admin/telemetry/vitals', title: 'admin.telemetry.vitals' },
  datasets: { to: '/admin/telemetry/datasets', title: 'admin.telemetry.datasets' },
  errors: { to: '/admin/telemetry/errors', title: 'admin.telemetry.errors' },
} as const satisfies Readonly<Record<string, { readonly to: string; readonly title: TextKey }>>;

interface TelemetryHeaderProps {
  readonly section: keyof typeof SECTIONS;
  readonly children?: ReactNode;
}

/** The top of each screen of `/admin/telemetry`. */
export function TelemetryHeader({ section, children }: TelemetryHeaderProps) {
  const { text } = useText();
  return (
    <ListHeader title={text('admin.telemetry.name')}>
      <LinkTabs
        label={text('admin.telemetry.sections')}
        tabs={Object.entries(SECTIONS).map(([name, { to, title }]) => {
          return { to, title: text(title), isCurrent: name === section };
        })}
      />
      {children}
    </ListHeader>
  );
}
