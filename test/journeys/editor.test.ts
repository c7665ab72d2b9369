import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { signInAnew } from './sign-in.ts';
import { BASE_URL, cookiesOf, visit } from './visitor.ts';

/** A picture of 64 × 48 pixels, one colour. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAAuKetIAAAAQUlEQVR42u3PQQkAAAgEsItobGNdBb/CYAWW7PwmICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIHBVTvsgxNp9Mg0AAAAASUVORK5CYII=',
  'base64',
);

test('staff write, look, plan and publish by the keyboard alone, and lose nothing when their session ends', async () => {
  const visitor = await visit({ as: 'staff', isFresh: true });
  const { page } = visitor;
  // Short words fit into a heading on a telephone.
  const title = `walk ${String(Date.now()).replaceAll(/\d{4}(?=\d)/g, '$& ')}`;
  const slug = title.replaceAll(' ', '-');
  const path = `/editor/${slug}`;
  await visitor.open('/editor');
  await page.locator('.cm-content').waitFor();
  await fill(page, 'Title', title);
  await fill(page, 'Blurb', 'A walk.');
  await page.locator('.cm-content').focus();
  await page.keyboard.insertText(
    '## Hello\n\nSee [this](/post/nowhere-at-all).\n\n:::spoiler[A riddle]\nAn answer.\n:::\n\n',
  );
  await page.keyboard.press('Control+b');
  await page.keyboard.type('Bold');
  await page.locator('.preview-paper strong', { hasText: 'Bold' }).waitFor();
  await undoByPalette(page);
  await addPicture(page);
  visitor.expectRefusal(/\/api\/media\/snippets\//);
  await leaveBrokenPictureOut(page);

  // A press leads from what is wrong to its line, where it is put right.
  await press(page, page.locator('.shelf summary').first());
  const finding = page.getByRole('button', { name: 'Line 3' });
  await finding.waitFor();
  await inspect(page, { part: 'main', looks: [{ width: 320, colorScheme: 'dark' }] });
  await press(page, finding);
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Shift+End');
  await page.keyboard.insertText('See [this](/blog).');
  await finding.waitFor({ state: 'detached' });

  await visitor.follow(() => page.keyboard.press('Control+s'), path);
  await page.getByText('The draft is saved.').waitFor();
  // Whoever writes goes on where they were.
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.type(' On and on.');
  await page.locator('.cm-line', { hasText: 'See [this](/blog). On and on.' }).waitFor();
  await press(page, page.locator('.shelf summary').nth(1));
  const card = page.getByRole('img', { name: `Share card: ${title}` });
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
  const at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('Day and time').fill(at);
  await press(page, page.getByRole('button', { name: 'Publish at that time' }));
  await page.getByText(/^Comes out/).waitFor();

  // The session ends: the next call finds out, whosever it is, and leads to the sign-in.
  // The screen of the sign-in may ask for a passkey while the cookies change.
  visitor.expectRefusal(/\/editor|\/sign-in\/options$/);
  await page.getByLabel('Blurb', { exact: true }).focus();
  await page.keyboard.press('Control+a');
  await page.context().clearCookies();
  await page.keyboard.insertText('Typed without a session.');
  await page.waitForURL(/\/login\?returnTo=/);
  await page.context().addCookies(cookiesOf((await signInAnew('staff')).cookie));
  await visitor.follow(() => page.goto(path), path);
  // Thrown away it comes back, as long as nothing else was typed.
  await press(page, page.getByRole('button', { name: 'Throw it away' }));
  await press(page, page.getByRole('button', { name: 'Bring it back' }));
  await press(page, page.getByRole('button', { name: 'Pick it up again' }));
  await expect.poll(() => page.getByLabel('Blurb').inputValue()).toBe('Typed without a session.');

  await page.locator('.cm-content').waitFor();
  await press(page, page.getByRole('button', { name: 'Publish', exact: true }));
  await page.getByText('Everyone who may see it sees it now').waitFor();
  // All of it was sent.
  expect(await page.getByText(/typed here and didn.t save/).count()).toBe(0);
  const post = await fetch(`${BASE_URL}/post/${slug}`);
  const html = await post.text();
  expect([post.status, html.includes('Typed without a session.')]).toEqual([200, true]);
  expect(html).toMatch(/<img [^>]*width="720" height="540" alt="A green box &quot;seen&quot;"/);
  await readOnPaper(page, `/post/${slug}`);
});

/** Enter takes the first command that has what was typed in its name. */
async function undoByPalette(page: Page): Promise<void> {
  const text = page.locator('.cm-content');
  await page.keyboard.insertText(' gone');
  await text.filter({ hasText: 'gone' }).waitFor();
  await page.keyboard.press('Control+/');
  await page.getByRole('searchbox', { name: 'What should happen?' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('undo');
  await page.keyboard.press('Enter');
  await text.filter({ hasNotText: 'gone' }).waitFor();
  await press(page, page.getByRole('button', { name: 'Redo' }));
  await text.filter({ hasText: 'gone' }).waitFor();
  await text.focus();
  await page.keyboard.press('Control+z');
  await text.filter({ hasNotText: 'gone' }).waitFor();
}

/** One is pasted and left out, and one dropped; what it shows is said while it goes up. */
async function addPicture(page: Page): Promise<void> {
  let way = Promise.withResolvers<void>();
  await page.route('**/api/media/snippets/*', (route) => way.promise.then(() => route.continue()));
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  const dialog = page.getByRole('dialog', { name: 'Add pictures' });
  await bringPicture(page, 'paste');
  // Where it puts the focus once it is open.
  await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor();
  // The end of the upload leaves the focus where it is.
  await dialog.getByRole('button', { name: 'Leave it out' }).focus();
  way.resolve();
  await dialog.getByText('Uploaded').waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  way = Promise.withResolvers<void>();
  await bringPicture(page, 'drop');
  await dialog.getByRole('progressbar').waitFor();
  await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('Say what it shows, or').waitFor();
  await page.keyboard.type('A green box "seen"');
  way.resolve();
  await page.keyboard.press('Enter');
  await page.locator('.preview-paper img').waitFor();
}

/** Of what is no picture nobody asks what it shows. */
async function leaveBrokenPictureOut(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add pictures' });
  await bringPicture(page, 'paste', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await dialog.getByText('The upload failed').waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  await press(page, dialog.getByRole('button', { name: 'Put it in' }));
  await dialog.waitFor({ state: 'hidden' });
  await press(page, page.getByRole('button', { name: 'Show them' }));
  await press(page, dialog.getByRole('button', { name: 'Leave it out' }));
  await dialog.waitFor({ state: 'hidden' });
}

/** As the browser tells of it. */
function bringPicture(page: Page, type: 'paste' | 'drop', body = PNG): Promise<void> {
  return page.locator('.cm-content').evaluate(
    (text, [type, bytes]) => {
      const files = new DataTransfer();
      const picture = Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0);
      files.items.add(new File([picture], 'green box.png', { type: 'image/png' }));
      const how = { bubbles: true, cancelable: true };
      const event =
        type === 'paste'
          ? new ClipboardEvent(type, { ...how, clipboardData: files })
          : new DragEvent(type, { ...how, dataTransfer: files });
      text.dispatchEvent(event);
    },
    [type, body.toString('base64')] as const,
  );
}

/** The words and the pictures, without what is for pressing. */
async function readOnPaper(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.emulateMedia({ media: 'print' });
  const isSeen = (found: ReturnType<Page['locator']>) => found.first().isVisible();
  const seen = [page.getByRole('heading', { name: 'Hello' }), page.getByText('A riddle'), page.getByText('An answer')];
  expect(await Promise.all(seen.map(isSeen))).toEqual([true, true, true]);
  expect(await Promise.all(['#header', 'footer', '.site-notices'].map((one) => isSeen(page.locator(one))))).toEqual([
    false,
    false,
    false,
  ]);
}

async function fill(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

async function press(page: Page, button: ReturnType<Page['locator']>): Promise<void> {
  await button.focus();
  await page.keyboard.press('Enter');
}
