import type { ReactNode } from 'react';
import { Form } from 'react-router';

import type { FormOutcome } from '#app/current/forms/form-outcome.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import type { ConnectedIdentity, ProviderConnection } from './connection.ts';
import { ProviderButton } from './provider-button.tsx';
import { ProviderMark } from './provider-mark.tsx';
import { CONNECTIONS } from './provider.ts';

export interface ConnectionListProps {
  connections: readonly ProviderConnection[];
  /** The platform that the visitor came for, by `/connect/{platform}`: it stands first. */
  from?: string | undefined;
  /** What came of the last form of the page, whichever it was. */
  outcome?: FormOutcome | undefined;
}

/** The services that may vouch for whoever is signed in: a section of their account, whose forms work without scripts. */
export function ConnectionList({ connections, from, outcome }: ConnectionListProps) {
  const { text } = useText();
  const own = outcome?.intent.startsWith('connections.') ? outcome : undefined;
  const connected = connections.filter(({ identity }) => identity !== undefined);
  return (
    <section id="connections" aria-labelledby="connections-title" className="space-y-5">
      <h2 id="connections-title" className="text-2xl">
        {text('login.connections.title')}
      </h2>
      <p>{text('login.connections.text')}</p>
      {own && <ConnectionOutcome outcome={own} />}
      {connections.length === 0 && <p className="text-muted">{text('login.connections.none')}</p>}
      {connected.length > 0 && (
        <ul className="space-y-4">
          {connected.map((connection) => (
            <li key={connection.platform} className="block-card space-y-3 p-4">
              <ConnectionRow connection={connection} />
            </li>
          ))}
        </ul>
      )}
      <UnconnectedProviders connections={connections} from={from} />
    </section>
  );
}

function UnconnectedProviders({ connections, from }: Pick<ConnectionListProps, 'connections' | 'from'>) {
  const { text } = useText();
  const open = connections.filter(({ identity }) => identity === undefined);
  if (open.length === 0) return null;
  const wanted = open.filter(({ platform }) => platform === from);
  return (
    <ul className="grid gap-2.5 [grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr))]">
      {[...wanted, ...open.filter(({ platform }) => platform !== from)].map((connection) => (
        <li key={connection.platform}>
          <ProviderButton
            provider={connection}
            returnTo={CONNECTIONS}
            aim="connect"
            kind={connection.platform === from ? 'loud' : 'plain'}
            label={text('login.connections.connect', { service: connection.service })}
            isMarked
          />
        </li>
      ))}
    </ul>
  );
}

const DONE: Readonly<Record<string, TextKey>> = {
  'connections.remove': 'login.connections.removed',
  'connections.show': 'login.connections.shown',
  'connections.hide': 'login.connections.hidden',
};

const REFUSED: Readonly<Record<string, TextKey>> = {
  'accounts.lastWayIn': 'account.error.lastWayIn',
  'accounts.noIdentity': 'login.connections.gone',
  'current.proofRequired': 'account.error.proofRequired',
  'current.mailNotSent': 'account.error.mailNotSent',
};

function ConnectionOutcome({ outcome: { intent, problem } }: { outcome: FormOutcome }) {
  const { text } = useText();
  const key = problem === undefined ? DONE[intent] : REFUSED[problem.code];
  const words = key === undefined ? problem?.message : text(key);
  if (words === undefined) return null;
  return (
    <Notice kind={problem === undefined ? 'success' : 'error'} live>
      {words}
    </Notice>
  );
}

function ConnectionRow({ connection }: { connection: ProviderConnection }) {
  const { text } = useText();
  const { service, identity } = connection;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ProviderMark service={service} />
        <h3 className="text-lg wrap-anywhere">{service}</h3>
        {identity && (
          <Badge tone={identity.isPublic ? 'success' : 'plain'}>
            {text(identity.isPublic ? 'login.connections.public' : 'login.connections.private')}
          </Badge>
        )}
      </div>
      {identity && <ConnectedProvider connection={connection} identity={identity} />}
    </>
  );
}

function ConnectedProvider({ connection, identity }: { connection: ProviderConnection; identity: ConnectedIdentity }) {
  const { text, formatDate } = useText();
  const { platform, service } = connection;
  const { name, isPublic, linkedAt, lastUsedAt } = identity;
  return (
    <>
      <p className="text-sm text-muted wrap-anywhere">
        {name !== null && <>{text('login.connections.as', { name })} · </>}
        {text('login.connections.since', { date: formatDate(linkedAt) })}
        {lastUsedAt !== null && <> · {text('login.connections.lastUsed', { date: formatDate(lastUsedAt) })}</>}
      </p>
      <div className="grid items-start gap-3 md:grid-cols-2">
        <ConnectionForm intent={isPublic ? 'connections.hide' : 'connections.show'} platform={platform}>
          <Button type="submit">{text(isPublic ? 'login.connections.hide' : 'login.connections.show')}</Button>
        </ConnectionForm>
        <Details summary={text('login.connections.remove', { service })}>
          <ConnectionForm intent="connections.remove" platform={platform}>
            <p>{text('login.connections.removeText', { service })}</p>
            <Button type="submit" kind="danger">
              {text('login.connections.removeYes')}
            </Button>
          </ConnectionForm>
        </Details>
      </div>
    </>
  );
}

interface ConnectionFormProps {
  intent: 'connections.remove' | 'connections.show' | 'connections.hide';
  platform: string;
  children: ReactNode;
}

function ConnectionForm({ intent, platform, children }: ConnectionFormProps) {
  return (
    <Form method="post" preventScrollReset className="space-y-4">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="platform" value={platform} />
      {children}
    </Form>
  );
}
