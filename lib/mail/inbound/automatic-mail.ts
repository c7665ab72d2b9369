/** What has written a mail that no person wrote to us: `vacation` only says that nobody reads now, or that something arrived. */
export type MailProgram = 'program' | 'vacation';

interface MailHead {
  readonly headers: readonly { readonly key: string; readonly value: string }[];
  readonly subject?: string | undefined;
}

/**
 * By RFC 3834 and what programs wrote before it: ticket systems, lists and groups pass on what people write, so theirs is not
 * out of the way. @param from of the envelope: empty for what nobody may answer @returns undefined for what a person has sent
 */
export function detectMailProgram({ headers, subject = '' }: MailHead, from: string): MailProgram | undefined {
  const readHeader = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const [submitted = 'no', precedence = ''] = [readHeader('auto-submitted'), readHeader('precedence')];
  const isVacation =
    VACATION.test(subject.slice(0, 200)) ||
    /^auto[-_]replied\b/.test(submitted) ||
    /^auto[-_]reply\b/.test(precedence) ||
    /^multipart\/report\b/.test(readHeader('content-type') ?? '') ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponse', 'x-ms-exchange-inbox-rules-loop'].some((name) =>
      readHeader(name),
    );
  if (isVacation) return 'vacation';
  const isProgram =
    !/^no\b/.test(submitted) ||
    /^(?:bulk|junk|list)\b/.test(precedence) ||
    ['list-id', 'x-loop', 'feedback-id'].some((name) => readHeader(name));
  if (isProgram) return 'program';
  // Programs that say no more than that they want no such answer themselves.
  return from === '' || /\b(?:all|oof|autoreply)\b/.test(readHeader('x-auto-response-suppress') ?? '')
    ? 'vacation'
    : undefined;
}

/** How their subjects begin, in the languages of the site and some more. */
const VACATION = new RegExp(
  `^\\s{0,9}(?:${[
    'auto(?:matic)?[- ]?(?:reply|response|replied)',
    'out of (?:the )?office',
    'away from (?:the|my) (?:office|mail)',
    'vacation (?:reply|notice)',
    'automatische (?:antwort|e-?mail)',
    'abwesenheit',
    'außer haus',
    'ich bin (?:im urlaub|abwesend)',
    'nicht im büro',
    'respuesta autom[aá]tica',
    'fuera de la oficina',
    'ausente',
    'r[eé]ponse automatique',
    'absence du bureau',
    "message d['’]absence",
    'risposta automatica',
    'fuori (?:ufficio|sede)',
    'autom(?:atyczna)? odpowied[zź]',
    'odpowied[zź] automatyczna',
    'poza biurem',
    'resposta autom[aá]tica',
    'fora do escrit[oó]rio',
    'aus[eê]ncia',
    'автоматический ответ',
    'автоответ',
    'нет на месте',
    'otomatik (?:yan[ıi]t|cevap)',
    'ofis d[ıi][sş][ıi]',
    '自動(?:応答|返信|回覆|答覆)',
    '不在(?:通知|のお知らせ)',
    '休暇',
    '부재\\s?중',
    '자동\\s?(?:회신|응답|답장)',
    '自动(?:答复|回复)',
    '外出',
    '不在办公室',
    '不在辦公室',
    '休假',
    'automatisch antwoord',
    'afwezig',
    'automatiskt svar',
    'frånvaro',
    'automatisk svar',
    'fraværende',
    'automaattinen vastaus',
  ].join('|')})`,
  'iu',
);
