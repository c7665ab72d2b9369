import type { Locale } from '#app/current/locale.ts';

import type { WorldChance } from './chance.ts';

interface Language {
  readonly locale: Locale;
  readonly share: number;
  /** `{a}` and `{b}` stand for a word of the first and of the second list. */
  readonly patterns: readonly string[];
  readonly a: readonly string[];
  readonly b: readonly string[];
}

const words = (text: string) => text.split('|');

const LANGUAGES: readonly Language[] = [
  {
    locale: 'en-US',
    share: 62,
    patterns: words(
      'The {a} {b}|{b} of the {a} Kind|My First {b}|{a} {b}, Do Not Open|Who Put a {b} Here?|{b} Delivery Service|One {b} Too Many|{a} {b} Panic|Please Return the {b}|Return to {b} Mountain|Not Another {b}|The {b} Strikes Again|{a} {b} (Speedrun)|Three Jumps and a {b}|Night Shift at the {b} Factory|{b}? {b}!|A {a} Walk with a {b}',
    ),
    a: words(
      'Crumbling|Polite|Sleepy|Electric|Forgotten|Sticky|Nervous|Golden|Upside-Down|Overdue|Soggy|Suspicious|Second-Best|Invisible|Grumpy|Orbital|Peppermint|Haunted|Borrowed|Extremely Long',
    ),
    b: words(
      'Elevator|Package|Lantern|Jibber|Spring|Teapot|Staircase|Vacrat|Conveyor|Waterfall|Umbrella|Cactus|Cannon|Bridge|Sandwich|Cavern|Hat|Moon|Turnip|Clock|Lizumi|Corridor|Door',
    ),
  },
  {
    locale: 'ja-JP',
    share: 11,
    patterns: words('{a}{b}|{a}{b}の夜|はじめての{b}|{b}を届けろ！|{b}と{b}のあいだ|さよなら{a}{b}|{b}だらけの道'),
    a: words('眠たい|怒った|小さな|黄金の|忘れられた|ふしぎな|逆さまの|電気の|ねばねば'),
    b: words('荷物|階段|提灯|バネ|洞窟|傘|橋|時計塔|きのこ|工場|月'),
  },
  {
    locale: 'de-DE',
    share: 6,
    patterns: words('Der {a} {b}|Wohin mit dem {b}?|Ein {b} kommt selten allein|Mein erster {b}|Achtung, {b}!'),
    a: words('müde|klebrige|goldene|verflixte|höfliche|bröckelnde'),
    b: words('Fahrstuhl|Kaktus|Regenschirm|Wasserfall|Teekessel|Umweg|Mondspaziergang'),
  },
  {
    locale: 'fr-FR',
    share: 5,
    patterns: words('Le {b} {a}|Où est le {b} ?|Mon premier {b}|Adieu, {b} !|Un {b} de trop'),
    a: words('oublié|doré|poli|électrique|endormi|suspect'),
    b: words('colis|parapluie|ressort|pont|fromage|escalier|canon'),
  },
  {
    locale: 'pt-BR',
    share: 5,
    patterns: words('O {b} {a}|Cadê o {b}?|Meu primeiro {b}|Corre, {b}!|A volta do {b}'),
    a: words('perdido|dourado|elétrico|sonolento|teimoso'),
    b: words('pacote|trampolim|relógio|cogumelo|canhão|abacaxi'),
  },
  {
    locale: 'es-XL',
    share: 4,
    patterns: words('El {b} {a}|¿Quién dejó un {b}?|Mi primer {b}|Torre del {b}'),
    a: words('eléctrico|dormido|dorado|olvidado'),
    b: words('paquete|cactus|resorte|puente|farol'),
  },
  {
    locale: 'ko-KR',
    share: 2,
    patterns: words('{a} {b}|{b} 배달 대작전|나의 첫 {b}'),
    a: words('졸린|황금|잊혀진|전기'),
    b: words('상자|계단|용수철|동굴|우산'),
  },
  {
    locale: 'zh-CN',
    share: 2,
    patterns: words('{a}{b}|谁放了{b}？|我的第一个{b}'),
    a: words('困倦的|黄金|遗忘的|颠倒的'),
    b: words('包裹|楼梯|弹簧|洞穴|雨伞'),
  },
  {
    locale: 'ru-RU',
    share: 3,
    patterns: words('{a} {b}|Где мой {b}?|Мой первый {b}'),
    a: words('Сонный|Золотой|Забытый|Липкий'),
    b: words('лифт|кактус|мост|зонтик|чайник'),
  },
];

