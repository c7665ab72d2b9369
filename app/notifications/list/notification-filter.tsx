import { useText } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { SelectField } from '#lib/ui/field.tsx';

import { TABS, TAB_TITLES } from '../notification.ts';
import type { Tab } from '../notification.ts';

export function NotificationTabs({ tab }: { tab: Tab }) {
  const { text } = useText();
  return (
    <LinkTabs
      label={text('notify.page.tabs')}
      tabs={TABS.map((one) => {
        const to = one === 'all' ? '/notifications' : `/notifications?tab=${one}`;
        return { to, title: text(TAB_TITLES[one]), isCurrent: one === tab };
      })}
    />
  );
}

interface NotificationFilterProps {
  tab: Tab;
  kind: string | undefined;
  kinds: readonly { id: string; title: string }[];
}

export function NotificationFilter({ tab, kind, kinds }: NotificationFilterProps) {
  const { text } = useText();
  return (
    <form action={useSitePath('/notifications')} className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="tab" value={tab} />
      <SelectField label={text('notify.page.filter')} name="kind" defaultValue={kind ?? ''}>
        <option value="">{text('notify.page.everything')}</option>
        {kinds.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <Button type="submit">{text('notify.page.apply')}</Button>
    </form>
  );
}
