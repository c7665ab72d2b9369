import { redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { getText } from '#app/current/locale.ts';
import { ownPath } from '#app/current/return-route.ts';

import { joinNewsletters, mailPreferences } from './joining.server.ts';
import { DEFAULT_SUBSCRIPTION, NEWSLETTERS } from './newsletter.ts';
import {
  blockNewsletters,
  changeAddress,
  changePreferences,
  eraseReader,
  leaveNewsletters,
  rejoinNewsletter,
  unblockNewsletters,
} from './preferences.server.ts';
import { getSubscription } from './subscribers.server.ts';

/** @param token of an issue's link, by which somebody without an account is known */
export function telegramIntents(token: string | undefined): FormIntents {
  return { ...JOINING, ...listIntents(token), ...readerIntents(token) };
}

const JOINING: FormIntents = {
  signUp: {
    least: 'public',
    run: async (current, fields) => {
      const chosen = fields.all('subscribe');
      const returnTo = fields.has('returnTo') ? ownPath(fields.text('returnTo')) : undefined;
      await joinNewsletters(current, {
        subscriptions: chosen.length > 0 || fields.has('chosen') ? chosen : [DEFAULT_SUBSCRIPTION],
        email: fields.text('email'),
        zone: fields.text('zone'),
        returnTo,
      });
      const isSignedIn = current.actor.userId !== undefined;
      if (isSignedIn && returnTo !== undefined) return redirect(returnTo);
      return { text: isSignedIn ? 'telegrams.page.requestedByAccount' : 'telegrams.page.requestedByEmail' };
    },
  },
  'telegrams.link': {
    least: 'public',
    text: 'newsletters.preferences.mailed',
    run: (current, fields) => mailPreferences(current, fields.text('email')),
  },
};

function listIntents(token: string | undefined): FormIntents {
  return {
    'telegrams.leave': {
      least: 'public',
      run: async (current, fields) => {
        const id = fields.text('subscription');
        await leaveNewsletters(current, token, id);
        return {
          text: 'newsletters.preferences.left',
          values: { name: await getNewsletterName(current, id) },
          undo: { intent: 'telegrams.rejoin', fields: { subscription: id } },
        };
      },
    },
    'telegrams.rejoin': {
      least: 'public',
      run: async (current, fields) => {
        const id = fields.text('subscription');
        await rejoinNewsletter(current, token, id);
        return { text: 'newsletters.preferences.joined', values: { name: await getNewsletterName(current, id) } };
      },
    },
    'telegrams.leaveAll': {
      least: 'public',
      text: 'newsletters.preferences.leftAll',
      run: (current) => leaveNewsletters(current, token),
    },
  };
}

function readerIntents(token: string | undefined): FormIntents {
  return {
    'telegrams.change': {
      least: 'public',
      text: 'newsletters.preferences.changed',
      run: async (current, fields) => {
        const named = ['minDays', 'pauseMonths', 'locale'].filter((name) => fields.has(name));
        await changePreferences(current, token, Object.fromEntries(named.map((name) => [name, fields.text(name)])));
      },
    },
    'telegrams.move': {
      least: 'public',
      text: 'newsletters.preferences.moving',
      run: (current, fields) => changeAddress(current, token, fields.text('email')),
    },
    'telegrams.block': {
      least: 'public',
      run: async (current) => {
        await blockNewsletters(current, token);
        return { text: 'newsletters.preferences.blocked', undo: { intent: 'telegrams.unblock', fields: {} } };
      },
    },
    'telegrams.unblock': {
      least: 'public',
      text: 'newsletters.preferences.unblocked',
      run: (current) => unblockNewsletters(current, token),
    },
    'telegrams.erase': {
      least: 'public',
      text: 'newsletters.preferences.erased',
      run: (current) => eraseReader(current, token),
    },
  };
}

async function getNewsletterName(current: Current, id: string): Promise<string> {
  return (await getText(current.locale))(NEWSLETTERS[getSubscription(id)].name);
}
