import type { AppKeyFigures } from '#app/apps/app.ts';
import { useText } from '#app/current/locale.ts';
import { Fact, FactList, Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';

import { LastUse } from './apps-table.tsx';
import { RIGHT_NAMES } from './key-form.tsx';
import { KeyState, NearLimit } from './key-table.tsx';

export function KeyFacts({ listed }: { readonly listed: AppKeyFigures }) {
  const { text, formatList, formatNumber } = useText();
  const { appId, scopes, lastUsedAt, replacedBy, day } = listed;
  return (
    <Panel title={text('admin.apps.facts')}>
      <FactList>
        <Fact name={text('admin.apps.rights')}>
          <ul>
            {scopes.map(({ crateId, may }) => (
              <li key={crateId}>
                {text('admin.apps.rightsIn', {
                  crate: crateId === '*' ? text('admin.apps.everyCrate') : crateId,
                  rights: formatList(may.map((right) => text(RIGHT_NAMES[right]))),
                })}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name={text('admin.apps.keyState')}>
          <KeyState listed={listed} />
        </Fact>
        {replacedBy !== null && (
          <Fact name={text('admin.apps.replacedBy')}>
            <SiteLink to={`/admin/apps/${appId}/keys/${replacedBy}`} className="font-bold text-link underline">
              {text('admin.apps.toNewKey')}
            </SiteLink>
          </Fact>
        )}
        <Fact name={text('admin.apps.used')}>
          <LastUse at={lastUsedAt} />
        </Fact>
        <Fact name={text('admin.apps.callsOfDay')}>{formatNumber(day.calls)}</Fact>
        <Fact name={text('admin.apps.errorsOfDay')}>{formatNumber(day.errors)}</Fact>
        <Fact name={text('admin.apps.refusalsOfDay')}>{formatNumber(day.refusals)}</Fact>
        <Fact name={text('admin.apps.peak')}>
          <NearLimit {...listed} />
        </Fact>
      </FactList>
    </Panel>
  );
}
