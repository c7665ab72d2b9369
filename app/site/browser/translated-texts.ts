/** What a translator shows in the place of a text that it took out of the page. */
const translations = new WeakMap<Node, Node>();
let hasTranslations = false;

/**
 * A browser that translates a page puts elements of its own in the place of texts. React, which knows nothing of that, would
 * then change texts that nobody sees, and fail where it removes one or puts something before it. Here such a text first comes
 * back to its place; the translator sees that, and translates it anew.
 */
export function guardTranslatedTexts(): void {
  hasTranslations = document.querySelector('font') !== null;
  const observer = new MutationObserver(noteTranslations);
  observer.observe(document, { childList: true, subtree: true });
  const { prototype } = Node;
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = prototype;
  const value = Object.getOwnPropertyDescriptor(prototype, 'nodeValue');
  /** @returns whether it is in there now */
  const bringBack = (text: Node, parent?: Node) => {
    noteTranslations(observer.takeRecords());
    let node = translations.get(text) ?? text;
    while (node.parentNode && node.parentNode !== (parent ?? node.parentNode)) node = node.parentNode;
    node.parentNode?.replaceChild(text, node);
    return text.parentNode === parent;
  };
  prototype.insertBefore = function <Added extends Node>(this: Node, added: Added, next: Node | null) {
    const hasNext = !next || next.parentNode === this || bringBack(next, this);
    return insertBefore.call(this, added, hasNext ? next : null) as Added;
  };
  prototype.removeChild = function <Removed extends Node>(this: Node, removed: Removed) {
    const isHere = removed.parentNode === this || bringBack(removed, this);
    return isHere ? (removeChild.call(this, removed) as Removed) : removed;
  };
  Object.defineProperty(prototype, 'nodeValue', {
    ...value,
    set(this: Node, words: string | null) {
      if (this.parentNode === null) bringBack(this);
      value?.set?.call(this, words);
    },
  });
}

export function wasTranslated(): boolean {
  return hasTranslations;
}

function noteTranslations(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const translation = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
    if (translation === undefined || translation === null) continue;
    hasTranslations = true;
    for (const text of removedNodes) translations.set(text, translation);
  }
}
