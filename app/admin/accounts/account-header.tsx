import type { StaffAccount } from '#app/accounts/staff/staff.ts';
import { LOCALE_NAMES, htmlLang, isLocale, useText } from '#app/current/locale.ts';
import { RecordHeader } from '#app/current/page/record.tsx';
import { LocalTime } from '#lib/locale/time.tsx';
import { Avatar } from '#lib/ui/avatar.tsx';
import { Badge } from '#lib/ui/badge.tsx';

import { BanBadge } from './ban-badge.tsx';
import { RoleBadge } from './role-badge.tsx';

export function AccountHeader({ account }: { account: StaffAccount }) {
  const { text, richText } = useText();
  const { userId, alias, role, createdAt, ban, frozenAt, locale } = account;
  const name = alias ?? `@${userId}`;
  return (
    <RecordHeader
      picture={
        <span lang="zxx">
          <Avatar name={name} />
        </span>
      }
      title={<span lang="zxx">{name}</span>}
      about={
        <span>
          <span lang="zxx" className="font-mono">
            {`@${userId}`}
          </span>{' '}
          · {richText('admin.account.since', { date: <LocalTime at={createdAt} isDay /> })}
          {isLocale(locale) && (
            <span>
              {' '}
              · <span lang={htmlLang(locale)}>{LOCALE_NAMES[locale]}</span>
            </span>
          )}
        </span>
      }
      badges={
        <>
          <RoleBadge role={role} />
          {ban !== null && <BanBadge ban={ban} />}
          {frozenAt !== null && <Badge tone="danger">{text('admin.recovery.frozen')}</Badge>}
        </>
      }
    >
      {frozenAt !== null && <FrozenAdvice since={frozenAt} />}
      {ban?.isOn && ban.reason !== null && (
        <p className="w-full">
          <span>{text('admin.account.banReason')}</span>{' '}
          <q lang="en" className="font-bold">
            {ban.reason}
          </q>
        </p>
      )}
    </RecordHeader>
  );
}

function FrozenAdvice({ since }: { readonly since: string }) {
  const { text, richText } = useText();
  const link = (
    <a key="link" href="#recovery">
      {text('admin.recovery.title')}
    </a>
  );
  return (
    <p className="w-full">{richText('admin.recovery.frozenSince', { at: <LocalTime key="at" at={since} />, link })}</p>
  );
}
