import type { StaffAccount } from '#app/accounts/staff/staff.ts';
import { LOCALE_NAMES, htmlLang, isLocale, useText } from '#app/current/locale.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Avatar } from '#lib/ui/avatar.tsx';

import { BanBadge } from './ban-badge.tsx';
import { RoleBadge } from './role-badge.tsx';

export function AccountHeader({ account }: { account: StaffAccount }) {
  const { text, richText } = useText();
  const { userId, alias, role, createdAt, ban, locale } = account;
  const name = alias ?? `@${userId}`;
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <span lang="zxx">
        <Avatar name={name} />
      </span>
      <div className="min-w-0 grow">
        <h1 lang="zxx" className="text-3xl">
          {name}
        </h1>
        <p className="text-sm text-muted">
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
        </p>
      </div>
      <p className="flex flex-wrap gap-2">
        <RoleBadge role={role} />
        {ban !== null && <BanBadge ban={ban} />}
      </p>
      {ban?.isOn && ban.reason !== null && (
        <p className="w-full">
          <span>{text('admin.account.banReason')}</span>{' '}
          <q lang="en" className="font-bold">
            {ban.reason}
          </q>
        </p>
      )}
    </header>
  );
}
