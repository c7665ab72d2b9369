import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Fact, FactList, Panel } from '#app/current/page/record.tsx';
import type { TrashedItem } from '#app/storage/history/history.ts';
import { LocalTime } from '#lib/locale/time.tsx';

import { PersonLink } from '../../person-link.tsx';
import type { NamedPerson } from '../../person-link.tsx';

interface TrashedItemPanelProps {
  readonly form: PageForm;
  readonly item: TrashedItem;
  readonly owner: NamedPerson;
  readonly deletedBy: NamedPerson | undefined;
}

export function TrashedItemPanel({ form, item, owner, deletedBy }: TrashedItemPanelProps) {
  const { text, formatNumber } = useText();
  return (
    <Panel title={text('admin.item.inTrash')}>
      <p>{text('admin.item.inTrashAbout')}</p>
      <FactList>
        <Fact name={text('admin.item.deletedAt')}>
          <LocalTime at={item.deletedAt} /> {deletedBy && <PersonLink person={deletedBy} />}
        </Fact>
        <Fact name={text('admin.item.purgedAt')}>
          <LocalTime at={item.purgedAt} />
        </Fact>
        <Fact name={text('admin.item.owner')}>
          <PersonLink person={owner} />
        </Fact>
        <Fact name={text('admin.item.tags')}>
          <span lang="zxx">{item.tags.join(', ')}</span>
        </Fact>
        <Fact name={text('admin.item.type')}>
          <span lang="zxx">{item.mimetype}</span>
        </Fact>
        <Fact name={text('admin.item.size')}>{text('admin.item.bytesCount', { bytes: formatNumber(item.bytes) })}</Fact>
      </FactList>
      <ActionForm form={form} fields={{ intent: 'item.undelete' }}>
        <Submit kind="loud">{text('admin.item.undelete')}</Submit>
      </ActionForm>
    </Panel>
  );
}
