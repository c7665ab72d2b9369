import { recordDevice } from '#app/accounts/devices.server.ts';
import { noteSecurityEvent } from '#app/accounts/security-log/security-log.server.ts';
import type { ConfirmationKind } from '#app/confirmations/confirmation-kind.server.ts';
import { createConfirmation, redeemByToken } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { endDeviceKey } from '#app/delegation/keys.server.ts';
import { newDeviceMail } from '#app/login/new-device.mail.tsx';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';

const END_DEVICE = 'devices.end';
/** The link in the mail works for a week, as that about a browser. */
const END_MINUTES = 7 * 24 * 60;

interface DeviceSignIn {
  readonly userId: string;
  readonly passId: string;
  readonly game: string;
  readonly platform: string | null;
  readonly deviceHash: Buffer;
}

/** In the transaction of its key: the log has it, and of a device that is new to the account a mail tells, by which it can be ended. */
export async function noteDeviceSignIn(current: Current, signIn: DeviceSignIn): Promise<void> {
  const { userId, passId, game, platform, deviceHash } = signIn;
  await noteSecurityEvent(current, userId, 'deviceSignIn', { name: game });
  if (!(await recordDevice(current, userId, deviceHash))) return;
  const details = { passId, game, ...(platform !== null && { platform }) };
  const confirmation = { kind: END_DEVICE, userId, details, minutes: END_MINUTES };
  const confirmationId = await createConfirmation(current, confirmation);
  const payload = { confirmationId, browser: game, system: platform ?? '', at: current.now().toISOString() };
  await sendMailLater(current, newDeviceMail, payload, { key: `new-device.${confirmationId}` });
}

interface EndDetails {
  readonly passId: string;
  readonly game: string;
  readonly platform?: string;
}

/** Ends the key of a device by the link of the mail about it. */
export const endDeviceConfirmation: ConfirmationKind = {
  kind: END_DEVICE,
  async describe(_current, { details }) {
    const { game, platform } = details as EndDetails;
    const texts = ['login.end.text', 'login.end.more'] as const;
    const device = [game, platform].filter(Boolean).join(', ');
    return { title: 'login.end.title', texts, submit: 'login.end.submit', values: { device } };
  },
  confirm(current, token) {
    return inTransaction(current, async (current) => {
      const confirmation = await redeemByToken(current, token, END_DEVICE);
      if (confirmation?.userId === undefined) return undefined;
      await endDeviceKey(current, confirmation.userId, (confirmation.details as EndDetails).passId);
      return { done: 'login.end.done' as const };
    });
  },
};
