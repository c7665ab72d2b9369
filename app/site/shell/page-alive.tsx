import { useEffect } from 'react';

import type { Notices } from '#app/current/browser/browser-environment.ts';
import type { SessionUser } from '#app/current/browser/session-user.ts';

import { usePlainAddress } from '../browser/address.ts';
import { useSession } from '../browser/session.ts';
import { versions } from '../browser/versions.ts';
import { Arrivals } from './arrivals.tsx';

interface Shell {
  user?: SessionUser | undefined;
  versions: Notices;
}

/** What a page does by itself once it is open in a browser. @param shell unknown where the shell's loader has failed */
export function PageAlive({ shell }: { shell: Shell | undefined }) {
  usePlainAddress();
  useSession(shell === undefined ? null : shell.user);
  useEffect(() => {
    if (shell !== undefined) versions.tell(shell.versions);
  }, [shell]);
  return <Arrivals />;
}
