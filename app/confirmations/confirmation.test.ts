import { describe, expect, test } from 'vitest';

import { CODE_PATTERN, MAX_TYPED_CODE, readCode } from './confirmation.ts';

describe.each([
  ['with blanks', ' 196 490 '],
  ['with hyphens of any kind', '196-490'],
  ['with a dash', '19–64–90'],
  ['with words before it', 'Code: 196490'],
  ['as a line of the mail', 'Your code is 196490.'],
  ['in full width', '１９６４９０'],
  ['with characters that nobody sees', '\u200B196\u2060490\uFEFF\u00AD'],
  ['with a line break', '196490\r\n'],
])('a code that is typed %s', (_, typed) => {
  test('is read by its digits', () => {
    expect(readCode(typed)).toBe('196490');
  });

  test('is taken by its field', () => {
    expect(new RegExp(`^(?:${CODE_PATTERN})$`, 'v').test(typed)).toBe(true);
    expect(typed.length).toBeLessThanOrEqual(MAX_TYPED_CODE);
  });
});

test.each(['', '19649', '1964901', 'Code:'])('the field of a code takes no %j', (typed) => {
  expect(new RegExp(`^(?:${CODE_PATTERN})$`, 'v').test(typed)).toBe(false);
});
