import { withCurrent } from '#app/current/page/loaders.server.ts';

import { adminHead } from '../admin-head.server.ts';
import { TelemetryHeader } from '../telemetry/telemetry-header.tsx';

export const loader = withCurrent(async (current) => {
  return { head: await adminHead(current, 'admin.telemetry.name', 'admin.telemetry.about') };
});

export default function Telemetry() {
  return <TelemetryHeader section="visits" />;
}
