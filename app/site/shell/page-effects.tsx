import { useEffect } from 'react';

import type { ServerNotices } from '#app/current/browser/browser-environment.ts';
import type { SessionUser } from '#app/current/browser/session-user.ts';

import { usePlainAddress } from '../browser/address.ts';
import { useSession } from '../browser/session.ts';
import { versions } from '../browser/versions.ts';
import { RouteChanges } from './route-changes.tsx';

interface ShellData {
  user?: SessionUser | undefined;
  versions: ServerNotices;
}

/** What a page does by itself once it is open in a browser. @param shell unknown where the shell's loader has failed */
export function PageEffects({ shell }: { shell: ShellData | undefined }) {
  usePlainAddress();
  useSession(shell === undefined ? null : shell.user);
  useEffect(() => {
    if (shell !== undefined) versions.tell(shell.versions);
  }, [shell]);
  return <RouteChanges />;
}
