import threadUrl from 'thread:#lib/mail/inbound/inbound-mail-thread.server.ts';

import type { Current } from '#app/current/current.server.ts';
import { consumePoints } from '#app/current/limits.server.ts';
import type { Locale } from '#app/current/locale.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { ByteBudget } from '#lib/mail/inbound/byte-budget.ts';
import type { MailReading, MailTask } from '#lib/mail/inbound/inbound-mail-thread.server.ts';
import type { InboundMail } from '#lib/mail/inbound/inbound-mail.server.ts';
import { listenForMail } from '#lib/mail/inbound/smtp-listener.server.ts';
import type { MailListener, MailOutcome, SmtpEnvelope } from '#lib/mail/inbound/smtp-listener.server.ts';
import { Problem } from '#lib/problem.ts';
import { ThreadPool } from '#lib/threads/thread-pool.server.ts';

export interface InboundDelivery extends InboundMail {
  /** Handed over by a provider that the operator has given a key. */
  readonly isTrusted: boolean;
}

export interface InboundMailHandler {
  /** Whether also what programs send, which nobody may answer. */
  readonly acceptsAutomatic: boolean;
  readonly knows: (current: Current, address: string) => boolean;
  /** Of whoever writes to an address, where that is known: old mail programs do not tell their charset. */
  readonly findLocale?: (current: Current, address: string) => Promise<Locale | undefined>;
  /** Has kept it when it is done. Again for the same mail, whose sender was not told. @throws Problem 429 for what is to come again */
  handle(current: Current, mail: InboundDelivery): Promise<void>;
}

/** Bytes: four files of 5 MB, in base64 with 78 of them for 57, and a megabyte of words. */
export const MAX_MAIL_BYTES = Math.ceil((4 * 5 * 2 ** 20 * 78) / 57) + 2 ** 20;

/** From one address, or the network of one household. A mail costs a point, and one more for each megabyte. */
const PER_CLIENT = { name: 'inbound mails of a client', points: 60, seconds: 60 };
/** To one of our addresses; feedback loops send all complaints to the same. */
const PER_RECEIVER = { name: 'inbound mails to a receiver', points: 120, seconds: 600 };

/** One more mail to a receiver. */
export async function admitsReceiver(current: Current, address: string): Promise<boolean> {
  return (await consumePoints(current, address.toLowerCase(), PER_RECEIVER)).allowed;
}

/** As many of the largest mails are held at once that came by HTTP, and from one address. */
const [LARGEST_HELD, LARGEST_HELD_OF_ONE] = [4, 2];
const createHeld = () => new ByteBudget(LARGEST_HELD * MAX_MAIL_BYTES, LARGEST_HELD_OF_ONE * MAX_MAIL_BYTES);

/** The share of a caller by HTTP, to be closed. */
export function holdMail({ db, address }: Current): ReturnType<ByteBudget['open']> {
  return db.processState.get(createHeld).open(callerKey(address ?? ''));
}

interface Receiver {
  readonly to: string;
  readonly handler: InboundMailHandler;
}

/**
 * Reads a mail beside all else and gives it to each receiver.
 * @param source is taken over @throws what a handler throws, and the mail is to come again
 */
export async function handleMail(
  current: Current,
  receivers: readonly Receiver[],
  source: Uint8Array<ArrayBuffer>,
  { from, isTrusted }: { readonly from: string; readonly isTrusted: boolean },
): Promise<MailOutcome> {
  const [first] = receivers;
  const locale = await first?.handler.findLocale?.(current, first.to);
  const usualCharset = locale === undefined ? undefined : USUAL_CHARSETS[locale];
  // Small buffers of Node share theirs with others.
  const own = source.length === source.buffer.byteLength ? source : new Uint8Array(source);
  const task = { source: own, from, ownHost: new URL(current.config.mainUrl).hostname, usualCharset };
  const reading = await sharedReaders(current).run(task, { transfer: [own.buffer] });
  if (reading === 'busy') return 'busy';
  if (reading === 'too much' || 'refusal' in reading) {
    const reason = reading === 'too much' ? reading : reading.refusal;
    current.log.info({ reason }, 'a mail that arrived was refused');
    return 'refused';
  }
  for (const { to, handler } of receivers) {
    // What a program sends to people ends here: it would come again and again if it were refused.
    if (reading.isAutomatic && !handler.acceptsAutomatic) current.log.info('a mail that arrived was left aside');
    else if (!(await isHandled(handler.handle(current, { ...reading, to, isTrusted })))) return 'busy';
  }
  return 'kept';
}

/** False where somebody has too much at this time. */
async function isHandled(handling: Promise<void>): Promise<boolean> {
  try {
    await handling;
    return true;
  } catch (refusal) {
    if (refusal instanceof Problem && refusal.status === 429) return false;
    throw refusal;
  }
}

/** Of programs that do not tell theirs. */
const USUAL_CHARSETS: Partial<Record<Locale, string>> = {
  'ja-JP': 'shift_jis',
  'ko-KR': 'euc-kr',
  'zh-TW': 'big5',
  'zh-CN': 'gb18030',
  'ru-RU': 'windows-1251',
  'pl-PL': 'windows-1250',
  'tr-TR': 'windows-1254',
};

/** One thread, which reads the largest mail within a second. */
const LIMITS = { threads: 1, milliseconds: 10_000, megabytes: 192, waiting: 20 };

const createReaders = (): { pool?: ThreadPool<MailTask, MailReading> } => ({});

/** One for each process, which stops with it. */
function sharedReaders({ db, closing, log }: Current): ThreadPool<MailTask, MailReading> {
  const readers = db.processState.get(createReaders);
  if (readers.pool === undefined) {
    const onFailure = (reason: string) => log.warn({ reason }, 'a mail was too much to read');
    const pool = new ThreadPool<MailTask, MailReading>({ url: threadUrl, name: 'mail', limits: LIMITS, onFailure });
    closing.addEventListener('abort', () => void pool.close(), { once: true });
    readers.pool = pool;
  }
  return readers.pool;
}

/** undefined where `INBOUND_SMTP_PORT` is not set. */
export async function listenForMails(
  current: () => Current,
  handlers: readonly InboundMailHandler[],
  host: string,
): Promise<MailListener | undefined> {
  const { config, log } = current();
  if (config.INBOUND_SMTP_PORT === undefined || config.INBOUND_DOMAIN === undefined) return undefined;
  const findHandler = (address: string) => handlers.find(({ knows }) => knows(current(), address));
  const listReceivers = ({ to }: SmtpEnvelope): Receiver[] =>
    to.flatMap((address) => {
      const handler = findHandler(address);
      return handler === undefined ? [] : [{ to: address, handler }];
    });
  const admitsClient = async (client: string, cost = 1) =>
    (await consumePoints(current(), client, PER_CLIENT, cost)).allowed;
  return listenForMail({
    host,
    port: config.INBOUND_SMTP_PORT,
    name: config.INBOUND_DOMAIN,
    size: MAX_MAIL_BYTES,
    relays: config.INBOUND_RELAYS,
    admitsClient,
    knows: (address) => findHandler(address) !== undefined,
    admitsReceiver: (address) => admitsReceiver(current(), address),
    take: async (source, envelope) => {
      const megabytes = Math.floor(source.length / 2 ** 20);
      if (envelope.client !== undefined && !(await admitsClient(envelope.client, megabytes))) return 'busy';
      return handleMail(current(), listReceivers(envelope), source, { from: envelope.from, isTrusted: false });
    },
    onError: (err) => log.warn({ err }, 'a mail that arrived could not be taken'),
  });
}
