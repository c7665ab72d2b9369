import type { TextKey } from '#app/current/locale.ts';
import type { Text } from '#lib/locale/messages.ts';

export function describeDevice(text: Text<TextKey>, browser: string, system: string): string {
  if (browser !== '' && system !== '') return text('mail.device.both', { browser, system });
  return browser || system || text('mail.device.unknown');
}
