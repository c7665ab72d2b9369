import { useParams } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { SpokenLabel } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

import type { HallPage } from '../browse/hall-page.ts';
import { MAX_NEW, MAX_SAVED_NAME } from './saved-search.ts';
import type { SavedSearch } from './saved-search.ts';

interface SavedSearchesPanelProps {
  form: PageForm;
  page: HallPage;
  searches: readonly SavedSearch[];
}

/** The searches of a hall that whoever is signed in keeps, and the form that keeps the one that is shown. */
export function SavedSearchesPanel({ form, page, searches }: SavedSearchesPanelProps) {
  const { text } = useText();
  const { hall, q, sort, hidesBeaten } = page;
  const save = { intent: 'hall.saveSearch', hall, q, sort, hide: hidesBeaten ? 'beaten' : '' };
  const refusal = form.findRefusal({ intent: 'hall.saveSearch' });
  const fresh = searches.reduce((sum, { newCount }) => sum + newCount, 0);
  return (
    <Details
      open={refusal !== undefined}
      summary={text('arcade.saved.heading', { count: searches.length, fresh: Math.min(fresh, MAX_NEW) })}
    >
      <div className="space-y-6 pt-3">
        <ActionForm form={form} fields={save} className="flex flex-wrap items-start gap-4">
          <Field
            name="name"
            label={text('arcade.saved.name')}
            hint={text('arcade.saved.hint')}
            error={refusal?.problem.fields?.name}
            defaultValue={refusal?.values.name}
            maxLength={MAX_SAVED_NAME}
            required
            autoComplete="off"
            className="grow basis-64"
          />
          <Submit className="self-start sm:mt-8">{text('arcade.saved.save')}</Submit>
        </ActionForm>
        {searches.length > 0 && (
          <ul className="space-y-4">
            {searches.map((search) => (
              <SavedSearchRow key={search.slot} form={form} hall={hall} search={search} />
            ))}
          </ul>
        )}
        {searches.some(({ isDefault }) => isDefault) && (
          <div className="flex flex-wrap items-center gap-4">
            <SiteLink to={`/games/levelhead/${hall}?q=`} className="text-link underline">
              {text('arcade.saved.showAll')}
            </SiteLink>
            <ActionForm form={form} fields={{ intent: 'hall.dropDefault', hall }}>
              <Submit>{text('arcade.saved.dropDefault')}</Submit>
            </ActionForm>
          </div>
        )}
      </div>
    </Details>
  );
}

interface SavedSearchRowProps {
  form: PageForm;
  hall: string;
  search: SavedSearch;
}

function SavedSearchRow({ form, hall, search }: SavedSearchRowProps) {
  const { text } = useText();
  const { locale = '' } = useParams();
  const { name, isDefault, isFollowed, newCount } = search;
  return (
    <li className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <ActionForm form={form} fields={{ intent: 'hall.openSearch', slot: String(search.slot), locale }}>
          <Submit>
            <span className="wrap-anywhere">{name}</span>
          </Submit>
        </ActionForm>
        {newCount > 0 && (
          <span>
            {newCount > MAX_NEW
              ? text('arcade.saved.manyNew', { count: MAX_NEW })
              : text('arcade.saved.new', { count: newCount })}
          </span>
        )}
        {isFollowed && <span>{text('arcade.saved.isFollowed')}</span>}
        {isDefault && <strong>{text('arcade.saved.isDefault')}</strong>}
      </div>
      <SavedSearchChanges form={form} hall={hall} search={search} />
    </li>
  );
}

function SavedSearchChanges({ form, hall, search }: SavedSearchRowProps) {
  const { text } = useText();
  const { name, isDefault, isFollowed, subject, feedPath } = search;
  const slot = String(search.slot);
  const renames = { intent: 'hall.renameSearch', slot };
  const refusal = form.findRefusal(renames);
  const spoken = (shown: string) => <SpokenLabel shown={shown} spoken={`${shown}: ${name}`} />;
  return (
    <Details open={refusal !== undefined} summary={spoken(text('arcade.saved.change'))}>
      <div className="space-y-4 pt-3">
        <ActionForm form={form} fields={renames} className="flex flex-wrap items-start gap-4">
          <Field
            name="name"
            label={text('arcade.saved.newName')}
            error={refusal?.problem.fields?.name}
            defaultValue={refusal?.values.name ?? name}
            maxLength={MAX_SAVED_NAME}
            required
            autoComplete="off"
            className="grow basis-64"
          />
          <Submit className="self-start sm:mt-8">{spoken(text('arcade.saved.rename'))}</Submit>
        </ActionForm>
        <p>
          <a href={feedPath} rel="nofollow" className="text-link underline">
            {spoken(text('arcade.saved.feed'))}
          </a>{' '}
          <span>{text('arcade.saved.feedSecret')}</span>
        </p>
        <div className="flex flex-wrap gap-4">
          <ActionForm form={form} fields={{ intent: `hall.${isFollowed ? 'unfollow' : 'follow'}Search`, subject }}>
            <Submit>{spoken(text(isFollowed ? 'arcade.saved.unfollow' : 'arcade.saved.follow'))}</Submit>
          </ActionForm>
          {!isDefault && (
            <ActionForm form={form} fields={{ intent: 'hall.chooseDefault', hall, slot }}>
              <Submit>{spoken(text('arcade.saved.chooseDefault'))}</Submit>
            </ActionForm>
          )}
          <ActionForm form={form} fields={{ intent: 'hall.renewFeed', slot }}>
            <Submit>{spoken(text('arcade.saved.renewFeed'))}</Submit>
          </ActionForm>
          <ActionForm form={form} fields={{ intent: 'hall.deleteSearch', slot }}>
            <Submit kind="danger">{spoken(text('arcade.saved.delete'))}</Submit>
          </ActionForm>
        </div>
      </div>
    </Details>
  );
}
