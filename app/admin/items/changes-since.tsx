import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Button } from '#lib/ui/button.tsx';

interface ChangesSinceProps {
  readonly crateId: string;
  /** Of the feed, from when the page was made. */
  readonly token: string;
}

const MAX_CHANGES = 1000;

/** How many items of the crate have changed since; nothing on the page moves before somebody asks for it. */
export function ChangesSince({ crateId, token }: ChangesSinceProps) {
  const { text } = useText();
  const count = useChangeCount(crateId, token);
  const { revalidate, state } = useRevalidator();
  return (
    <output className="fixed end-4 bottom-4 z-10">
      {count > 0 && (
        <Button
          busy={state === 'loading'}
          onClick={() => {
            void revalidate();
          }}
        >
          {text(count === MAX_CHANGES ? 'admin.items.changesMany' : 'admin.items.changes', { count })}
        </Button>
      )}
    </output>
  );
}

function useChangeCount(crateId: string, token: string): number {
  const [changed, setChanged] = useState<{ token: string; ids: ReadonlySet<string> }>({ token, ids: NONE });
  useEffect(() => {
    const ids = new Set<string>();
    const events = new EventSource(withQuery(`/api/storage/crates/${crateId}/changes`, { since: token }));
    events.addEventListener('change', (event: MessageEvent<string>) => {
      const { itemId } = JSON.parse(event.data) as { itemId: string };
      ids.add(itemId);
      setChanged({ token, ids: new Set(ids) });
      if (ids.size === MAX_CHANGES) events.close();
    });
    return () => events.close();
  }, [crateId, token]);
  return changed.token === token ? changed.ids.size : 0;
}

const NONE: ReadonlySet<string> = new Set();
