import { useEffect, useState } from 'react';

import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';

import type { AccountPlace } from './account-places.ts';

export function AccountIndex({ places }: { places: readonly AccountPlace[] }) {
  const { text } = useText();
  const here = usePlaceInView(places);
  return (
    <div className="account-index">
      <nav aria-label={text('account.page.index')}>
        <ul>
          {places.map(({ id, title, picture }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={here === id ? 'true' : undefined}>
                <img src={picture} alt="" width="120" height="96" />
                <span>{text(title)}</span>
              </a>
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

/** The last section whose top is in the upper half of the window. */
function usePlaceInView(places: readonly AccountPlace[]): string | undefined {
  const [here, setHere] = useState<string>();
  const ids = places.map(({ id }) => id).join(' ');
  useEffect(() => {
    const sections = ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const look = () =>
      setHere(sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 2)?.id);
    const watcher = new IntersectionObserver(look, { rootMargin: '0px 0px -50% 0px' });
    for (const section of sections) watcher.observe(section);
    return () => watcher.disconnect();
  }, [ids]);
  return here;
}
