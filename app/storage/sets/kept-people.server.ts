import { findKeptIds } from '#app/accounts/merged-ids.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';

import { getCrate } from '../crates/crates.server.ts';

const SIDES: Readonly<Record<'owner' | 'member', SetField[]>> = {
  owner: ['owner', 'owners'],
  member: ['member', 'members'],
};

/** Where a side of a set is people, the Lookup Codes of merged accounts stand there for those of the accounts that were kept. */
export function withKeptPeople(answer: SiteAnswer): SiteAnswer {
  return {
    ...answer,
    run: async (current, input) => {
      const params = input.params as SetParams;
      const { sets = {} } = (await getCrate(current, params.crateId)).policy;
      const { people = ['owner'] } = sets[params.set] ?? {};
      const fields = people.flatMap((side) => SIDES[side]);
      const query = (input.query ?? {}) as Partial<SetParams>;
      const named = [params, query].flatMap((part) => fields.flatMap((field) => listIds(part[field])));
      const kept = await findKeptIds(current, named);
      if (kept.size === 0) return answer.run(current, input);
      const change = (part: Partial<SetParams>) => {
        const known = fields.filter((field) => part[field] !== undefined);
        return { ...part, ...Object.fromEntries(known.map((field) => [field, changeIds(part[field], kept)])) };
      };
      return answer.run(current, { ...input, params: change(params), query: change(query) });
    },
  };
}

type SetField = 'owner' | 'owners' | 'member' | 'members';

interface SetParams extends Partial<Record<SetField, IdField>> {
  readonly crateId: string;
  readonly set: string;
}

/** In a path some are separated by commas. */
type IdField = string | readonly string[] | undefined;

function listIds(ids: IdField): readonly string[] {
  return typeof ids === 'string' ? ids.split(',') : (ids ?? []);
}

function changeIds(ids: IdField, kept: ReadonlyMap<string, string>): IdField {
  const changed = listIds(ids).map((id) => kept.get(id) ?? id);
  return typeof ids === 'string' ? changed.join(',') : changed;
}
