import { describeObject } from '#lib/calls/meanings.server.ts';
import type { Meanings } from '#lib/calls/meanings.server.ts';

import { DeviceCode, DeviceKey, WaitingDevice } from './device.ts';

const AT = '2026-12-01T08:10:00.000Z';

export const deviceMeanings: Meanings = {
  parameters: {
    'devices appId': 'The game, by the id of its app, such as levelhead.',
    'devices platform':
      'What the player sees it asks from: windows, mac, linux, switch, xbox, playstation, android, ios or steam-deck.',
    'devices installation':
      'An id of 16 to 128 characters that the game makes once by chance and keeps secret. A device that the player has let in by it before needs no fresh sign-in of theirs, and its new key takes the place of the one before.',
    'devices deviceCode': 'The code that the device alone has. It is shown to nobody.',
  },
  objects: [
    describeObject('DeviceCode', 'What a device shows to let a player sign in elsewhere.', DeviceCode, {
      deviceCode: { about: 'To ask for the key with. It stays on the device.', sample: 'rumpus_device_0b5c1f7e2d' },
      userCode: { about: 'To be shown: eight letters, in two groups.', sample: 'BCDF-GHJK' },
      address: {
        about: 'To be shown: where the player types the letters.',
        sample: 'https://www.example.com/login/device',
      },
      filledAddress: {
        about: 'The same with the letters filled in, for a QR code. Whoever opens it has approved nothing.',
        sample: 'https://www.example.com/login/device?code=BCDF-GHJK',
      },
      qr: {
        about: 'The QR code of `filledAddress`, row by row: 1 is dark. It wants a light margin of four modules.',
        sample: ['1111111', '1000001', '1011101'],
      },
      expiresAt: { about: 'When it stops working.', sample: AT },
      pollSeconds: { about: 'How long to wait before each question for the key.', unit: 'seconds', sample: 5 },
    }),
    describeObject('WaitingDevice', 'That the player has not decided yet.', WaitingDevice, {
      pollSeconds: { about: 'How long to wait before the next question.', unit: 'seconds', sample: 5 },
    }),
    describeObject('DeviceKey', 'The key of a player for one game on one device.', DeviceKey, {
      key: {
        about: 'To be sent as Rumpus-Delegation-Key. Keep it like a saved game, and show it to nobody.',
        sample: 'rumpus_key_0b5c1f7e2d',
      },
      passId: { about: 'The key, by its id, which is no secret.', sample: '0193a5c0-9a41-7d52-8e07-1b2c3d4e5f60' },
      userId: { about: 'The Lookup Code of the player.', sample: 'pl4yer' },
      name: { about: 'What the player finds it by among their keys.', sample: 'Levelhead (Nintendo Switch)' },
      permissions: { about: 'The ids of what it may do.', sample: ['rumpus-account-read'] },
      expiresAt: { about: 'When it ends, unless the player ends it before.', sample: AT },
    }),
  ],
};
