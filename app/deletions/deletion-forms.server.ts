import { redirect } from 'react-router';

import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { KEPT_CHOICES } from '#app/current/kept-choice.ts';
import { problemAt } from '#lib/problem.ts';

import { requestAddressLink } from './addresses.server.ts';
import { DELETION_PATH } from './deletion.ts';
import { askDeletion, undoDeletion } from './deletions.server.ts';
import { notUnderstood } from './problems.ts';

export const DELETION_INTENTS: FormIntents = {
  'deletions.ask': {
    least: 'authenticated',
    run: async (current, fields) => {
      if (!fields.has('understood')) throw problemAt('understood', notUnderstood);
      await askDeletion(
        current,
        KEPT_CHOICES.filter((choice) => fields.raw(choice) === 'keep'),
      );
      return redirect(`${DELETION_PATH}?state=asked`);
    },
  },
  'deletions.undo': {
    least: 'public',
    run: async (current) => {
      await undoDeletion(current);
      return redirect(`${DELETION_PATH}?state=undone`);
    },
  },
};

export const ADDRESS_INTENTS: FormIntents = {
  'deletions.address': {
    least: 'public',
    text: 'deletions.address.sent',
    run: (current, fields) => requestAddressLink(current, fields.raw('email')),
  },
};
