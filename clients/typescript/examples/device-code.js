/**
 * Signs a player in on a device without a keyboard: it shows a code and its QR code, the player says yes anywhere else, and the
 * game gets a key of theirs. Keep that like a saved game, and ask for another one when a call answers 401.
 *
 * @param {import('../src/client.d.ts').RumpusClient} rumpus
 * @param {{ appId: string, platform?: string, installation?: string }} game `installation` is made once by chance and kept secret
 * @param {(code: import('../src/calls.d.ts').DeviceCode) => void} show draws `userCode`, `address` and `qr`; again for each new code
 * @param {{ signal?: AbortSignal, wait?: (seconds: number) => Promise<void> }} [options]
 * @returns {Promise<import('../src/calls.d.ts').DeviceKey | undefined>} undefined when the player has said no
 */
export async function signInByCode(rumpus, game, show, { signal, wait = sleep } = {}) {
  for (;;) {
    const { data: code } = await rumpus.ask('devices.requestCode', { body: game }, { signal });
    show(code);
    const answer = await waitForKey(rumpus, code, { signal, wait });
    if (answer !== 'over') return answer;
  }
}

async function waitForKey(rumpus, { deviceCode, pollSeconds }, { signal, wait }) {
  for (let seconds = pollSeconds; ;) {
    await wait(seconds);
    signal?.throwIfAborted();
    try {
      const { status, data } = await rumpus.ask('devices.redeemCode', { body: { deviceCode } }, { signal });
      if (status === 200) return data;
      seconds = data.pollSeconds;
    } catch (error) {
      if (error.code === 'devices.denied') return undefined;
      if (error.code === 'devices.over' || error.code === 'devices.used') return 'over';
      if (error.code === 'devices.slowDown') seconds += 5;
      // Without a network the code goes on; any other refusal is final.
      else if (error.status !== undefined && error.status < 500) throw error;
    }
  }
}

function sleep(seconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });
}
