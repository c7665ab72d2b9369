import { accountBanned } from '#app/accounts/problems.ts';
import { call } from '#app/current/call.ts';
import { tooManyKeys } from '#app/delegation/problems.ts';

import { DeviceCode, DeviceCodeProof, DeviceKey, NewDeviceCode, WaitingDevice } from './device.ts';
import { denied, noClient, over, slowDown, used } from './problems.ts';

export const requestCode = call({
  id: 'devices.requestCode',
  method: 'POST',
  path: '/api/login/device/codes',
  least: 'public',
  summary:
    'A game on a device without a keyboard asks for a code to show. The player opens the address anywhere else, signs in there and types it. Needs no key.',
  body: { json: NewDeviceCode, maxBytes: 1024 },
  success: [{ status: 201, description: 'The code, for ten minutes.', data: DeviceCode }],
  problems: [noClient],
});

export const redeemCode = call({
  id: 'devices.redeemCode',
  method: 'POST',
  path: '/api/login/device/keys',
  least: 'public',
  summary:
    'The game asks, every `pollSeconds`, whether the player has said yes, and gets a delegation key of theirs, once.',
  body: { json: DeviceCodeProof, maxBytes: 1024 },
  success: [
    { status: 200, description: 'They have: the key. This answer is the only one that holds it.', data: DeviceKey },
    { status: 202, description: 'Not yet. Ask again after so many seconds.', data: WaitingDevice },
  ],
  problems: [slowDown, denied, over, used, accountBanned, tooManyKeys],
});
