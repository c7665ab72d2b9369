import { expect, test } from 'vitest';

import { detectMailProgram } from './automatic-mail.ts';

const programOf = (headers: Record<string, string>, subject = 'Re: Your message', from = 'pip@example.org') =>
  detectMailProgram({ headers: Object.entries(headers).map(([key, value]) => ({ key, value })), subject }, from);

test.each([
  ['a person', {}, undefined],
  ['a person, as their program says', { 'auto-submitted': 'no' }, undefined],
  ['a person whose program wants no receipts', { 'x-auto-response-suppress': 'DR, RN, NRN' }, undefined],
  ['a ticket system', { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' }, 'program'],
  ['a group', { 'list-id': '<group.example.org>', precedence: 'list' }, 'program'],
  ['a tracker', { precedence: 'bulk' }, 'program'],
  ['a program that answers by itself', { 'auto-submitted': 'auto-replied (vacation)' }, 'vacation'],
  ['a program that answers in the old way', { precedence: 'auto_reply' }, 'vacation'],
  ['a program that wants no answer', { 'x-auto-response-suppress': 'All' }, 'vacation'],
  ['a report', { 'content-type': 'multipart/report; report-type=delivery-status' }, 'vacation'],
] as const)('what %s sends is told by its headers', (_who, headers, program) => {
  expect(programOf(headers)).toBe(program);
});

test('what nobody may answer is out of the way, unless a program passes on what somebody wrote', () => {
  expect(programOf({}, 'Re', '')).toBe('vacation');
  expect(programOf({ 'list-id': '<x>' }, 'Re', '')).toBe('program');
});

test.each([
  'Automatic reply: Your message',
  'Out of Office: Re',
  'Automatische Antwort: Re',
  'Abwesenheitsnotiz',
  'Respuesta automática: Re',
  'Fuera de la oficina',
  'Réponse automatique : Re',
  'Risposta automatica: Re',
  'Odpowiedź automatyczna: Re',
  'Resposta automática: Re',
  'Автоматический ответ: Re',
  'Otomatik yanıt: Re',
  '自動応答: Re',
  '不在通知',
  '자동 회신: Re',
  '自动答复: Re',
  '自動回覆: Re',
])('a mail with the subject “%s” says that somebody is away', (subject) => {
  expect(programOf({}, subject)).toBe('vacation');
});

test.each([
  'Re: Automatic reply is broken',
  'My vacation photos',
  'Abwesend im Spiel',
  'ausente',
  'Office of the tapir',
])('a person may write about “%s”', (subject) => {
  expect(programOf({}, `Re: ${subject}`)).toBe(undefined);
});
