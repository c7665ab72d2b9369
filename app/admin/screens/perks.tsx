import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { List, ListFilter, ListHeader } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { countQuarantinedKeys } from '#app/perks/keys.server.ts';
import { PERK_KINDS, PERK_LISTS, PerkId } from '#app/perks/perk.ts';
import type { PerkKind, PerkList } from '#app/perks/perk.ts';
import { listPerks, mayChangePerks } from '#app/perks/perks.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

import { adminHead } from '../admin-head.server.ts';
import { PerkFieldset, useField } from '../perks/perk-fields.tsx';
import { perkListIntents } from '../perks/perk-intents.server.ts';
import { PERKS } from '../perks/perks-table.tsx';
import type { Route } from './+types/perks';

const PAGE_SIZE = 50;
const KINDS = Object.keys(PERK_KINDS) as PerkKind[];
const LISTS = Object.keys(PERK_LISTS) as PerkList[];

export const loader = withCurrent(async (current, { url: { searchParams: query } }: Route.LoaderArgs) => {
  const list = LISTS.find((one) => one === query.get('list')) ?? 'open';
  const { data: after = '' } = PerkId.safeParse(query.get('after'));
  const [{ perks, next }, quarantined] = await Promise.all([
    listPerks(current, { list, after, limit: PAGE_SIZE }),
    countQuarantinedKeys(current),
  ]);
  return {
    perks: perks.map((perk) => Object.assign({}, perk, { quarantined: quarantined.get(perk.perkId) ?? 0 })),
    next,
    list,
    isFirst: after === '',
    kind: KINDS.find((one) => one === query.get('new')),
    mayCreate: mayChangePerks(current),
    head: await adminHead(current, 'admin.perks.title', 'admin.perks.about'),
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), perkListIntents(params)),
);

export const headers = formHeaders;

const PATH = '/admin/perks';

export default function Perks({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { perks, next, list, isFirst, kind, mayCreate } = loaderData;
  const form = useForm(actionData, { of: 'perks.' });
  const isRefused = form.findRefusal(CREATE) !== undefined;
  return (
    <div className="space-y-4">
      <ListHeader title={text('admin.perks.title')}>
        <ListFilter of={PERKS} path={PATH} chosen={list} />
      </ListHeader>
      <FormNotice form={form} />
      {mayCreate && (
        <Details key={kind} open={isRefused || kind !== undefined} summary={text('admin.perks.create')}>
          <CreateForm form={form} kind={kind ?? 'entitlement'} />
        </Details>
      )}
      <List
        of={PERKS}
        caption={text(PERK_LISTS[list])}
        rows={perks}
        address={withQuery(PATH, { list })}
        next={next}
        isFirst={isFirst}
      />
    </div>
  );
}

const CREATE = { intent: 'perks.create' };

function CreateForm({ form, kind }: { readonly form: PageForm; readonly kind: PerkKind }) {
  const { text } = useText();
  const refusal = form.findRefusal(CREATE);
  const at = useField(refusal);
  const path = useSitePath(PATH);
  return (
    <div className="space-y-4">
      <LinkTabs
        label={text('admin.perks.kind')}
        tabs={KINDS.map((one) => {
          return { to: withQuery(PATH, { new: one }), title: text(PERK_KINDS[one]), isCurrent: one === kind };
        })}
      />
      <p>{text(KIND_ABOUTS[kind])}</p>
      <ActionForm form={form} action={`${path}?new=${kind}`} fields={{ ...CREATE, kind }} className="space-y-4">
        <Field
          label={text('admin.perks.id')}
          hint={text('admin.perks.idHint')}
          {...at('perkId')}
          required
          maxLength={48}
          pattern="[a-z][a-z0-9\-]*"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="max-w-xl"
        />
        <PerkFieldset kind={kind} refusal={refusal} />
        <Submit kind="loud">{text('admin.perks.createYes')}</Submit>
      </ActionForm>
    </div>
  );
}

const KIND_ABOUTS = {
  entitlement: 'admin.perks.aboutEntitlement',
  key: 'admin.perks.aboutKey',
  item: 'admin.perks.aboutItem',
  badge: 'admin.perks.aboutBadge',
} as const;
