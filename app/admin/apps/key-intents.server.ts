import { redirect } from 'react-router';
import * as z from 'zod/mini';

import { APP_KEY_ANSWERS } from '#app/apps/answers.server.ts';
import { CallsPerMinute, NewAppKey, Rotation } from '#app/apps/app-key.ts';
import { identifyAppKey, limitAppKey, revokeAppKey } from '#app/apps/app-keys.server.ts';
import { createAppKey, rotateAppKey } from '#app/apps/new-keys.server.ts';
import { brokenKey, endedLongAgo } from '#app/apps/problems.ts';
import { shareRights } from '#app/current/answer.server.ts';
import { atField } from '#app/current/forms/answer-form.server.ts';
import type { FormIntent, FormIntents } from '#app/current/forms/answer-form.server.ts';
import { inLocale } from '#app/current/locale.ts';
import type { LocaleParams } from '#app/current/locale.ts';
import { NEW_KEY } from '#app/delegation/key.ts';
import { isProblem } from '#lib/problem.ts';

import { readScopes } from './key-fields.ts';

const REVOKE: FormIntent = {
  ...shareRights(APP_KEY_ANSWERS.revoke),
  text: 'admin.apps.keyRevoked',
  run: (current, fields) => revokeAppKey(current, fields.text('keyId')),
};

/** Of the page of one app. */
export function newKeyIntents(appId: string): FormIntents {
  return {
    'apps.createKey': {
      ...shareRights(APP_KEY_ANSWERS.create),
      run: async (current, fields) => {
        const wanted = fields.parse(NewAppKey, {
          appId,
          name: fields.text('name'),
          scopes: readScopes(Object.keys(fields.typed())),
          days: toNumber(fields.text('days')),
          callsPerMinute: toNumber(fields.text('callsPerMinute')),
        });
        return { result: await createAppKey(current, wanted), next: NEW_KEY };
      },
    },
    'apps.revokeKey': REVOKE,
  };
}

/** Of the page of one key. */
export function keyIntents(keyId: string): FormIntents {
  return {
    'apps.revokeKey': REVOKE,
    'apps.rotateKey': {
      ...shareRights(APP_KEY_ANSWERS.rotate),
      run: async (current, fields) => {
        const { overlapHours } = fields.parse(Rotation, { overlapHours: toNumber(fields.text('overlapHours')) });
        return { result: await rotateAppKey(current, keyId, overlapHours), next: NEW_KEY };
      },
    },
    'apps.limitKey': {
      least: 'admin',
      audit: 'appKey.limit',
      text: 'admin.apps.limitChanged',
      run: async (current, fields) => {
        const typed = { callsPerMinute: toNumber(fields.text('callsPerMinute')) };
        const { callsPerMinute } = fields.parse(z.object({ callsPerMinute: CallsPerMinute }), typed);
        await limitAppKey(current, keyId, callsPerMinute);
      },
    },
  };
}

export function foundKeyIntents(params: LocaleParams): FormIntents {
  return {
    'apps.findKey': {
      least: 'admin',
      unaudited: 'It changes nothing: it leads to the key.',
      run: async (current, fields) => {
        // The field that is never sent back to a page.
        const found = fields.text('code');
        const { appId, keyId } = await atField('code', identifyAppKey(current, found), (refusal) =>
          isProblem(refusal, brokenKey, endedLongAgo),
        );
        return redirect(inLocale(params, `/admin/apps/${appId}/keys/${keyId}?found`), 303);
      },
    },
  };
}

/** Null for nothing; not a number for what is none, which its schema refuses. */
function toNumber(typed: string): number | null {
  return typed === '' ? null : Number(typed);
}
