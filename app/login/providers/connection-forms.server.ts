import type { Current } from '#app/current/current.server.ts';

import { disconnect, showConnection } from './connections.server.ts';

/** What the forms of the list of connections mean, by their field `intent`. Connecting itself begins at the provider's page. */
export const connectionIntents: Record<string, (current: Current, form: FormData) => Promise<unknown>> = {
  'connections.remove': (current, form) => disconnect(current, field(form, 'platform')),
  'connections.show': (current, form) => showConnection(current, field(form, 'platform'), true),
  'connections.hide': (current, form) => showConnection(current, field(form, 'platform'), false),
};

function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
