/** The lines that mail programs write around what they quote and below what somebody writes, in many languages. */

/** `On Mon, 23 Nov 2026, Pip <pip@example.org> wrote:` ends so. */
const WROTE =
  /(?:wrote|writes|schrieb(?: .{1,80})?|a écrit|escribió|ha scritto|escreveu|napisał(?:\(a\)|a)?|pisze|написал(?:\(а\)|а)?|пишет|пише|yazdı|のメール|書きました|작성|写道|寫道|schreef(?: .{1,80})?|skrev(?: .{1,80})?|kirjoitti|napsal(?:\(a\)|a)?|írta|wrote on .{1,40})\s?[:：]?$/iu;
/** And begins so, with the date in the next words. */
const BEGINS = /^(?:On|Am|Le|El|Il|In data|Em|W dniu|Dnia|Op|Den|På|Dne|Пн|Вт|Ср|Чт|Пт|Сб|Вс)[\s,.:](?=.{0,30}\d)/iu;
const DATE =
  /^[^\p{L}\d]{0,3}(?:\p{L}{2,12}[.,]{0,2} (?:de )?)?(?:\d{1,2}:\d\d(?: ?[AP]M)?,? \p{L}{3,9}\.? \d{1,2},? \d{4}|\d{4}\s?[年년./-]|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\.? (?:de )?\p{L}{3,12}\.?,? (?:de )?\d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4})/u;
const NAMED = /^[^<>@.!?。\d]{1,60}<?[^<>@\s]{1,80}@[^<>\s]{1,200}>?/u;
/** In the middle of a line, with the whole date. */
const INSIDE =
  /(?<=\S\s{1,3})(?:(?:On|Am|Le|El|Il|Em|W dniu|Dnia|Op)\s(?=[^.!?]{0,30}\d.{0,40}(?:\d{4}|\d:\d\d|@))|\d{4}年\d{1,2}月\d{1,2}日|\d{4}년 \d{1,2}월 \d{1,2}일)/gu;
/** Lines over which mail programs break one. */
const INTRODUCTION_LINES = 4;
/** Characters that are looked at of a line. */
const LOOKED_AT = 400;

/** Where the line that introduces a quote begins: in which of the lines above it, and at which of its characters. */
interface Introduction {
  /** How many lines it takes, from the last one. */
  readonly lines: number;
  /** Characters before it in the first of them, which are somebody's own. */
  readonly from: number;
}

/** @param above what stands above a quote, without empty lines, the nearest last */
export function findIntroduction(above: readonly string[]): Introduction | undefined {
  // What stands below one that has ended is none of it.
  const ended = above.slice(0, -1).findLastIndex((line) => WROTE.test(line.trim().slice(-LOOKED_AT)));
  const lines = above.slice(ended + 1).slice(-INTRODUCTION_LINES);
  if (!/(?:[:：>]|-{2,9})\s*$/.test(lines.at(-1)?.slice(-20) ?? '') || lines.some((line) => line.length > LOOKED_AT)) {
    return undefined;
  }
  const texts = lines
    .map((_, at) =>
      withoutDashes(
        lines
          .slice(at)
          .map((line) => line.trim())
          .join(' '),
      ),
    )
    .toReversed();
  const dated = texts.findIndex((text) => (BEGINS.test(text) || DATE.test(text)) && introduces(text));
  if (dated !== -1) return { lines: dated + 1, from: 0 };
  const named = texts.findIndex((text) => NAMED.test(text) && introduces(text));
  if (named !== -1) return { lines: named + 1, from: 0 };
  for (const [at, text] of texts.entries()) {
    const inside = [...text.matchAll(INSIDE)].at(-1)?.index;
    if (inside !== undefined && introduces(text.slice(inside)))
      return toIntroduction(lines.slice(-at - 1), inside, at + 1);
  }
  return /^[^\d.!?]{1,60}$/.test(texts[0] ?? '') &&
    WROTE.test(texts[0] ?? '') &&
    /^[\p{Lu}\p{Lo}].*[:：]$/u.test(texts[0] ?? '')
    ? { lines: 1, from: 0 }
    : undefined;
}

/** `---- On Tue, 22 Dec 2026 Pip wrote ----` */
function withoutDashes(text: string): string {
  return text.replace(/^-{2,9}\s?/, '').replace(/\s?-{2,9}$/, '');
}

/** When or who, and that they wrote; or both of them. */
function introduces(text: string): boolean {
  if (WROTE.test(text)) return /[\d@]/.test(text);
  return /\d/.test(text) && /@[^@]{1,200}[:：]$|<[^<>@\s]{1,80}@[^<>\s]{1,200}>$/.test(text);
}

function toIntroduction(lines: readonly string[], from: number, count: number): Introduction | undefined {
  const [first = ''] = lines;
  const indent = first.length - first.trimStart().length;
  return from < first.trim().length ? { lines: count, from: from + indent } : undefined;
}

