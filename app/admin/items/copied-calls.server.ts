import { clientExample, requestExample } from '#app/api-docs/contract/request-examples.ts';
import type { Current } from '#app/current/current.server.ts';
import * as storage from '#app/storage/calls.ts';
import type { Crate } from '#app/storage/crates/crate.ts';
import { accessTo } from '#app/storage/crates/policy.ts';
import * as history from '#app/storage/history/calls.ts';

import { searchParameters } from './items-address.server.ts';
import type { ItemsRequest } from './items-address.server.ts';

interface CopiedCalls {
  readonly curl: string;
  readonly javascript: string;
  readonly client: string;
  /** Whether it is asked with the session of COOKIE, because not everybody sees the same. */
  readonly asSession: boolean;
}

/** What the list asks for, as programs ask for it. */
export function writeCalls(
  { config: { publicUrl } }: Current,
  { crateId, policy }: Crate,
  { given, query: { after, before }, isTrash }: Pick<ItemsRequest, 'given' | 'query' | 'isTrash'>,
): CopiedCalls {
  const { id, method, path } = isTrash ? history.listTrash : storage.findItems;
  const parameters = searchParameters(given);
  const asked = isTrash ? (parameters['limit'] === undefined ? {} : { limit: parameters['limit'] }) : parameters;
  const place = {
    ...(after !== undefined && { after }),
    ...(after === undefined && before !== undefined && { before }),
  };
  const everybody = accessTo(policy, 'list', { userId: undefined, role: 'public' }, false);
  const isPersonal = parameters['userIds']?.includes('@me') === true || parameters['permissionsOverride'] === 'true';
  const asSession = isTrash || isPersonal || !everybody.everything || everybody.hiddenTags.length > 0;
  const call = { method, path, takes: undefined, answers: [{ status: 200, description: '', shape: 'Item[]' }] };
  const sample = {
    credentials: asSession ? ('session' as const) : ('none' as const),
    params: { crateId },
    query: { ...asked, ...place },
    headers: {},
    status: 200,
  };
  return {
    curl: requestExample('curl', call, sample, publicUrl),
    javascript: requestExample('javascript', call, sample, publicUrl),
    client: clientExample(id, sample, publicUrl),
    asSession,
  };
}
