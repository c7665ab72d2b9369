import { BlockedList } from '#app/accounts/blocks/blocked-list.tsx';
import { ChoiceForm } from '#app/choices/choice-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { NEWSLETTERS } from '#app/telegrams/newsletter.ts';

import { accountPath } from './account-places.ts';
import type { Account } from './account-sections.tsx';

type AccountSettingsProps = Pick<Account, 'choices' | 'reach' | 'blocked'> & {
  readonly answered: FormState | undefined;
};

export function Settings({ choices, reach, blocked, answered }: AccountSettingsProps) {
  const form = useForm(answered, { of: 'choices.', action: useSitePath(accountPath('settings')) });
  return (
    <>
      <FormNotice form={form} />
      <ChoiceForm choices={choices} form={form} />
      <Reach {...reach} />
      <BlockedList people={blocked} answered={answered} />
    </>
  );
}

/** What is on elsewhere, and where it is turned off. */
function Reach({ newsletters, mails, alerts }: Account['reach']) {
  const { text, formatList } = useText();
  return (
    <ul className="account-rows">
      <li className="account-row">
        <span className="account-row-name">
          {newsletters.length === 0
            ? text('settings.reach.noNewsletters')
            : text('settings.reach.newsletters', {
                names: formatList(newsletters.map((id) => text(NEWSLETTERS[id].name))),
              })}
        </span>
        <SiteLink to="/telegrams" className="font-bold underline">
          {text('settings.reach.toNewsletters')}
        </SiteLink>
      </li>
      <li className="account-row">
        <span className="account-row-name">{text('settings.reach.alerts', { mails, alerts })}</span>
        <SiteLink to="/alerts" className="font-bold underline">
          {text('settings.reach.toAlerts')}
        </SiteLink>
      </li>
    </ul>
  );
}
