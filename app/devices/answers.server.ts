import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { readCountry } from '#app/telemetry/visits/client-facts.server.ts';

import * as calls from './calls.ts';
import { redeemDeviceCode, requestDeviceCode } from './codes/device-codes.server.ts';

export const deviceAnswers: SiteAnswer[] = [
  answer(
    calls.requestCode,
    async (current: Current, { body, request }) => ({
      status: 201,
      data: await requestDeviceCode(current, body, readCountry(current.config, request.headers)),
    }),
    { body: { appId: 'levelhead', platform: 'switch', installation: '0b5c1f7e2d0b5c1f7e2d' } },
  ),
  answer(
    calls.redeemCode,
    async (current: Current, { body }) => {
      const data = await redeemDeviceCode(current, body.deviceCode);
      return { status: 'key' in data ? 200 : 202, data };
    },
    { body: { deviceCode: 'rumpus_device_0b5c1f7e2d' }, status: 410 },
  ),
];
