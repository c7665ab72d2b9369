import * as z from 'zod/mini';

import { AppId } from '#app/apps/app-key.ts';
import type { PermissionId } from '#app/delegation/permissions.ts';
import { PLATFORMS } from '#content/platforms.ts';

export const CODE_LENGTH = 8;
export const CODE_MINUTES = 10;
/** Between two questions of a device, at first. */
export const POLL_SECONDS = 5;

const MAX_GIVEN = 128;

/** What nobody knows is no error, so that a game that is newer than its site gets an answer. */
export const NewDeviceCode = z.object({
  appId: AppId,
  platform: z.optional(z.string().check(z.maxLength(MAX_GIVEN))),
  installation: z.optional(z.string().check(z.minLength(16), z.maxLength(MAX_GIVEN))),
});
export type NewDeviceCode = z.output<typeof NewDeviceCode>;

/** Shown this once. */
export const DeviceCode = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  address: z.string(),
  filledAddress: z.string(),
  qr: z.array(z.string()),
  expiresAt: z.iso.datetime(),
  pollSeconds: z.number(),
});
export type DeviceCode = z.output<typeof DeviceCode>;

export const DeviceCodeProof = z.object({ deviceCode: z.string().check(z.minLength(1), z.maxLength(MAX_GIVEN)) });

export const WaitingDevice = z.object({ pollSeconds: z.number() });
export type WaitingDevice = z.output<typeof WaitingDevice>;

/** Shown this once. */
export const DeviceKey = z.object({
  key: z.string(),
  passId: z.string(),
  userId: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
  expiresAt: z.iso.datetime(),
});
export type DeviceKey = z.output<typeof DeviceKey>;

/** What somebody is to say yes or no to, with where it comes from, so that they notice a code that somebody sent them. */
export interface DeviceRequest {
  readonly userCode: string;
  readonly game: string;
  readonly platform: string | null;
  /** In two letters, where a proxy of ours knows it. */
  readonly country: string | null;
  readonly isFromHere: boolean;
  readonly askedAt: Date;
  readonly permissions: readonly PermissionId[];
  /** Whether to approve it wants a fresh sign-in, which is not there. */
  readonly needsProof: boolean;
}

/** The name of a platform as people know it, however it was spelled. */
export function findPlatform(given: string | undefined): string | undefined {
  const name = given?.toLowerCase().replaceAll(/[ _-]/g, '');
  return PLATFORMS.find((one) => one.toLowerCase().replaceAll(' ', '') === name || ALIASES[name ?? ''] === one);
}

/** What announcements call them. */
const ALIASES: Readonly<Record<string, (typeof PLATFORMS)[number]>> = { mac: 'macOS', switch: 'Nintendo Switch' };
