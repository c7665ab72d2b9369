import { redirect } from 'react-router';
import * as z from 'zod/mini';

import { deleteApp } from '#app/apps/app-deletion.server.ts';
import { Name } from '#app/apps/app-key.ts';
import { NewApp } from '#app/apps/app.ts';
import {
  addOrigin,
  archiveApp,
  createApp,
  removeOrigin,
  renameApp,
  restoreApp,
  takeOverApp,
} from '#app/apps/apps.server.ts';
import { appTaken, notAnOrigin, tooManyOrigins } from '#app/apps/problems.ts';
import { NO_CHANGE } from '#app/current/answer.server.ts';
import { atField } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { inLocale } from '#app/current/locale.ts';
import type { LocaleParams } from '#app/current/locale.ts';
import { allowDeviceClient, endDeviceClient } from '#app/devices/clients/clients.server.ts';
import { isProblem } from '#lib/problem.ts';

import { newKeyIntents } from './key-intents.server.ts';

export function listIntents(params: LocaleParams): FormIntents {
  return {
    'apps.create': {
      least: 'admin',
      audit: 'app.create',
      run: async (current, fields) => {
        const wanted = fields.parse(NewApp);
        await atField('appId', createApp(current, wanted), (refusal) => isProblem(refusal, appTaken));
        return redirect(inLocale(params, `/admin/apps/${wanted.appId}`), 303);
      },
    },
  };
}

/** Of the page of one app. */
export function appIntents(params: LocaleParams & { readonly appId: string }): FormIntents {
  const { appId } = params;
  return {
    ...newKeyIntents(appId),
    'apps.rename': {
      least: 'admin',
      audit: 'app.rename',
      text: 'admin.apps.renamed',
      run: async (current, fields) => renameApp(current, appId, fields.parse(z.object({ name: Name })).name),
    },
    'apps.takeOver': {
      least: 'admin',
      audit: 'app.takeOver',
      text: 'admin.apps.tookOver',
      run: (current) => takeOverApp(current, appId),
    },
    ...originIntents(appId),
    ...deviceIntents(appId),
    'apps.archive': {
      least: 'admin',
      audit: 'app.archive',
      text: 'admin.apps.archivedNow',
      run: (current) => archiveApp(current, appId),
    },
    'apps.restore': {
      least: 'admin',
      audit: 'app.restore',
      text: 'admin.apps.restored',
      run: (current) => restoreApp(current, appId),
    },
    'apps.delete': {
      least: 'admin',
      audit: ['app.delete', 'approval.ask'],
      run: async (current) => {
        if ((await deleteApp(current, appId)) !== undefined) return { text: 'admin.done.asked' };
        return redirect(inLocale(params, '/admin/apps?list=archived'), 303);
      },
    },
  };
}

function originIntents(appId: string): FormIntents {
  return {
    'apps.addOrigin': {
      least: 'admin',
      audit: 'app.addOrigin',
      unaudited: NO_CHANGE,
      run: async (current, fields) => {
        const typed = fields.text('origin');
        const origin = await atField('origin', addOrigin(current, appId, typed), (refusal) =>
          isProblem(refusal, notAnOrigin, tooManyOrigins),
        );
        return { text: 'admin.apps.originAdded', values: { origin } };
      },
    },
    'apps.removeOrigin': {
      least: 'admin',
      audit: 'app.removeOrigin',
      unaudited: NO_CHANGE,
      text: 'admin.apps.originRemoved',
      run: (current, fields) => removeOrigin(current, appId, fields.text('origin')),
    },
  };
}

function deviceIntents(appId: string): FormIntents {
  return {
    'apps.allowDevices': {
      least: 'admin',
      audit: 'deviceClient.allow',
      text: 'admin.apps.devicesAllowed',
      run: (current, fields) => allowDeviceClient(current, appId, fields.all('permission')),
    },
    'apps.endDevices': {
      least: 'admin',
      audit: 'deviceClient.end',
      unaudited: NO_CHANGE,
      text: 'admin.apps.devicesEnded',
      run: (current) => endDeviceClient(current, appId),
    },
  };
}
