import { useEffect, useRef } from 'react';
import { Form } from 'react-router';

import type { FormOutcome } from '#app/current/forms/form-outcome.ts';
import { useText } from '#app/current/locale.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import type { KeyRequest } from './form/key-request.ts';
import { KeyForm } from './form/key-form.tsx';
import { CreatedKey, RevokedKey } from './key.ts';
import type { ListedKey } from './key.ts';
import { NewKeyNotice } from './form/new-key.tsx';
import { KEY_PERMISSIONS, isPermission } from './permissions.ts';
import { keyRefusal } from './form/refusal-text.ts';

export interface KeyListProps {
  keys: readonly ListedKey[];
  /** What a link has asked for. */
  asked: KeyRequest;
  /** Whether the sign-in is fresh enough to make a key. */
  hasProof: boolean;
  /** What has become of the last form of the page, whichever it was. */
  outcome?: FormOutcome | undefined;
}

/** The keys that somebody has given to tools: a section of their account, whose forms work without scripts. */
export function KeyList({ keys, asked, hasProof, outcome }: KeyListProps) {
  const { text } = useText();
  const creation = outcome?.intent === 'keys.create' ? outcome : undefined;
  const created = CreatedKey.safeParse(creation?.result);
  const revoked = outcome?.intent === 'keys.revoke' ? outcome : undefined;
  const { passId } = RevokedKey.safeParse(revoked?.result).data ?? { passId: undefined };
  const heading = useFocusWhen(passId !== undefined && !keys.some((key) => key.passId === passId));
  const isOpen = creation?.problem !== undefined || (asked.isAsked && !created.success);
  return (
    <section id="keys" aria-labelledby="keys-title" className="space-y-5">
      <h2 ref={heading} id="keys-title" tabIndex={-1} className="text-2xl">
        {text('keys.list.title')}
      </h2>
      <p>{text('keys.list.about')}</p>
      {created.success && <NewKeyNotice key={created.data.passId} created={created.data} />}
      {revoked && <RevokedNotice outcome={revoked} />}
      {keys.length === 0 ? (
        <p className="text-muted">{text('keys.list.none')}</p>
      ) : (
        <ul className="space-y-4">
          {keys.map((key) => (
            <li key={key.passId} className="block-card space-y-3 p-4">
              <KeyRow listed={key} />
            </li>
          ))}
        </ul>
      )}
      {/* A key that was made closes it, with all that was filled in. */}
      <Details key={created.data?.passId ?? ''} open={isOpen} summary={text('keys.form.title')}>
        <KeyForm asked={asked} hasProof={hasProof} outcome={creation} />
      </Details>
    </section>
  );
}

/** A key that was revoked is gone with its button, once the list is read again: the heading takes the keyboard. */
function useFocusWhen(isGone: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isGone && document.activeElement === document.body) heading.current?.focus();
  }, [isGone]);
  return heading;
}

function KeyRow({ listed }: { listed: ListedKey }) {
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
        {text('keys.list.created', { date: formatDate(createdAt) })}
        {' · '}
        {lastUsedAt === null ? text('keys.list.unused') : text('keys.list.used', { date: formatDate(lastUsedAt) })}
        {expiresAt !== null && !hasExpired && ` · ${text('keys.list.expires', { date: formatDate(expiresAt) })}`}
      </p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="keys.revoke" />
        <input type="hidden" name="passId" value={passId} />
        <Button type="submit" aria-label={text('keys.list.revokeWhat', { name })}>
          {text('keys.list.revoke')}
        </Button>
      </Form>
    </>
  );
}

function RevokedNotice({ outcome: { problem, result } }: { outcome: FormOutcome }) {
  const { text } = useText();
  const { name = '' } = RevokedKey.safeParse(result).data ?? {};
  return (
    <Notice kind={problem ? 'error' : 'success'} live>
      {problem ? keyRefusal(text, problem) : text('keys.list.revoked', { name })}
    </Notice>
  );
}
