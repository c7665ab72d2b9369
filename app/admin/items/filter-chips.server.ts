import type { NamedPerson } from '../person-link.tsx';
import type { FilterChip } from './item-columns.ts';
import { itemsAddress } from './items-address.server.ts';
import type { ItemsRequest } from './items-address.server.ts';

const LISTS = {
  tags: 'tag',
  names: 'name',
  itemIds: 'item',
  userIds: 'person',
  dates: 'date',
  stats: 'stat',
  q: 'word',
} as const;

/** Each term of a search, also of a parameter that is wrong. */
export function listChips(
  crateId: string,
  { given, errors }: Pick<ItemsRequest, 'given' | 'errors'>,
  toPerson: (userId: string) => NamedPerson,
): FilterChip[] {
  const without = (name: string, value?: string) => {
    const { [name]: _, ...others } = given;
    return itemsAddress(crateId, value === undefined || value === '' ? others : { ...others, [name]: value });
  };
  const lists = Object.entries(LISTS).flatMap(([name, kind]): FilterChip[] => {
    const value = given[name];
    if (value === undefined) return [];
    if (Object.hasOwn(errors, name)) return [{ kind: 'wrong', value: `${name}=${value}`, to: without(name) }];
    const separator = name === 'q' ? /\s+/ : /\s*,\s*/;
    const terms = value.split(separator).filter((term) => term !== '');
    return terms.map((term, at) => {
      const others = terms.filter((_, other) => other !== at);
      return Object.assign(toChip(kind, term, toPerson), { to: without(name, others.join(name === 'q' ? ' ' : ',')) });
    });
  });
  const single = (['sort', 'permissionsOverride', 'limit', 'trash', 'columns'] as const).flatMap(
    (name): FilterChip[] => {
      const value = given[name];
      if (value === undefined) return [];
      const to = without(name);
      if (Object.hasOwn(errors, name)) return [{ kind: 'wrong', value: `${name}=${value}`, to }];
      if (name === 'sort') return [{ kind: 'sort', value, to }];
      return name === 'permissionsOverride' && value === 'true' ? [{ kind: 'override', value, to }] : [];
    },
  );
  return [...lists, ...single];
}

function toChip(
  kind: (typeof LISTS)[keyof typeof LISTS],
  term: string,
  toPerson: (userId: string) => NamedPerson,
): Pick<FilterChip, 'kind' | 'value'> {
  if (kind === 'tag' && term.startsWith('-')) return { kind: 'withoutTag', value: term.slice(1) };
  return { kind, value: kind === 'person' && term !== '@me' ? toPerson(term).name : term };
}
