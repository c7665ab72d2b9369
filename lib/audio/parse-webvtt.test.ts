import { expect, test } from 'vitest';

import { parseWebVtt } from './parse-webvtt.ts';

const cue = (start: number, end: number, text: string, speaker?: string) => ({ start, end, speaker, text });

test.each([
  [
    'character references, and several voices in a cue',
    'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v Pip>Don&#39;t &quot;panic&quot;, it&apos;s 5 &gt; 3 &amp; fine</v>\n\n' +
      '00:00:03.000 --> 00:00:05.000\n<v Ann>Hi</v>\n<v Bob>Ho</v>\n',
    [cue(1, 3, `Don't "panic", it's 5 > 3 & fine`, 'Pip'), cue(3, 5, 'Hi', 'Ann'), cue(3, 5, 'Ho', 'Bob')],
  ],
  [
    'a head without a blank line, and times without blanks',
    'WEBVTT\n00:01.000 --> 00:02.000\nhi\n\n00:03.000-->00:04.000\nthere\n',
    [cue(1, 2, 'hi'), cue(3, 4, 'there')],
  ],
  [
    'cues without blank lines',
    'WEBVTT - Talk\nKind: captions\n00:01.000 --> 00:02.000\nhi\nyou\n00:03.000 --> 00:04.000 align:start\nthere',
    [cue(1, 2, 'hi you'), cue(3, 4, 'there')],
  ],
  [
    'numbers of cues without blank lines',
    'WEBVTT\n\n1\n00:01.000 --> 00:02.000\nhi\n2\n00:03.000 --> 00:04.000\n7\n3\n00:05.000 --> 00:06.000\nx',
    [cue(1, 2, 'hi'), cue(3, 4, '7'), cue(5, 6, 'x')],
  ],
  [
    'named, decimal, hexadecimal and unknown references, and what says the direction',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n&eacute;&hellip;&#x1F3AE;&nbsp;&lrm;a &nonsense; &copy 1 &amp;lt;b&amp;gt; &lt;i&gt;',
    [cue(1, 2, 'é…🎮 a &nonsense; © 1 &lt;b&gt; <i>')],
  ],
  [
    'voices without ends, with classes and references, and words of nobody',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n(Door) <v.loud Ann &amp; Bob>Hi <b>you</b> <v Cy>Ho</v> (Door)',
    [cue(1, 2, '(Door)'), cue(1, 2, 'Hi you', 'Ann & Bob'), cue(1, 2, 'Ho', 'Cy'), cue(1, 2, '(Door)')],
  ],
  [
    'notes and styles are no words, nor is what has no times that run',
    '\ufeffWEBVTT\r\n\r\nNOTE\r\nnot this\r\n\r\nSTYLE\r\n::cue {}\r\n\r\n00:02.000 --> 00:01.000\r\nno\r\n\r\nx --> y\r\nno\r\n\r\n01:00:00.5 --> 01:00:01.000\r\nyes',
    [cue(3600.5, 3601, 'yes')],
  ],
])('a transcript is read: %s', (_, document, cues) => {
  expect(parseWebVtt(document)).toEqual(cues);
});

test.each([['WEBVT\n\n00:01.000 --> 00:02.000\nhi'], ['WEBVTTX'], ['']])('%j is no transcript', (document) => {
  expect(parseWebVtt(document)).toBeUndefined();
});

test('as many voices as a transcript may have cues are read, and none of more', () => {
  const say = (voices: number) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v A>a'.repeat(voices)}`;
  expect([parseWebVtt(say(10_000))?.length, parseWebVtt(say(10_001))]).toEqual([10_000, undefined]);
});
