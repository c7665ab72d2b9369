import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { PerkCard } from '#app/perks/own/perk-card.tsx';
import picture from '#content/art/account-perks.svg';

import { GIFT } from './message.ts';
import type { MessageGift } from './message.ts';

interface GiftCardProps {
  readonly gift: MessageGift;
  readonly messageId: string;
  readonly form: PageForm;
}

/** What comes with a message, to be taken out of it. */
export function GiftCard({ gift: { name, about, taken }, messageId, form }: GiftCardProps) {
  const { text } = useText();
  return (
    <section
      aria-label={text('mailbox.gift.title')}
      tabIndex={-1}
      className="rounded-card border-3 border-dashed border-edge p-5"
      {...focusTarget(form.state, GIFT)}
    >
      {taken === undefined ? (
        <div className="flex flex-wrap items-center gap-4">
          <img src={picture} alt="" width="80" height="64" className="shrink-0" />
          <div className="min-w-0 grow">
            <p lang="en" className="text-lg font-extrabold wrap-anywhere">
              {name}
            </p>
            {about !== '' && (
              <p lang="en" className="wrap-anywhere">
                {about}
              </p>
            )}
          </div>
          <ActionForm form={form} fields={{ intent: 'mailbox.takeGift', messageId }}>
            <Submit kind="loud">{text('mailbox.gift.take')}</Submit>
          </ActionForm>
        </div>
      ) : (
        <PerkCard perk={taken} />
      )}
    </section>
  );
}
