import { redirect } from 'react-router';

import { NO_CHANGE } from '#app/current/answer.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { ROLES } from '#app/current/role.ts';
import { STAGES } from '#app/current/stage.ts';
import { games } from '#content/games.ts';

import { forgetDecision } from '../people.server.ts';
import type { ProjectSettings } from '../project.ts';
import { changeProject, createProject } from '../projects.server.ts';
import { addWebhook, deleteWebhook, resend, switchWebhook, tryWebhook } from '../webhooks/webhooks.server.ts';
import { addStatus, changeStatus, deleteStatus } from './own-statuses.server.ts';

/** @param inLocale the path under the locale of the page */
export function settingsIntents(inLocale: (path: string) => string): FormIntents {
  return {
    'feedbag.createProject': {
      least: 'staff',
      audit: 'feedback.project',
      run: async (current, fields) => {
        const projectId = fields.text('projectId');
        await createProject(current, { projectId, name: fields.raw('name') });
        return redirect(inLocale(`/feedbag/${projectId}/settings`), 303);
      },
    },
    'feedbag.addStatus': {
      least: 'staff',
      audit: 'feedback.status',
      text: 'feedbag.settings.statusAdded',
      run: (current, fields) => addStatus(current, readStatus(fields)),
    },
    'feedbag.changeStatus': {
      least: 'staff',
      audit: 'feedback.status',
      text: 'feedbag.settings.saved',
      run: (current, fields) => changeStatus(current, fields.text('statusId'), readStatus(fields)),
    },
    'feedbag.deleteStatus': {
      least: 'staff',
      audit: 'feedback.status',
      text: 'feedbag.settings.statusDeleted',
      run: (current, fields) => deleteStatus(current, fields.text('statusId')),
    },
    'feedbag.forgetDecision': {
      least: 'staff',
      audit: 'feedback.person',
      unaudited: NO_CHANGE,
      text: 'feedbag.settings.forgotten',
      run: (current, fields) => forgetDecision(current, fields.text('userId')),
    },
  };
}

function readStatus(fields: FormFields) {
  const [isOpen, isOnRoadmap] = [fields.has('isOpen'), fields.has('isOnRoadmap')];
  return { name: fields.raw('name'), colour: fields.text('colour'), isOpen, isOnRoadmap };
}

export function projectIntents(projectId: string): FormIntents {
  return {
    'feedbag.saveProject': {
      least: 'staff',
      audit: 'feedback.project',
      text: 'feedbag.settings.saved',
      run: (current, fields) => changeProject(current, readSettings(projectId, fields)),
    },
  };
}

export const gameChoices = games.map(({ slug, name }) => ({ slug, name }));

function readSettings(projectId: string, fields: FormFields): ProjectSettings {
  const number = (name: string) => (/^\d{1,6}$/.test(fields.text(name)) ? Number(fields.text(name)) : 0);
  const checked = fields.all('stages');
  return {
    projectId,
    name: fields.raw('name'),
    about: fields.raw('about'),
    welcome: fields.raw('welcome'),
    template: fields.raw('template'),
    place: number('place'),
    rev: number('rev'),
    game: games.find(({ slug }) => slug === fields.text('game'))?.slug,
    // Whoever sends something else shows it to nobody new.
    leastRole: ROLES.find((role) => role === fields.text('leastRole')) ?? 'staff',
    stages: STAGES.filter((stage) => checked.includes(stage)),
    isModerated: fields.has('isModerated'),
    takesAnonymous: fields.has('takesAnonymous'),
  };
}

export function webhookIntents(projectId: string): FormIntents {
  return {
    'feedbag.addWebhook': {
      least: 'staff',
      audit: 'feedback.webhook',
      run: async (current, fields) => {
        const secret = await addWebhook(current, projectId, { url: fields.raw('url'), events: fields.all('events') });
        return { text: 'feedbag.webhooks.added', result: { secret } };
      },
    },
    'feedbag.switchWebhook': {
      least: 'staff',
      audit: 'feedback.webhook',
      unaudited: NO_CHANGE,
      text: 'feedbag.settings.saved',
      run: (current, fields) => switchWebhook(current, projectId, fields.text('webhookId'), fields.text('on') === 'on'),
    },
    'feedbag.deleteWebhook': {
      least: 'staff',
      audit: 'feedback.webhook',
      text: 'feedbag.webhooks.deleted',
      run: (current, fields) => deleteWebhook(current, projectId, fields.text('webhookId')),
    },
    'feedbag.tryWebhook': {
      least: 'staff',
      audit: 'feedback.tryWebhook',
      text: 'feedbag.webhooks.tried',
      run: (current, fields) => tryWebhook(current, projectId, fields.text('webhookId')),
    },
    'feedbag.resend': {
      least: 'staff',
      audit: 'feedback.resend',
      text: 'feedbag.webhooks.resent',
      run: (current, fields) => resend(current, projectId, fields.text('webhookId'), fields.text('deliveryId')),
    },
  };
}