const FIELD_NAMES = [
  'From',
  'Sent',
  'Date',
  'To',
  'Cc',
  'Subject',
  'Reply-To',
  'Von',
  'Gesendet',
  'Datum',
  'An',
  'Betreff',
  'De',
  'Envoyé',
  'À',
  'Objet',
  'Enviado',
  'Enviado el',
  'Enviada',
  'Enviada em',
  'Fecha',
  'Para',
  'Asunto',
  'Assunto',
  'Da',
  'Inviato',
  'Risposta',
  'A',
  'Oggetto',
  'Data',
  'Od',
  'Wysłano',
  'Wysłane',
  'Do',
  'DW',
  'Temat',
  'От',
  'Отправлено',
  'Кому',
  'Копия',
  'Тема',
  'Дата',
  'Kimden',
  'Gönderen',
  'Gönderildi',
  'Gönderme Tarihi',
  'Tarih',
  'Kime',
  'Bilgi',
  'Konu',
  '差出人',
  '送信者',
  '送信日時',
  '日時',
  '宛先',
  '件名',
  '보낸 사람',
  '보낸사람',
  '보낸 날짜',
  '날짜',
  '받는 사람',
  '받는사람',
  '제목',
  '发件人',
  '发送时间',
  '发送日期',
  '收件人',
  '抄送',
  '主题',
  '寄件者',
  '寄件日期',
  '傳送時間',
  '收件者',
  '副本',
  '主旨',
  '日期',
  '时间',
  'Van',
  'Verzonden',
  'Aan',
  'Onderwerp',
  'Från',
  'Skickat',
  'Till',
  'Ämne',
  'Fra',
  'Sendt',
  'Til',
  'Emne',
  'Dato',
  'Lähettäjä',
  'Lähetetty',
  'Vastaanottaja',
  'Aihe',
  'Odesláno',
  'Komu',
  'Předmět',
  'Importance',
  'Organization',
];
const FIELD = new RegExp(
  `^[\\s>|]{0,9}\\*{0,2}(?:${FIELD_NAMES.join('|')})\\s?\\*{0,2}\\s?[:：]\\*{0,2}(?:\\s|$|(?=[^\\s\\w]))`,
  'iu',
);

/** `Subject: Re: order`, as in the block above what Outlook and others quote. */
export function isField(line: string): boolean {
  return FIELD.test(line.slice(0, LOOKED_AT));
}

/** `-----Original Message-----`, `________________`, `==========`: alone it says nothing. */
export function isRule(line: string): boolean {
  return /^[\s*]{0,9}([-_*=~])(?:\1|\s){2,80}(?:[^-_*=~\n]{1,60}(?:[-_*=~]|\s){2,80})?$/u.test(
    line.slice(0, LOOKED_AT).trimEnd(),
  );
}

/** Of programs on phones, which put it below each mail: "from my phone" in all of them. */
const DEVICE_LINES = [
  /^(?:sent|envoyé|gesendet|enviado|enviada|inviato|inviata|verzonden|skickat|sendt|lähetetty|wysłan[eoya]|отправлено) (?:via|with|using|from|on|de|depuis|à partir|von|mit|über|aus|desde|da|dal|do|a partir|van|met|vanaf|från|fra|z|ze|из|с|со) [^.,!?;]{1,50}(?:[.,] {1,2}(?:please )?excuse [^.!?;]{1,40})?[.!]?$/iu,
  /^(?:get|obtenir|obtener|obtenha|holen sie sich|télécharger) outlook (?:for|für|pour|para|per) [\p{L} ]{1,20}$/iu,
  /^outlook (?:for|für|pour|para|per) (?:ios|android)[^.,!?;]{0,40}$/iu,
  /^(?:diese nachricht wurde )?von meinem [^.,!?;]{1,50} gesendet\.?$/iu,
  /^[^.,!?;]{1,40}['’]?(?:den|dan|ten|tan) gönderildi\.?$/iu,
  /^[^.,!?;。]{1,40}(?:から送信|에서 보냄)$/iu,
  /^(?:发自|發自)[^.,!?;。，]{1,40}$|^(?:从|從)我的[^.,!?;。，]{1,40}(?:发送|傳送|寄出)$/iu,
];

function isDeviceLine(line: string): boolean {
  if (line.length > 200) return false;
  const text = line
    .replaceAll(/[<(]?https?:\/\/[^\s>)]{1,200}[>)]?/g, '')
    .replaceAll(/^[\s*_[(<]{1,9}|\]|[\s*_)>]{1,9}$/g, '');
  return DEVICE_LINES.some((pattern) => pattern.test(text));
}

/** Lines of a signature, and characters of each. */
const [SIGNATURE_LINES, SIGNATURE_LINE] = [10, 100];

/**
 * Where the signature below what somebody has written begins.
 * @param lines up to a quote or the end @returns their number without one
 */
export function signatureAt(lines: readonly string[]): number {
  let end = lines.length;
  while (end > 0 && (isEmpty(lines[end - 1]) || isDeviceLine(lines[end - 1] ?? ''))) end -= 1;
  const first = Math.max(0, end - SIGNATURE_LINES - 1);
  const at = lines.slice(first, end).findLastIndex((line) => /^\s?(?:--|—|_{2,60}) ?$/.test(line));
  return at !== -1 && isSignature(lines.slice(first + at, end)) ? first + at : end;
}

function isEmpty(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** `-- ` begins one; without the space only where nobody says anything below it. Lists put a row of underscores. */
function isSignature([mark = '', ...lines]: readonly string[]): boolean {
  if (lines.some((line) => line.length > SIGNATURE_LINE)) return false;
  if (mark.includes('_')) return lines.some((line) => /mailing list|\/(?:listinfo|mailman)\//i.test(line));
  return mark.endsWith('-- ') || !lines.some((line) => line.length > 60 || /[.!?:;。！？…]\s*$/.test(line));
}
