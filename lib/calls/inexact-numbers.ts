/** So that nearly no JSON is looked through: 2^53 has 16 digits, and an exponent may make any. */
const MAY_BE_INEXACT = /\d{16}|\d[eE]/;
const EXACT = 'a number that JSON keeps: whole ones from -9007199254740991 to 9007199254740991';
const OF_NUMBERS = new Set('0123456789.eE+-');
/** Limits the answer to a value with thousands of them. */
const MAX_FIELDS = 20;
/** JSON of a text that no other value is: a null character is refused everywhere. */
const MARK = String.raw`"\u0000"`;

/**
 * The fields of JSON whose numbers would not be what was sent: whole ones beyond 2^53 - 1, and those that are infinite
 * here. A fraction or an exponent is of double precision anyway.
 * @param text storable JSON  @param whole the name of the value itself
 * @param takesOwn lets whole numbers be that come back digit by digit, as in an export of what was rounded long ago
 * @returns undefined without any
 */
export function findInexactNumbers(
  text: string,
  { whole, takesOwn = false }: { whole?: string; takesOwn?: boolean } = {},
): Record<string, string> | undefined {
  if (!MAY_BE_INEXACT.test(text)) return undefined;
  const marked = markInexact(text, (number) => isInexact(number) && !(takesOwn && String(Number(number)) === number));
  if (marked === text) return undefined;
  const fields: Record<string, string> = {};
  noteMarks(JSON.parse(marked), whole === undefined ? [] : [whole], fields);
  // Of two members of one name the last counts.
  return Object.keys(fields).length === 0 ? undefined : fields;
}

function markInexact(text: string, isMarked: (number: string) => boolean): string {
  const parts: string[] = [];
  let from = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character >= '0' && character <= '9') {
      const start = text[index - 1] === '-' ? index - 1 : index;
      while (OF_NUMBERS.has(text[index + 1] ?? '')) index += 1;
      if (!isMarked(text.slice(start, index + 1))) continue;
      parts.push(text.slice(from, start), MARK);
      from = index + 1;
    }
  }
  return parts.join('') + text.slice(from);
}

/** From here on numbers are written with an exponent, and read back as what they were. */
const MAX_DIGITS_ALONE = 1e21;

function isInexact(number: string): boolean {
  const size = Math.abs(Number(number));
  if (size <= Number.MAX_SAFE_INTEGER) return false;
  return !Number.isFinite(size) || size < MAX_DIGITS_ALONE || /^-?\d+$/.test(number);
}

function noteMarks(value: unknown, path: string[], fields: Record<string, string>): void {
  if (value === '\0') fields[path.join('.') || 'body'] = EXACT;
  if (typeof value !== 'object' || value === null) return;
  for (const name in value) {
    if (Object.keys(fields).length >= MAX_FIELDS) return;
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === 'number') continue;
    path.push(name);
    noteMarks(member, path, fields);
    path.pop();
  }
}
