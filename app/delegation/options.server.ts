import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';

import { KEY_PERMISSIONS, PERMISSION_IDS } from './permissions.ts';

interface Option {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** What a key may be allowed, in the asker's locale. */
export async function listOptions(current: Current): Promise<Option[]> {
  const text = await getText(current.locale);
  return PERMISSION_IDS.map((id) => {
    const { name, description } = KEY_PERMISSIONS[id];
    return { id, name: text(name), description: text(description) };
  });
}
