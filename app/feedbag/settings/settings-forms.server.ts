import { redirect } from 'react-router';

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
    'feedbag.createProject': async (current, fields) => {
      const projectId = fields.text('projectId');
      await createProject(current, { projectId, name: fields.raw('name') });
      return redirect(inLocale(`/feedbag/${projectId}/settings`), 303);
    },
    'feedbag.addStatus': async (current, fields) => {
      await addStatus(current, statusOf(fields));
      return { text: 'feedbag.settings.statusAdded' };
    },
    'feedbag.changeStatus': async (current, fields) => {
      await changeStatus(current, fields.text('statusId'), statusOf(fields));
      return { text: 'feedbag.settings.saved' };
    },
    'feedbag.deleteStatus': async (current, fields) => {
      await deleteStatus(current, fields.text('statusId'));
      return { text: 'feedbag.settings.statusDeleted' };
    },
    'feedbag.forgetDecision': async (current, fields) => {
      await forgetDecision(current, fields.text('userId'));
      return { text: 'feedbag.settings.forgotten' };
    },
  };
}

function statusOf(fields: FormFields) {
  const [isOpen, isOnRoadmap] = [fields.has('isOpen'), fields.has('isOnRoadmap')];
  return { name: fields.raw('name'), colour: fields.text('colour'), isOpen, isOnRoadmap };
}

export function projectIntents(projectId: string): FormIntents {
  return {
    'feedbag.saveProject': async (current, fields) => {
      await changeProject(current, settingsOf(projectId, fields));
      return { text: 'feedbag.settings.saved' };
    },
  };
}

export const gameChoices = games.map(({ slug, name }) => ({ slug, name }));

function settingsOf(projectId: string, fields: FormFields): ProjectSettings {
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
    'feedbag.addWebhook': async (current, fields) => {
      const secret = await addWebhook(current, projectId, { url: fields.raw('url'), events: fields.all('events') });
      return { text: 'feedbag.webhooks.added', result: { secret } };
    },
    'feedbag.switchWebhook': async (current, fields) => {
      await switchWebhook(current, projectId, fields.text('webhookId'), fields.text('on') === 'on');
      return { text: 'feedbag.settings.saved' };
    },
    'feedbag.deleteWebhook': async (current, fields) => {
      await deleteWebhook(current, projectId, fields.text('webhookId'));
      return { text: 'feedbag.webhooks.deleted' };
    },
    'feedbag.tryWebhook': async (current, fields) => {
      await tryWebhook(current, projectId, fields.text('webhookId'));
      return { text: 'feedbag.webhooks.tried' };
    },
    'feedbag.resend': async (current, fields) => {
      await resend(current, projectId, fields.text('webhookId'), fields.text('deliveryId'));
      return { text: 'feedbag.webhooks.resent' };
    },
  };
}
