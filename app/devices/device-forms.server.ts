import { atField } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { Problem } from '#lib/problem.ts';

import { approveDevice, denyDevice, findDeviceRequest } from './codes/decisions.server.ts';
import { DECIDED, REQUEST } from './device-page.ts';

const isOfCode = ({ code }: Problem) => code.startsWith('devices.');

export const DEVICE_INTENTS: FormIntents = {
  'devices.find': {
    least: 'authenticated',
    run: async (current, fields) => {
      const typed = fields.text('userCode');
      return { result: await atField('userCode', findDeviceRequest(current, typed), isOfCode), next: REQUEST };
    },
  },
  'devices.approve': {
    least: 'authenticated',
    run: async (current, fields) => {
      await atField('userCode', approveDevice(current, fields.text('userCode')), isOfCode);
      return { result: 'approved', next: DECIDED };
    },
  },
  'devices.deny': {
    least: 'authenticated',
    run: async (current, fields) => {
      await atField('userCode', denyDevice(current, fields.text('userCode')), isOfCode);
      return { result: 'denied', next: DECIDED };
    },
  },
};
