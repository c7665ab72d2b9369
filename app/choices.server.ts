import type { ChoiceCatalog } from './choices/choice.server.ts';
import { zone } from './choices/zone.server.ts';
import { moveDigests } from './notifications/mails/digest-plans.server.ts';
import { digestDay, digestHour, quietFrom, quietUntil } from './notifications/mails/mail-times.server.ts';

/** In the order in which a page asks for them. */
export const choiceCatalog: ChoiceCatalog = {
  choices: [zone, digestHour, digestDay, quietFrom, quietUntil],
  afterChange: moveDigests,
};
