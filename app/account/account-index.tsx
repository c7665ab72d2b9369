import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';

import { accountPath } from './account-places.ts';
import type { ACCOUNT_PLACES, AccountPlaceId } from './account-places.ts';

interface AccountIndexProps {
  places: readonly (typeof ACCOUNT_PLACES)[AccountPlaceId][];
  /** The section that is the page; none on the page of all. */
  here: AccountPlaceId | undefined;
}

export function AccountIndex({ places, here }: AccountIndexProps) {
  const { text } = useText();
  return (
    <div className="account-index">
      <nav aria-label={text('account.page.index')}>
        {here !== undefined && (
          <p className="account-overview">
            <SiteLink to="/account">{text('account.page.all')}</SiteLink>
          </p>
        )}
        <ul>
          {places.map(({ id, title, picture }) => (
            <li key={id}>
              <SiteLink to={accountPath(id)} aria-current={here === id ? 'page' : undefined}>
                <img src={picture} alt="" width="120" height="96" />
                <span>{text(title)}</span>
              </SiteLink>
            </li>
          ))}
        </ul>
      </nav>
      {/* Without scripts, the API answers this form with a redirect home. */}
      <form action="/api/auth/logout">
        <Button type="submit" kind="quiet">
          {text('shell.account.logout')}
        </Button>
      </form>
    </div>
  );
}
