import { useText } from '#app/current/locale.ts';
import { Fact, FactList, Panel } from '#app/current/page/record.tsx';
import type { Role } from '#app/current/role.ts';
import type { Item } from '#app/storage/item.ts';
import { LocalTime, RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';

import { PersonLink } from '../../person-link.tsx';
import type { NamedPerson } from '../../person-link.tsx';

interface ItemFactsProps {
  readonly item: Pick<Item, 'bytes' | 'mimetype' | 'createdAt' | 'updatedAt' | 'note'>;
  readonly rev: string;
  readonly owner: NamedPerson | undefined;
  readonly updatedBy: NamedPerson | undefined;
  readonly tags: readonly ItemTag[];
  readonly now: number;
}

interface ItemTag {
  readonly tag: string;
  /** Who sees an item with it, at least; or only those who know its address. */
  readonly hides: Role | 'direct' | undefined;
  readonly isProtected: boolean;
  readonly mayTurn: boolean;
}

export function ItemFacts({ item, rev, owner, updatedBy, tags, now }: ItemFactsProps) {
  const { text, formatNumber } = useText();
  const hiding = tags.filter(({ hides }) => hides !== undefined);
  return (
    <Panel title={text('admin.item.facts')}>
      <FactList>
        <Fact name={text('admin.item.owner')}>{owner && <PersonLink person={owner} />}</Fact>
        <Fact name={text('admin.item.visibility')}>
          {hiding.length === 0
            ? text('admin.item.seenByAll')
            : hiding.map(({ tag, hides = 'direct' }) => (
                <span key={tag} className="block">
                  {text('admin.item.hiddenBy', { tag, role: hides })}
                </span>
              ))}
        </Fact>
        <Fact name={text('admin.item.tags')}>
          {tags.length === 0 ? text('admin.item.none') : <TagList tags={tags} />}
        </Fact>
        <Fact name={text('admin.item.type')}>
          <span lang="zxx">{item.mimetype}</span>
        </Fact>
        <Fact name={text('admin.item.size')}>{text('admin.item.bytesCount', { bytes: formatNumber(item.bytes) })}</Fact>
        <Fact name={text('admin.item.rev')}>{rev}</Fact>
        <Fact name={text('admin.item.changed')}>
          <RelativeTime at={item.updatedAt} now={now} />
          {updatedBy && <span> · </span>}
          {updatedBy && <PersonLink person={updatedBy} />}
        </Fact>
        <Fact name={text('admin.item.created')}>
          <LocalTime at={item.createdAt} />
        </Fact>
      </FactList>
    </Panel>
  );
}

function TagList({ tags }: Pick<ItemFactsProps, 'tags'>) {
  const { text } = useText();
  return (
    <ul className="flex flex-wrap gap-1.5">
      {tags.map(({ tag, hides, isProtected, mayTurn }) => (
        <li key={tag}>
          <Badge tone={hides === undefined ? 'plain' : 'loud'}>
            <span lang="zxx">{tag}</span>
            {isProtected && <span>{` · ${text(mayTurn ? 'admin.item.protected' : 'admin.item.locked')}`}</span>}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
