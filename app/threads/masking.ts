/** What a message must not keep: numbers of cards, and what opens accounts. */
export interface MaskedText {
  readonly text: string;
  readonly count: number;
}

const SECRETS = [
  // One without an end is masked as far as a key goes, so that no part of a text is looked at for two of them.
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^]{0,8000}?-----END [A-Z ]{0,40}PRIVATE KEY-----|[^]{0,8000})/g,
  // JSON web tokens, which begin where no other could have begun, and the keys of well-known services.
  /(?<![\w-])eyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{8,1000}\b/g,
  /\b(?:ghp|gho|ghs|github_pat|glpat|xox[abp]|sk_live|rk_live)[_-][\w-]{16,255}\b/g,
  /\bAKIA[A-Z\d]{16}\b/g,
];
const NAMED_SECRET =
  /\b(password|passwort|passcode|pwd|api[ _-]?key|secret|cvv|cvc)(\s{0,3}(?:is|[:=])\s{0,3})(\S{3,200})/gi;
/** Not within a longer number or word, such as an order. */
const CARD = /(?<![\w.-])(?:\d[ -]?){12,18}\d(?![\w-])/g;

/** Before a text is stored. Every pattern is bounded, because its input is untrusted. */
export function maskSecrets(text: string): MaskedText {
  let count = 0;
  const mask = (shown: string) => {
    count += 1;
    return shown;
  };
  let masked = text;
  for (const pattern of SECRETS) masked = masked.replaceAll(pattern, () => mask('••••'));
  masked = masked.replaceAll(NAMED_SECRET, (_, name: string, between: string) => mask(`${name}${between}••••`));
  masked = masked.replaceAll(CARD, (found) => (isCard(found) ? mask(`•••• ${extractDigits(found).slice(-4)}`) : found));
  return { text: masked, count };
}

/** By the check digit that cards have (ISO/IEC 7812). */
function isCard(found: string): boolean {
  const digits = extractDigits(found);
  if (/^(\d)\1+$/.test(digits) || !/^[2-6]/.test(digits)) return false;
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

function extractDigits(text: string): string {
  return text.replaceAll(/\D/g, '');
}
