import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { Fact, FactList, Panel } from '#app/current/page/record.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import type { BadgeTone } from '#lib/ui/badge.tsx';

import type { HealthPart, HealthState } from './health.ts';

/** Each part of the site, and what is wrong with it. */
export function HealthPanel({ parts }: { parts: readonly HealthPart[] }) {
  const { text } = useText();
  const isWell = parts.every(({ state }) => state === 'fine');
  return (
    <Panel
      id="health"
      title={text('admin.health.title')}
      aside={text(isWell ? 'admin.health.allWell' : 'admin.health.notWell')}
    >
      <ul className="divide-y-2 divide-hairline">
        {parts.map((part) => (
          <HealthRow key={part.id} part={part} />
        ))}
      </ul>
    </Panel>
  );
}

const STATES = {
  fine: ['success', 'admin.health.fine'],
  warning: ['loud', 'admin.health.warning'],
  failing: ['danger', 'admin.health.failing'],
  unknown: ['plain', 'admin.health.unknown'],
} as const satisfies Record<HealthState, readonly [BadgeTone, TextKey]>;

function HealthRow({ part: { name, state, words, facts } }: { part: HealthPart }) {
  const { text } = useText();
  const [tone, stateName] = STATES[state];
  return (
    <li className="health-row flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-extrabold">{name}</span>
        <Badge tone={tone}>{text(stateName)}</Badge>
      </p>
      {words.map((one) => (
        <p key={one} className="w-full wrap-anywhere">
          {one}
        </p>
      ))}
      {facts !== undefined && facts.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-0.5 text-link underline">
            {text('admin.health.details', { name })}
          </summary>
          <FactList>
            {facts.map((fact) => (
              <Fact key={`${fact.name} ${fact.value}`} name={fact.name}>
                {fact.value}
              </Fact>
            ))}
          </FactList>
        </details>
      )}
    </li>
  );
}
