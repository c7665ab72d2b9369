import * as z from 'zod/mini';

import type { FormFields } from '#app/current/forms/form-fields.ts';
import { isLocale } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { Problem } from '#lib/problem.ts';

import { MAX_BODY_LENGTH, MAX_NAME_LENGTH, MAX_SUBJECT_LENGTH } from '../campaigns/campaign.ts';
import type { IssueTexts } from '../campaigns/campaign.ts';
import { invalidPreference } from '../problems.ts';

export const IssueName = z
  .string('It needs a name.')
  .check(z.trim(), z.minLength(1, 'It needs a name.'), z.maxLength(MAX_NAME_LENGTH));

const Subject = z.string().check(z.trim(), z.maxLength(MAX_SUBJECT_LENGTH), z.regex(/^\P{Cc}*$/u, 'One line.'));

export const IssueDraft = z.object({
  name: IssueName,
  locale: z.string(),
  subject: Subject,
  otherSubject: z.optional(Subject),
  body: z.string().check(z.maxLength(MAX_BODY_LENGTH)),
  rev: z.coerce.number(),
});

/** The text of the one language that a form is about; none for an empty form. @throws Problem 400 */
export function toIssueTexts({ locale, subject, otherSubject = '', body }: z.infer<typeof IssueDraft>): IssueTexts {
  if (!isLocale(locale)) throw new Problem(invalidPreference);
  if (subject === '' && body.trim() === '') return {};
  return { [locale]: { subject, body, ...(otherSubject !== '' && { otherSubject }) } };
}

/** @throws Problem 400 */
export function localeField(fields: FormFields): Locale {
  const locale = fields.text('locale');
  if (!isLocale(locale)) throw new Problem(invalidPreference);
  return locale;
}
