import { effectiveRole } from '#app/current/browser/session-user-store.ts';
import type { SessionUser } from '#app/current/browser/session-user.ts';
import type { Stage } from '#app/current/stage.ts';

import { openDoors } from './doors.ts';
import { MasqueradeBanner } from './masquerade-banner.tsx';
import { StaffNavigation } from './staff-navigation.tsx';

interface StaffShellProps {
  readonly user: SessionUser;
  readonly stage: Stage;
}

/** What stands above every page for whoever is of staff, also behind a masquerade. */
export function StaffShell({ user, stage }: StaffShellProps) {
  const role = effectiveRole(user);
  const doors = openDoors({ role, stage });
  return (
    <>
      <MasqueradeBanner user={user} />
      {doors.length > 0 && <StaffNavigation key={role} doors={doors} user={user} stage={stage} />}
    </>
  );
}
