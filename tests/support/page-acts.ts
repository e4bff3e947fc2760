import type { Download, Locator, Page } from '@playwright/test';
import { expect } from './browser.ts';
import type { Paper, Signed } from './installation.ts';
import type { Mailbox, ReceivedMail } from './mailbox.ts';
import { sentence } from './papers.ts';

const mailMsMax = 20_000;
const tabStopsMax = 90;

export const dialog = (page: Page): Locator => page.locator('section:is([role="dialog"], [role="alertdialog"])');

/**
 * Types into a date or time field, for example '01202031' or '0930AM'. A full segment moves the focus to the next
 * segment.
 */
export async function typeSegments(page: Page, label: string, keys: string): Promise<void> {
  await page.getByRole('group', { name: label, exact: true }).first().getByRole('spinbutton').first().click();
  await page.keyboard.type(keys);
}

export const asFile = ({ name, bytes }: Paper) => ({ name, mimeType: 'application/octet-stream', buffer: bytes });

export async function chooseFiles(page: Page, opener: Locator, ...papers: readonly Paper[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), opener.click()]);
  await chooser.setFiles(papers.map(asFile));
}

export async function editMeeting(page: Page, id: string): Promise<void> {
  await page.goto(`/meetings/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: 'Agenda' })).toBeVisible();
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

export async function downloadBy(opener: Locator): Promise<Download> {
  const [download] = await Promise.all([opener.page().waitForEvent('download'), opener.click()]);
  return download;
}

export async function dropFile(target: Locator, { name, bytes }: Paper): Promise<void> {
  await target.evaluate(
    (element, given) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(given.text), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], given.name));
      for (const type of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    { name, text: bytes.toString('base64') },
  );
}

export async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (box === null) throw new Error('The element is not on the screen.');
  return box;
}

export async function dragAlong(page: Page, ...way: readonly (readonly [x: number, y: number])[]): Promise<void> {
  for (const [nth, [x, y]] of way.entries()) {
    await page.mouse.move(x, y, { steps: nth === 0 ? 1 : 5 });
    if (nth === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

export function mailTo(mailbox: Mailbox | null, address: string, subject: string): Promise<ReceivedMail> {
  if (mailbox === null) throw new Error('There is no mailbox.');
  return mailbox.waitFor(
    ({ email, recipients }) => recipients.includes(address) && email.subject?.startsWith(subject) === true,
    mailMsMax,
  );
}

export async function logIn(page: Page, who: Pick<Signed, 'email' | 'password'>, path = '/login'): Promise<void> {
  await page.goto(path);
  await submitLogin(page, who);
}

export async function submitLogin(page: Page, { email, password }: Pick<Signed, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

export async function tabTo(page: Page, target: Locator, way: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < tabStopsMax; stops += 1) {
    if (await isThere()) return;
    await page.keyboard.press(way);
  }
  await expect(target, `reached by ${way}`).toBeFocused();
}

export async function signWithPassword(page: Page, { password }: Signed, words: string): Promise<void> {
  await expect(page.getByText(words).first()).toBeVisible();
  await page.getByRole('checkbox', { name: /^I have read this document and sign it/ }).press('Space');
  await page.getByRole('button', { name: 'Sign with password' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm your signature' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Sign with password' })).toBeHidden();
  await expect(page.getByText('Signed', { exact: true }).first()).toBeVisible();
}

export async function openedWords(page: Page): Promise<Locator> {
  const words = page.getByRole('dialog').getByText(sentence);
  await expect(words).toBeVisible({ timeout: 20_000 });
  return words;
}

export const marksOf = (page: Page, kind: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${kind} on page`) });
