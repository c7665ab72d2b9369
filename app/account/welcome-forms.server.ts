import { redirect } from 'react-router';

import { endWelcome } from '#app/accounts/welcome.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { telegramIntents } from '#app/telegrams/telegram-forms.server.ts';

import { ALIAS_INTENTS } from './account-forms.server.ts';

/** @param returnTo where the welcome leads on to */
export function welcomeIntents(returnTo: string): FormIntents {
  const { signUp } = telegramIntents(undefined);
  return {
    ...ALIAS_INTENTS,
    ...(signUp && { signUp }),
    'welcome.end': {
      least: 'authenticated',
      run: async (current) => {
        await endWelcome(current);
        return redirect(returnTo);
      },
    },
  };
}
