import * as z from 'zod/mini';

import { Details, MaybeText, MaybeTime, NO_UUID, Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { listParticipantIds } from '#app/threads/readers.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const contact: PersonalRows = {
  name: 'contact',
  title: 'exports.part.contact',
  of: ['contact_submissions.user_id', 'contact_submissions.email', 'contact_submissions.participant_id'],
  schema: z.object({
    subjectId: z.string(),
    topic: z.string(),
    title: z.string(),
    facts: Details,
    locale: z.string(),
    name: z.string(),
    email: MaybeText,
    state: z.string(),
    createdAt: Time,
    lastAt: Time,
    closedAt: MaybeTime,
  }),
  find: findBy<{ subjectId: string }>(
    (person, after) => sql`
      select subject_id as "subjectId", topic, title, facts, locale, name, email, state, created_at as "createdAt", last_at as "lastAt", closed_at as "closedAt"
      from contact_submissions where (user_id = ${person.userId} or participant_id = any(${listParticipantIds(person)}::text[])) and subject_id > ${after?.subjectId ?? NO_UUID} order by subject_id`,
  ),
};

const deskViews: PersonalRows = {
  name: 'desk-views',
  title: 'exports.part.deskViews',
  of: ['contact_views.user_id'],
  schema: z.object({ slot: z.number(), name: z.string(), query: z.string() }),
  find: findBy<{ slot: number }>(
    ({ userId }, after) => sql`
      select slot, name, query
      from contact_views where user_id = ${userId} and slot > ${after?.slot ?? -1} order by slot`,
  ),
};

export const contactRows = {
  addresses: { contact_forwards: ['email'], contact_submissions: ['email', 'participant_id'] },
  personalRows: [contact, deskViews],
  withheld: {
    'contact_forwards.email': 'others',
    'contact_forwards.sent_by': 'staff',
    'contact_macros.updated_by': 'staff',
    'contact_submissions.assigned_user_id': 'staff',
    'contact_turns.assigned_user_id': 'staff',
  },
} satisfies PersonalData;
