import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { DEFAULT_LOCALE, getText, useText } from '#app/current/locale.ts';
import { List, ListCard } from '#app/current/page/list.tsx';
import type { ListKind } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import { listPerkNames } from '#app/perks/perks.server.ts';
import { Badge } from '#lib/ui/badge.tsx';

import { findAboutKinds } from '../about-items.server.ts';
import { AUDIENCE_NAMES, MESSAGE_STATES, textIn } from '../message.ts';
import type { WrittenMessage } from '../message.ts';
import { MessageForm } from '../writing/message-form.tsx';
import { creationIntents } from '../writing/message-forms.server.ts';
import { listWritten } from '../writing/written-messages.server.ts';
import type { Route } from './+types/admin-mailbox';

export const loader = withCurrent(async (current, { url, context }: Route.LoaderArgs) => {
  const page = await listWritten(current, url.searchParams.get('before') ?? undefined);
  const text = await getText(current.locale);
  return {
    ...page,
    perks: await listPerkNames(current),
    kinds: await findAboutKinds(current, context.get(eventCatalogContext).ownItems),
    head: {
      title: text('mailbox.write.name'),
      description: text('mailbox.write.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), creationIntents(context.get(eventCatalogContext).ownItems)),
);

export const headers = formHeaders;

export default function AdminMailbox({
  loaderData: { messages, next, kinds, perks },
  actionData,
}: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData);
  return (
    <div className="space-y-8">
      <h1 className="squiggle text-3xl">{text('mailbox.write.name')}</h1>
      <FormNotice form={form} />
      <section aria-labelledby="new-message" className="space-y-4">
        <h2 id="new-message" className="text-xl">
          {text('mailbox.write.new')}
        </h2>
        <MessageForm form={form} locale={DEFAULT_LOCALE} kinds={kinds} perks={perks} />
      </section>
      <section aria-labelledby="written" className="space-y-4">
        <h2 id="written" className="text-xl">
          {text('mailbox.write.all')}
        </h2>
        <List of={WRITTEN} rows={messages} address="/admin/mailbox" next={next} />
      </section>
    </div>
  );
}

const WRITTEN: ListKind<WrittenMessage> = {
  toKey: ({ messageId }) => messageId,
  Item: WrittenItem,
  empty: 'mailbox.write.none',
  pages: { title: 'mailbox.page.pages', cursor: 'before', next: 'mailbox.page.older' },
};

function WrittenItem({ row }: { readonly row: WrittenMessage }) {
  const { text, formatDate } = useText();
  const { messageId, texts, state, audience, of, createdAt, readers } = row;
  return (
    <ListCard
      to={`/admin/mailbox/${messageId}`}
      title={textIn(texts, DEFAULT_LOCALE)?.text.title ?? messageId}
      badges={<Badge tone={state === 'sent' ? 'success' : 'plain'}>{text(MESSAGE_STATES[state])}</Badge>}
    >
      <span>{text(AUDIENCE_NAMES[audience])}</span> <span>{of}</span> · <span>{formatDate(createdAt)}</span>
      {readers !== undefined && <span>{` · ${text('mailbox.write.readers', { count: readers })}`}</span>}
    </ListCard>
  );
}
