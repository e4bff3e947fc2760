import type { Locator, Page } from '@playwright/test';
import type { Paper } from './installation.ts';
import type { Mailbox, ReceivedMail } from './mailbox.ts';

const mailMsMax = 20_000;

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
