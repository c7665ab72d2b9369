import { undoEmailConfirmation, verifyEmailConfirmation } from '#app/accounts/emails/email-confirmations.server.ts';
import { recoverConfirmation } from '#app/accounts/recovery/recovery-confirmation.server.ts';
import type { ConfirmationKind } from '#app/confirmations/confirmation-kind.server.ts';
import { revokeKeysSince } from '#app/delegation/keys.server.ts';
import { deleteAddressConfirmation } from '#app/deletions/addresses.server.ts';
import { endDeviceConfirmation } from '#app/devices/codes/device-notice.server.ts';
import { exportConfirmation } from '#app/exports/by-mail/confirmations.server.ts';
import { endSessionConfirmation } from '#app/login/sessions/end-session.server.ts';
import { signInConfirmation } from '#app/login/sign-ins/sign-in-confirmation.server.ts';
import { joinConfirmation, moveConfirmation } from '#app/telegrams/confirmations.server.ts';

export const confirmationKinds: readonly ConfirmationKind[] = [
  signInConfirmation,
  endSessionConfirmation,
  endDeviceConfirmation,
  verifyEmailConfirmation,
  recoverConfirmation,
  undoEmailConfirmation(revokeKeysSince),
  joinConfirmation,
  moveConfirmation,
  exportConfirmation,
  deleteAddressConfirmation,
];
