import { serveTasks } from '#lib/threads/thread.server.ts';

import { readInboundMail } from './inbound-mail.server.ts';
import type { InboundMail } from './inbound-mail.server.ts';
import { MailFormError } from './mime.ts';

export interface MailTask {
  readonly source: Uint8Array<ArrayBuffer>;
  readonly from: string;
  /** Of our own Message-IDs. */
  readonly ownHost: string;
  /** Of whoever writes, where the mail says none. */
  readonly usualCharset: string | undefined;
}

/** The same for each of its receivers, or why none is to have it. */
export type MailReading = Omit<InboundMail, 'to'> | { readonly refusal: string };

async function read({ source, from, ownHost, usualCharset }: MailTask): Promise<MailReading> {
  try {
    return await readInboundMail(source, { from, to: '' }, ownHost, usualCharset);
  } catch (error) {
    if (error instanceof MailFormError) return { refusal: error.message };
    throw error;
  }
}

serveTasks(read, (reading) =>
  'refusal' in reading ? [] : [reading.source.buffer, ...reading.files.map(({ bytes }) => bytes.buffer)],
);
