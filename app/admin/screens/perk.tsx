import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { ProofFirst } from '#app/current/page/proof-link.tsx';
import { RecordHeader } from '#app/current/page/record.tsx';
import { unclearForm } from '#app/current/problems.ts';
import { consoleContext } from '#app/noun/noun.server.ts';
import { MAX_KEYS_FORM_BYTES } from '#app/perks/perk.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';

import { adminHead } from '../admin-head.server.ts';
import { CodesView } from '../perks/codes-view.tsx';
import { KeysView } from '../perks/keys-view.tsx';
import { OverviewView } from '../perks/overview-view.tsx';
import { PeopleView } from '../perks/people-view.tsx';
import { perkIntents } from '../perks/perk-intents.server.ts';
import { loadPerkPage } from '../perks/perk-page.server.ts';
import { KindName } from '../perks/perks-table.tsx';
import { RulesView } from '../perks/rules-view.tsx';
import { PERK_VIEWS, PERK_VIEW_NAMES } from '../perks/views.ts';
import { PersonLink } from '../person-link.tsx';
import type { Route } from './+types/perk';

export const loader = withCurrent(async (current, { params, url, context }: Route.LoaderArgs) => {
  const page = await loadPerkPage(current, context.get(consoleContext), params.perkId, url.searchParams);
  const { name } = page.perk;
  return {
    ...page,
    crumb: name,
    head: await adminHead(current, 'admin.perks.perkTitle', 'admin.perks.about', { name }),
  };
});

export const action = withCurrent(async (current, { params, request, context }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), perkIntents(params, context.get(consoleContext).peopleRules), {
    unknown: unclearForm,
  }),
);

export const headers = formHeaders;

export const handle: FormHandle = { maxFormBytes: MAX_KEYS_FORM_BYTES };

export default function PerkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { text, richText } = useText();
  const { perk, creator, view } = loaderData;
  const { perkId, kind, name, createdAt, isArchived } = perk;
  const form = useForm(actionData, { of: 'perks.' });
  const path = `/admin/perks/${perkId}`;
  return (
    <div className="space-y-4">
      <RecordHeader
        title={name}
        about={
          <>
            <code lang="zxx">{perkId}</code>
            <span> · </span>
            <KindName kind={kind} />
            <span> · </span>
            <span>
              {richText('admin.perks.madeBy', {
                who: <PersonLink person={creator} />,
                date: <LocalTime at={createdAt} isDay />,
              })}
            </span>
          </>
        }
        badges={isArchived ? <Badge tone="danger">{text('admin.perks.isArchived')}</Badge> : undefined}
      />
      <LinkTabs
        label={text('admin.perks.views')}
        tabs={PERK_VIEWS.filter((one) => one !== 'keys' || kind === 'key').map((one) => ({
          to: one === 'overview' ? path : withQuery(path, { view: one }),
          title: text(PERK_VIEW_NAMES[one]),
          isCurrent: one === view,
        }))}
      />
      <FormNotice form={form} proof={<ProofFirst />} />
      {loaderData.view === 'overview' && <OverviewView {...loaderData} form={form} />}
      {loaderData.view === 'codes' && <CodesView {...loaderData} form={form} />}
      {loaderData.view === 'people' && <PeopleView {...loaderData} form={form} />}
      {loaderData.view === 'keys' && <KeysView {...loaderData} form={form} />}
      {loaderData.view === 'rules' && <RulesView {...loaderData} form={form} />}
    </div>
  );
}
