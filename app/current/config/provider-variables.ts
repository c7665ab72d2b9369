import * as z from 'zod/mini';

const filled = z.optional(z.string().check(z.minLength(1, 'some text')));

/** A provider without any of its variables is not offered. */
export const ProviderVariables = {
  GOOGLE_CLIENT_ID: filled,
  GOOGLE_CLIENT_SECRET: filled,
  APPLE_CLIENT_ID: filled,
  APPLE_TEAM_ID: filled,
  APPLE_KEY_ID: filled,
  APPLE_PRIVATE_KEY: filled,
  MICROSOFT_CLIENT_ID: filled,
  MICROSOFT_CLIENT_SECRET: filled,
  MICROSOFT_TENANT: z._default(
    z.string().check(z.regex(/^[\w.-]+$/, 'common, consumers, organizations or the id of a tenant')),
    'common',
  ),
  DISCORD_CLIENT_ID: filled,
  DISCORD_CLIENT_SECRET: filled,
  TWITCH_CLIENT_ID: filled,
  TWITCH_CLIENT_SECRET: filled,
  EPIC_CLIENT_ID: filled,
  EPIC_CLIENT_SECRET: filled,
  STEAM_SIGN_IN: z._default(z.enum(['on', 'off'], 'on or off'), 'off'),
};

export const REQUIRED_VARIABLES = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  apple: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  microsoft: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  discord: ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'],
  twitch: ['TWITCH_CLIENT_ID', 'TWITCH_CLIENT_SECRET'],
  epic: ['EPIC_CLIENT_ID', 'EPIC_CLIENT_SECRET'],
} as const;

export type PresetName = keyof typeof REQUIRED_VARIABLES;
