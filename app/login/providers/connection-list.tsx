import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { Removal } from '#app/current/forms/removal.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Badge } from '#lib/ui/badge.tsx';

import { connectionToggleId } from './connection.ts';
import type { ConnectedIdentity, ProviderConnection } from './connection.ts';
import { ProviderButton } from './provider-button.tsx';
import { ProviderMark } from './provider-mark.tsx';
import { CONNECTIONS } from './provider.ts';

interface ConnectionListProps {
  connections: readonly ProviderConnection[];
  from?: string | undefined;
  answered: FormState | undefined;
}

export function ConnectionList({ connections, from, answered }: ConnectionListProps) {
  const { text } = useText();
  const form = useForm(answered, { of: 'connections.', action: useSitePath('/account') });
  const connected = connections.filter(({ identity }) => identity !== undefined);
  return (
    <section id="connections" aria-labelledby="connections-title" className="space-y-5">
      <h2 {...focusTarget(answered, 'connections-title')} tabIndex={-1} className="text-2xl">
        {text('login.connections.title')}
      </h2>
      <p>{text('login.connections.text')}</p>
      <FormNotice form={form} />
      {connections.length === 0 && <p className="text-muted">{text('login.connections.none')}</p>}
      {connected.length > 0 && (
        <ul className="space-y-4">
          {connected.map((connection) => (
            <li key={connection.platform} className="block-card space-y-3 p-4">
              <ConnectionRow connection={connection} form={form} />
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

interface ConnectionRowProps {
  connection: ProviderConnection;
  form: PageForm;
}

function ConnectionRow({ connection, form }: ConnectionRowProps) {
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
      {identity && <ConnectedProvider connection={connection} identity={identity} form={form} />}
    </>
  );
}

function ConnectedProvider({ connection, identity, form }: ConnectionRowProps & { identity: ConnectedIdentity }) {
  const { text, formatDate } = useText();
  const { platform, service } = connection;
  const { name, isPublic, linkedAt, lastUsedAt } = identity;
  return (
    <>
      <p className="text-sm text-muted wrap-anywhere">
        {name !== null && <span>{`${text('login.connections.as', { name })} · `}</span>}
        <span>{text('login.connections.since', { date: formatDate(linkedAt) })}</span>
        {lastUsedAt !== null && (
          <span>{` · ${text('login.connections.lastUsed', { date: formatDate(lastUsedAt) })}`}</span>
        )}
      </p>
      <div className="grid items-start gap-3 md:grid-cols-2">
        <ActionForm form={form} fields={{ intent: isPublic ? 'connections.hide' : 'connections.show', platform }}>
          <Submit {...focusTarget(form.state, connectionToggleId(platform))}>
            {text(isPublic ? 'login.connections.hide' : 'login.connections.show')}
          </Submit>
        </ActionForm>
        <Removal
          form={form}
          fields={{ intent: 'connections.remove', platform }}
          label={text('login.connections.remove', { service })}
          question={text('login.connections.removeText', { service })}
          submit={text('login.connections.removeYes')}
        />
      </div>
    </>
  );
}
