import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';

import * as calls from './calls.ts';
import { createKey, getOwnKey, listKeys, revokeKey } from './keys.server.ts';
import { KEY_PERMISSIONS, OPEN_PERMISSION_IDS } from './permissions.ts';

export const delegationAnswers: SiteAnswer[] = [
  answer(calls.getOwnKey, async (current: Current) => ({ data: getOwnKey(current) })),
  answer(calls.listOptions, async (current: Current) => ({ data: await listOptions(current) })),
  answer(calls.listKeys, async (current: Current) => ({ data: await listKeys(current) })),
  answer(
    calls.createKey,
    async (current: Current, { body }) => ({
      status: 201,
      data: await createKey(current, body),
    }),
    { body: { name: 'My tool', permissions: ['rumpus-items-read'], days: 30 } },
  ),
  answer(calls.revokeKey, async (current: Current, { params }) => {
    await revokeKey(current, params.passId);
    return { status: 204 };
  }),
];

async function listOptions({ locale }: Current): Promise<{ id: string; name: string; description: string }[]> {
  const text = await getText(locale);
  return OPEN_PERMISSION_IDS.map((id) => {
    const { name, description } = KEY_PERMISSIONS[id];
    return { id, name: text(name), description: text(description) };
  });
}
