import { toDeliveryFailure, reasonOfRefusals, reasonOfWords, statusIn, withoutAccents } from '../refusal.ts';
import type { DeliveryFailure, SmtpReply } from '../refusal.ts';

/** A mail that may tell people that one of ours did not arrive. */
export interface FailureMail {
  readonly headers: readonly { readonly key: string; readonly value: string }[];
  readonly subject: string | undefined;
  /** Empty for what nobody may answer. */
  readonly from: string;
  readonly text: string;
}

const DAEMON =
  /mailer[-_ ]?daemon|post ?master|mail ?(?:delivery|administrator|system)|delivery (?:sub)?system|\bmta\b|\bmmdf\b|bounce|mail ?router/i;
const FAILED = new RegExp(
  [
    'undeliver|not (?:be )?deliver|non[- ]?deliver|deliver\\w* (?:status|has )?(?:notification )?\\(?(?:fail|problem|error)|(?:fail|problem|error|unable)\\w*[ :]*(?:\\S+ ){0,3}(?:deliver|mail|notice)',
    "return(?:ed|ing) (?:mail|e-?mail|message|to sender)|mail (?:delivery )?(?:fail|error)|message (?:status|error)|could(?: not|n't) (?:be )?(?:deliver|send|sent)|bounced|rejected|delivery (?:report|status)|user unknown|unknown user|unzustellbar|nicht zugestellt|non remis|echec|no se (?:puede|pudo|ha podido)|no entregad|non recapitat|mancata consegna|nao (?:foi )?entregue|falha|onbestelbaar|niet worden afgeleverd|nie (?:zosta|moz)|недостав|не доставлен|配信|送信できません|届け|退信|退件|系统退信|无法投递|실패|반송",
  ].join('|'),
  'i',
);
const LATE =
  /warning message only|do not need to resend|(?:will|still) (?:be )?(?:retr|tr[yi]|keep)|not yet been delivered|(?:has been|is) delayed|delivery (?:is |was )?(?:temporarily )?(?:delayed|suspended)|message will be retried|no action is required/i;
const LATE_SUBJECT = /\bdelay|^warning\b|still being retried/i;
const ARRIVED =
  /successful(?:ly)? (?:mail )?deliver|(?:was|been) (?:successfully )?(?:delivered|relayed) (?:to|successfully)|\bread:|read receipt|was displayed/i;
const AWAY =
  /^\s*multipart\/report\b.*disposition-notification|vacation|out[- ]of[- ](?:the )?office|auto(?:matic)?[- ]?(?:re(?:ply|sponse)|answer)|abwesen/i;

/** Characters of a header that are read, and of the beginning of a text. */
const MAX_LINE = 1000;

/** Of a mail without parts for programs. Notes of people who are away go to the return path as well, and reports of delays. */
export function kindOfText({ headers, subject: title = '', from, text }: FailureMail): 'failure' | 'other' | 'none' {
  const readHeader = (name: string) => (headers.find(({ key }) => key === name)?.value ?? '').slice(0, MAX_LINE);
  const subject = title.slice(0, MAX_LINE);
  const words = withoutCopy(text);
  if (AWAY.test(readHeader('content-type')) || AWAY.test(subject) || LATE_SUBJECT.test(subject)) return 'none';
  if (LATE.test(words) || ARRIVED.test(subject)) return 'none';
  const start = from === '' ? words.slice(0, MAX_LINE) : '';
  if (DAEMON.test(readHeader('from')) || FAILED.test(withoutAccents(`${subject}\n${start}`))) {
    return ARRIVED.test(words) ? 'none' : 'failure';
  }
  return /^\s*no\b|^$/i.test(readHeader('auto-submitted')) ? 'other' : 'none';
}

export function failureOfText({ text, subject = '' }: Pick<FailureMail, 'text' | 'subject'>): DeliveryFailure {
  const words = withoutCopy(text);
  const [reason, refusal] = reasonOfRefusals(refusalsIn(words), words);
  return toDeliveryFailure(reason ?? reasonOfWords(subject), refusal);
}

/** How many answers of servers are read in a text, and characters of each. */
const [MAX_REFUSALS, MAX_REFUSAL] = [12, 600];
const EARLY =
  /\b(?:after|like our|in reply to) (?:pipelined )?(?:mail from|initial connection|ehlo|helo)\b|>>> mail from:[^\n]*\n\s*<<< [45]/i;

/** An answer goes on over lines of the same code. */
const nextRefusal = (code: string) =>
  new RegExp(
    `\\n[ \\t\\r]*\\n|\\n[ \\t]*(?:>>>|\\.\\.\\. while|(?:<<< )?(?!${code.replaceAll(/\D/g, '.')}[ -])\\d{3}[ -])`,
  );

/** What servers said in their conversation, each up to the next. */
export function refusalsIn(text: string): SmtpReply[] {
  // Nothing was said of the receiver by then.
  const early = EARLY.exec(text);
  if (early) return [{ status: '5.1.8', words: text.slice(early.index, early.index + MAX_REFUSAL) }];
  const starts = [
    ...text.matchAll(/(?<![\w.-])(?:[45]\d\d[ -](?=\D|[45]\.)|#?[45]\.\d{1,3}\.\d{1,3}(?![\d.]))/g),
  ].slice(0, MAX_REFUSALS);
  return starts.map(({ index }) => {
    const [words = ''] = text.slice(index, index + MAX_REFUSAL).split(nextRefusal(text.slice(index, index + 3)), 1);
    return { status: statusIn(words), words };
  });
}

/** Where the copy of our mail begins. */
const COPY =
  /^[ \t>]*(?:[-=_*+]{2,} ?(?:[^\n]{0,60}\b(?:copy|original|unsent|returned|undelivered|message (?:header|text|follows)|headers?|body of)\b)|[^\n]{0,40}\b(?:original message (?:follows|header|text|is)|message headers? follow|(?:a )?copy of (?:the|your) (?:original )?(?:message|mail))\b|(?:received|return-path|dkim-signature|x-originating-ip|message-id|mime-version): )/im;

/** Characters of a mail for people among which the reason stands. */
const MAX_TEXT = 16_000;

export function withoutCopy(text: string): string {
  const start = text.slice(0, MAX_TEXT);
  const at = start.search(COPY);
  return at > 0 ? start.slice(0, at) : start;
}
