import { expect } from 'vitest';

import { BASE_URL } from './visitor.ts';

export interface MailboxLetter {
  text: string;
  /** Six digits, or nothing. */
  code: string;
  /** The path of the page that its link opens, or nothing. */
  path: string;
}

/** A mail that has been read is not the one that is waited for. */
const read = new Set<string>();

/** The next mail to an address that has these words, as the site shows what it would have sent. */
export async function letterTo(address: string, words: string): Promise<MailboxLetter> {
  const found: MailboxLetter[] = [];
  const look = async () => {
    const letters = await lettersTo(address);
    found.push(...letters.filter(({ text }) => text.includes(words) && !read.has(text)));
    return found.length;
  };
  await expect.poll(look, { interval: 250, message: `a mail to ${address} with “${words}”` }).toBeGreaterThan(0);
  const [letter = { text: '', code: '', path: '' }] = found;
  read.add(letter.text);
  return letter;
}

async function lettersTo(address: string): Promise<MailboxLetter[]> {
  const html = await (await fetch(new URL('/dev/mail', BASE_URL))).text();
  // Only the newest is unfolded: with its tag a letter would be another one as soon as the next has come.
  const letters = html
    .split(/<details[^>]*>/)
    .slice(1)
    .map(textOf);
  return letters
    .filter((text) => text.includes(`To ${address} `))
    .map((text) => {
      const [code = ''] = /(?<![\d#])\d{6}(?!\d)/.exec(text) ?? [];
      const [path = ''] = /\/confirmation\/[\w.-]+/.exec(text) ?? [];
      return { text, code, path };
    });
}

function textOf(html: string): string {
  const plain = html.replaceAll(/<!--.*?-->/g, '').replaceAll(/<[^>]+>/g, ' ');
  return plain.replaceAll('&#x27;', "'").replaceAll(/\s+/g, ' ');
}
