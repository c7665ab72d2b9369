type TextField = HTMLInputElement | HTMLTextAreaElement;

interface Place {
  /** Of the field with the focus. */
  readonly name: string;
  readonly selection: readonly [start: number, end: number] | undefined;
}

let kept: Place | undefined;

/** Where somebody types as the form is sent: the answer may be another page with the same fields. */
export function keepPlace(form: HTMLFormElement): void {
  const field = findTypedField(form);
  kept = field && { name: field.name, selection: readSelection(field) };
}

/** Once, in the form of that page. */
export function returnToPlace(form: HTMLFormElement | null | undefined): void {
  const field = kept && form?.elements.namedItem(kept.name);
  const { selection } = kept ?? {};
  kept = undefined;
  if (!isTextField(field)) return;
  field.focus({ preventScroll: true });
  if (selection !== undefined && field.selectionStart !== null) field.setSelectionRange(...selection);
  // A new page begins at its top.
  requestAnimationFrame(() => field.scrollIntoView({ block: 'nearest' }));
}

/** CodeMirror stands behind the textarea that it has taken over. */
function findTypedField(form: HTMLFormElement): TextField | undefined {
  const { activeElement } = document;
  const field = activeElement?.closest('.cm-editor')?.previousElementSibling ?? activeElement;
  return isTextField(field) && field.form === form ? field : undefined;
}

function readSelection(field: TextField): Place['selection'] {
  const [start, end] = (field.dataset['selection'] ?? `${field.selectionStart} ${field.selectionEnd}`).split(' ');
  const [from, to] = [Number(start), Number(end)];
  return Number.isInteger(from) && Number.isInteger(to) ? [from, to] : undefined;
}

function isTextField(field: unknown): field is TextField {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
}
