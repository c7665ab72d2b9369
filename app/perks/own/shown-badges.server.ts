import * as z from 'zod/mini';

import type { Choice } from '#app/choices/choice.server.ts';

/** Whether others see the badges of somebody on their page. */
export const showsBadges: Choice = {
  name: 'showsBadges',
  schema: z.literal(['yes', 'no']),
  fallback: 'no',
  pages: ['/account/settings'],
  title: 'settings.shown.badges',
  options: (text) => [
    { value: 'yes', label: text('settings.shown.everyone') },
    { value: 'no', label: text('settings.shown.nobody') },
  ],
};
