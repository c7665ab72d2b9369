import { isUtf8 } from 'node:buffer';

/** The text of a header in UTF-8, percent-encoded or raw, of which Node makes Latin-1. @returns undefined for other bytes */
export function decodeHeader(value: string): string | undefined {
  const bytes = Buffer.from(value, 'latin1');
  if (!isUtf8(bytes)) return undefined;
  try {
    return decodeURIComponent(bytes.toString());
  } catch {
    return undefined;
  }
}
