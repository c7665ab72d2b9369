import { SMALL_CAPITALS, splitPair, toSkeleton } from './skeletons.server.ts';

/** In small Latin letters where they look like some, whatever their script and form; other letters stay. */
export function readAsLatin(text: string): string {
  return Array.from(text.normalize('NFC'), readLetter).join('').replaceAll(ACCENT, '');
}

/** Marks that stand on letters of any script; those of one script, such as its vowels, are part of the word. */
const ACCENT = /[\p{M}&&\p{Script=Inherited}]/gv;

/** Equal for two spellings of a word that differ in capitals, kana or a Cyrillic letter that is often left out. */
export function readAsWritten(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[ァ-ヶ]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - KATAKANA_OFFSET))
    .normalize('NFC')
    .replaceAll(ACCENT, '');
}

const KATAKANA_OFFSET = 0x60;

function readLetter(letter: string): string {
  const looks = [letter, toSkeleton(letter), toSkeleton(letter.toLowerCase())].map(inLatin);
  return looks.find((look) => IS_ASCII.test(look)) ?? letter.toLowerCase();
}

function inLatin(look: string): string {
  const bare = look.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const read = Array.from(bare, (letter) => LATIN.get(letter) ?? letter).join('');
  // The table of lookalikes has `rn` for every m.
  return look.length > 1 && read === 'rn' ? 'm' : read;
}

const IS_ASCII = /^[\0-\x7f]+$/;

/** What UTS 39 tells from Latin letters and people read as them: small capitals, turned letters, Greek, Cyrillic. */
const LATIN = new Map([
  ...SMALL_CAPITALS,
  ...(
    'ᴌl ʍm ᴎn ᴙr ĸk ɜe ɛe εe ꞓe ǝe əe ɐa ʌa λa дd ηn πn ωw шw цu ɯm μm ɹr ʇt ɥh ɟf ғf ʞk κk ҝk қk ʎy ƨs ʂs ςs þp χx ҳx ' +
    'ζz эe єe ξe դd եe տs ßb'
  )
    .split(' ')
    .map(splitPair),
]);
