import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import { adminHead } from '../admin-head.server.ts';
import { TelemetryHeader } from '../telemetry/telemetry-header.tsx';

export const loader = withCurrent(async (current) => {
  const head = await adminHead(current, 'admin.telemetry.liveTitle', 'admin.telemetry.about');
  return { head, crumb: head.title };
});

export default function TelemetryLive() {
  const { text } = useText();
  return (
    <div className="space-y-2">
      <TelemetryHeader section="live" />
      <p>{text('admin.telemetry.liveAbout')}</p>
    </div>
  );
}
