import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';

import { freshAddress } from '../browser/address.ts';
import { NoticeCard } from './notice-card.tsx';

/** The site is newer than this page. @param version the server's */
export function VersionNotice({ version }: { version: string }) {
  const { text } = useText();
  const reload = (
    <Button kind="loud" onClick={() => location.replace(freshAddress(location.href, version))}>
      {text('notice.version.reload')}
    </Button>
  );
  return (
    <NoticeCard title={text('notice.version.title')} buttons={reload}>
      <p>{text('notice.version.text', { version })}</p>
    </NoticeCard>
  );
}
