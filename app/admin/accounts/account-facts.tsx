import type { StaffAccount } from '#app/accounts/staff/staff.ts';
import { useText } from '#app/current/locale.ts';
import { Fact, FactList, Panel } from '#app/current/page/record.tsx';
import { Badge } from '#lib/ui/badge.tsx';

interface AccountFactsProps {
  account: Pick<StaffAccount, 'emails' | 'passkeys'> & { connections: readonly AccountConnection[] };
  /** In every context, the former ones too. */
  names: readonly AccountName[];
  /** Active ones. */
  keys: number;
}

interface AccountConnection {
  readonly platform: string;
  readonly service: string;
  readonly name: string | null;
}

interface AccountName {
  readonly context: string;
  readonly alias: string;
  readonly isFormer: boolean;
}

export function AccountFacts({ account, names, keys }: AccountFactsProps) {
  const { text } = useText();
  return (
    <Panel title={text('admin.account.facts')}>
      <FactList>
        <Fact name={text('admin.account.aliases')}>
          <Names names={names} />
        </Fact>
        <Fact name={text('admin.account.emails')}>
          <Emails emails={account.emails} />
        </Fact>
        <Fact name={text('admin.account.connections')}>
          <Connections connections={account.connections} />
        </Fact>
        <Fact name={text('admin.account.passkeys')}>{text('admin.account.count', { count: account.passkeys })}</Fact>
        <Fact name={text('admin.account.keys')}>{text('admin.account.count', { count: keys })}</Fact>
      </FactList>
    </Panel>
  );
}

function Names({ names }: Pick<AccountFactsProps, 'names'>) {
  const { text } = useText();
  if (names.length === 0) return text('admin.account.none');
  return (
    <ul className="space-y-1.5">
      {names.map(({ context, alias, isFormer }) => (
        <li key={`${context} ${alias} ${isFormer}`} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span lang="zxx" className={isFormer ? 'text-muted' : 'font-bold'}>
            {alias}
          </span>
          <span lang="zxx" className="text-sm text-muted">
            {context}
          </span>
          {isFormer && <Badge>{text('admin.account.former')}</Badge>}
        </li>
      ))}
    </ul>
  );
}

function Emails({ emails }: Pick<StaffAccount, 'emails'>) {
  const { text } = useText();
  if (emails.length === 0) return text('admin.account.none');
  return (
    <ul className="space-y-1.5">
      {emails.map(({ address, isVerified, isPrimary }) => (
        <li key={address} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span lang="zxx">{address}</span>
          {isPrimary && <Badge tone="loud">{text('admin.account.primary')}</Badge>}
          {!isVerified && <Badge>{text('admin.account.claim')}</Badge>}
        </li>
      ))}
    </ul>
  );
}

function Connections({ connections }: Pick<AccountFactsProps['account'], 'connections'>) {
  const { text } = useText();
  if (connections.length === 0) return text('admin.account.none');
  return (
    <ul className="space-y-1">
      {connections.map(({ platform, service, name }) => (
        <li key={platform} lang="zxx">
          <span>{service}</span>
          {name !== null && <span>{` · ${name}`}</span>}
        </li>
      ))}
    </ul>
  );
}
