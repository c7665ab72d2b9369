import { createHash } from 'node:crypto';

const FRAMES = 4;

/**
 * Alike for errors that say the same at the same place, whatever numbers and names they say it about, and across
 * releases, whose files have other names. @returns hex, as PostgreSQL writes `bytea`
 */
export function fingerprintOf(message: string, trace: string): string {
  const frames = trace.split('\n').filter((line) => /^\s*at\s|@/.test(line));
  const parts = [message, ...frames.slice(0, FRAMES)].map(withoutParticulars);
  return `\\x${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)}`;
}

function withoutParticulars(text: string): string {
  return text
    .replaceAll(/https?:\/\/[^\s/]+/g, '')
    .replaceAll(/-[\w-]{8}(?=\.js\b)/g, '')
    .replaceAll(/"[^"]*"|'[^']*'/g, '""')
    .replaceAll(/\d+/g, '0')
    .trim();
}