const PICTURES = words('🌋|🍄|🚪|📦|🐙|🪤|🌙|⚡|🔥|🎺|🦀|🧊|☂️|🥪');

interface LevelTitle {
  readonly title: string;
  readonly locale: Locale;
}

/** Every tenth has pictures in it, and some are nothing else. */
export function makeTitle(chance: WorldChance): LevelTitle {
  if (chance.is(0.015)) return { title: chance.pickSome(PICTURES, 3).join(''), locale: 'en-US' };
  const { locale, patterns, a, b } = pickLanguage(chance);
  const text = chance
    .pick(patterns)
    .replaceAll('{a}', () => chance.pick(a))
    .replaceAll('{b}', () => chance.pick(b));
  const number = chance.is(0.12) ? ` ${2 + chance.below(8)}` : '';
  const picture = chance.is(0.08) ? ` ${chance.pick(PICTURES)}` : '';
  return { title: `${text}${number}${picture}`, locale };
}

function pickLanguage(chance: WorldChance): Language {
  let left = chance.next() * LANGUAGES.reduce((sum, { share }) => sum + share, 0);
  for (const language of LANGUAGES) {
    left -= language.share;
    if (left < 0) return language;
  }
  return chance.pick(LANGUAGES);
}

const FIRST = words(
  'Pickle|Turbo|Velvet|Sir|Captain|Mossy|Doctor|Tiny|Crisp|Lunar|Disco|Baroness|Rusty|Quiet|Maximum|Wobbly|Cosmic|Uncle|Toasty|Pocket',
);
const LAST = words(
  'Badger|Waffles|Thunderpants|Otter|Marmalade|Zipper|Gizmo|Noodle|Comet|Bucket|Spatula|Pigeon|Trousers|Goblin|Turnip|Biscuit|Sprocket|Yeti|Lemon|Kazoo',
);
const KANA = words('たろう|さくら|みかん|ポン太|カエル|モチモチ|ねこ丸|ゆず|ドラム缶|すいか');
const KANA_END = words('先生|隊長|侍|さん|99|の弟|型');

/** One that nobody has yet. @param taken what is compared of all others */
export function makeAlias(chance: WorldChance, taken: Set<string>): string {
  const made = chance.is(0.14)
    ? `${chance.pick(KANA)}${chance.pick(KANA_END)}`
    : `${chance.pick(FIRST)} ${chance.pick(LAST)}${chance.is(0.07) ? ` ${chance.pick(PICTURES)}` : ''}`;
  const alias = taken.has(toKey(made)) ? `${made} ${2 + chance.below(9998)}` : made;
  if (taken.has(toKey(alias))) return makeAlias(chance, taken);
  taken.add(toKey(alias));
  return alias;
}

function toKey(alias: string): string {
  return alias.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const AVATAR_WHO = words('gr18|gr|shade|rebound|waylay|jibber|vacrat|lizumi|ocula|scrubb|spookstone|flippy');
const AVATAR_HOW = words('whistle|serious|woo|confused|sprint|bored|pumped|rune|sense|party|awe|screamer');

export function makeAvatar(chance: WorldChance): string {
  return chance.is(0.05) ? 'bureau-employee' : `${chance.pick(AVATAR_WHO)}-${chance.pick(AVATAR_HOW)}`;
}
