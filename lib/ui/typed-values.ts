type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What somebody has typed, chosen and ticked: the elements keep it, also when they are no longer on the page. */
export interface TypedValues {
  readonly controls: readonly Control[];
  readonly focused: Element | null;
}

/** All of the page, before a part of it is made anew. */
export function findTypedValues(): TypedValues {
  const controls = [...document.querySelectorAll<Control>('input:not([type=hidden]), textarea, select')];
  return { controls, focused: document.activeElement };
}

/** Gives the values of what has gone to what now stands in its place. */
export function restoreTypedValues({ controls, focused }: TypedValues): void {
  const { controls: present } = findTypedValues();
  for (const control of controls.filter(({ isConnected }) => !isConnected)) {
    const isAlike = (other: Control) =>
      other.name === control.name && other.type === control.type && (!isTick(control) || other.value === control.value);
    const successor = present.filter(isAlike)[controls.filter(isAlike).indexOf(control)];
    if (successor === undefined) continue;
    copyValue(control, successor);
    if (control === focused) successor.focus({ preventScroll: true });
  }
}

/** As if it were typed, so that React hears of it. */
function copyValue(from: Control, to: Control): void {
  if (isTick(from) && isTick(to)) {
    if (from.checked !== to.checked) to.click();
    return;
  }
  const name = from.type === 'file' ? 'files' : 'value';
  if (Reflect.get(from, name) === Reflect.get(to, name)) return;
  // An element has a property of React's own before that of the browser.
  Reflect.set(Object.getPrototypeOf(to) as object, name, Reflect.get(from, name), to);
  for (const type of ['input', 'change']) to.dispatchEvent(new Event(type, { bubbles: true }));
}

function isTick(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio';
}

/** The words of text fields that differ from what stood there first. */
export function typedTexts({ controls }: TypedValues): string {
  const texts = controls.filter((control) => 'defaultValue' in control && !isTick(control) && control.type !== 'file');
  return texts
    .map(({ value }) => value)
    .filter((value) => value !== '')
    .join('\n\n');
}
