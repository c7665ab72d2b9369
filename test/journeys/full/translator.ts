import type { Page } from 'playwright-core';

/** How a browser that translates a page puts elements of its own around each text: Chrome leaves the text itself out. */
type Translation = 'replaces' | 'moves';

/** From now on each page of the window is translated as soon as React has taken it over, and all that comes later, too. */
export async function translatePages(page: Page, way: Translation): Promise<void> {
  await page.addInitScript(translate, way);
}

/** Runs in the page. */
function translate(way: Translation): void {
  const untouched = 'script, style, title, textarea, option, noscript, font';
  const wrap = (text: Text) => {
    if (text.parentElement === null || text.parentElement.closest(untouched) !== null) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.append(inner);
    text.before(outer);
    // Other words, which none of the tests sees.
    if (way === 'replaces') inner.append(`${text.data}\u200b`);
    else inner.append(text);
    if (way === 'replaces') text.remove();
  };
  const wrapAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [...(root instanceof Text ? [root] : [])];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) wrap(text);
  };
  const begin = () => {
    if (history.scrollRestoration !== 'manual') {
      requestAnimationFrame(begin);
      return;
    }
    wrapAll(document.body);
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) wrapAll(node);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  };
  begin();
}

/** Changes, removes and inserts beside texts that are translated, as React would. @returns what then stands there */
export async function changeTexts(page: Page): Promise<string> {
  const part = await page.evaluateHandle(() => {
    const element = document.createElement('div');
    element.append('gone', 'first', 'stale');
    const texts = [...element.childNodes];
    document.body.append(element);
    return { element, texts };
  });
  await page.waitForFunction(({ element }) => element.querySelectorAll('font font').length === 3, part);
  return part.evaluate(({ element, texts: [gone, first, stale] }) => {
    if (!gone || !first || !stale) return '';
    element.removeChild(gone);
    element.insertBefore(document.createTextNode('[new]'), first);
    element.removeChild(first);
    stale.nodeValue = 'changed';
    return element.textContent;
  });
}
