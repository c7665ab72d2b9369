import { useLocation } from 'react-router';

import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { Removal } from '#app/current/forms/removal.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Details } from '#lib/ui/details.tsx';

import { KeyForm } from './form/key-form.tsx';
import type { KeyRequest } from './form/key-request.ts';
import { NewKeyNotice } from './form/new-key.tsx';
import { CreatedKey } from './key.ts';
import type { ListedKey } from './key.ts';
import { KEY_PERMISSIONS, isPermission } from './permissions.ts';

interface KeyListProps {
  keys: readonly ListedKey[];
  request: KeyRequest;
  hasProof: boolean;
  answered: FormState | undefined;
}

export function KeyList({ keys, request, hasProof, answered }: KeyListProps) {
  const { text } = useText();
  // The parameters of a tool's link stay in the address.
  const form = useForm(answered, {
    of: 'keys.',
    action: useSitePath(`/account${useLocation().search}`),
  });
  const created = CreatedKey.safeParse(form.state?.done ? form.state.result : undefined);
  const isOpen = form.findRefusal({ intent: 'keys.create' }) !== undefined || (request.isFilled && !created.success);
  return (
    <section id="keys" aria-labelledby="keys-title" className="space-y-5">
      <h2 {...focusTarget(answered, 'keys-title')} tabIndex={-1} className="text-2xl">
        {text('keys.list.title')}
      </h2>
      <p>{text('keys.list.about')}</p>
      <FormNotice form={form} />
      {keys.length === 0 ? (
        <p className="text-muted">{text('keys.list.none')}</p>
      ) : (
        <ul className="space-y-4">
          {keys.map((key) => (
            <li key={key.passId} className="block-card space-y-3 p-4">
              <KeyRow listed={key} form={form} />
            </li>
          ))}
        </ul>
      )}
      {/* A new key resets it: it closes, with empty fields. */}
      <Details key={created.data?.passId ?? ''} open={isOpen} summary={text('keys.form.title')}>
        <KeyForm request={request} hasProof={hasProof} form={form} />
      </Details>
      {/* Below, so that it does not move the list to where the button was. */}
      {created.success && <NewKeyNotice created={created.data} />}
    </section>
  );
}

function KeyRow({ listed, form }: { listed: ListedKey; form: PageForm }) {
  const { text, formatDate, formatList } = useText();
  const { passId, name, permissions, createdAt, expiresAt, lastUsedAt, hasExpired } = listed;
  const words = permissions.map((id) => (isPermission(id) ? text(KEY_PERMISSIONS[id].name) : id));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg wrap-anywhere">{name}</h3>
        {hasExpired && <Badge tone="danger">{text('keys.list.expired')}</Badge>}
        {expiresAt === null && <Badge>{text('keys.list.lasts')}</Badge>}
      </div>
      <p>{text('keys.list.may', { permissions: formatList(words) })}</p>
      <p className="text-sm text-muted">
        <span>{text('keys.list.created', { date: formatDate(createdAt) })}</span>
        {' · '}
        <span>
          {lastUsedAt === null ? text('keys.list.unused') : text('keys.list.used', { date: formatDate(lastUsedAt) })}
        </span>
        {expiresAt !== null && !hasExpired && (
          <span>{` · ${text('keys.list.expires', { date: formatDate(expiresAt) })}`}</span>
        )}
      </p>
      <Removal
        form={form}
        fields={{ intent: 'keys.revoke', passId }}
        label={text('keys.list.revoke')}
        spoken={text('keys.list.revokeWhat', { name })}
        question={text('keys.list.revokeText')}
        submit={text('keys.list.revokeYes')}
      />
    </>
  );
}
