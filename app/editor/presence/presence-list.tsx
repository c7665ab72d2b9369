import { AliasName } from '#app/aliases/alias-name.tsx';
import { useText } from '#app/current/locale.ts';
import { RelativeTime } from '#lib/locale/time.tsx';

import type { ItemKey } from '../schedule.ts';
import type { PresentPerson } from './presence.ts';
import { usePresence } from './use-presence.ts';

interface PresenceListProps {
  itemKey: ItemKey;
  /** As they were when the page was made; without scripts they stay that. */
  initial: readonly PresentPerson[];
  ownId: string;
  /** Milliseconds since 1970. */
  now: number;
}

export function PresenceList({ itemKey, initial, ownId, now }: PresenceListProps) {
  return <PeopleHere people={usePresence(itemKey, initial)} ownId={ownId} now={now} />;
}

interface PeopleHereProps extends Pick<PresenceListProps, 'ownId' | 'now'> {
  people: readonly PresentPerson[];
}

export function PeopleHere({ people, ownId, now }: PeopleHereProps) {
  const { text } = useText();
  const others = people.filter(({ userId }) => userId !== ownId);
  return (
    <output aria-label={text('editor.presence.label')} className="block">
      {others.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {others.map((person) => (
            <Presence key={`${person.userId} ${person.writingSince}`} person={person} now={now} />
          ))}
        </ul>
      )}
    </output>
  );
}

function Presence({ person: { userId, name, since, writingSince }, now }: { person: PresentPerson; now: number }) {
  const { richText } = useText();
  const at = writingSince ?? since;
  return (
    <li className="notice flex items-center gap-2 px-3 py-1 text-sm">
      <span>
        {richText(writingSince === null ? 'editor.presence.reads' : 'editor.presence.writes', {
          name: (
            <strong>
              <AliasName userId={userId} alias={name} />
            </strong>
          ),
          // Whoever came after the page was made came when this was first shown.
          ago: <RelativeTime at={at} now={Math.max(now, Date.parse(at))} />,
        })}
      </span>
    </li>
  );
}
