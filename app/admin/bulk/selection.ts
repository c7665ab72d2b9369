/** The checkbox of a row, whose value is the id of what stands there. */
export const SELECTED = 'item';
/** Instead of the chosen rows all that was found. */
export const WHOLE = 'whole';

type Boxes = readonly HTMLInputElement[];

/** The boxes of a form, in the order of the page, wherever in it they stand. */
export function boxesOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.name === SELECTED,
  );
}

/** Gives all between two boxes the state of the second. */
export function checkRange(boxes: Boxes, from: HTMLInputElement, to: HTMLInputElement): void {
  const [first, last] = [boxes.indexOf(from), boxes.indexOf(to)].toSorted((a, b) => a - b) as [number, number];
  if (first < 0) return;
  for (const box of boxes.slice(first, last + 1)) box.checked = to.checked;
}
