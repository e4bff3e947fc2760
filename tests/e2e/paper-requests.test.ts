import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/installed-browser.ts';
import { chooseFiles, typeSegments } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkLook } from '#tests/support/screen-check.ts';

const thomas = 'thomas.mckenna@papers.example';
const priya = 'priya.raman@papers.example';
const link = /http:\/\/\S+\/paper\/r-[a-z2-7]{52}/;

const paperOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title }).first();
const send = (page: Page, name: string, bytes: Buffer, opener = /^choose (a|another) file$/) =>
  chooseFiles(page, page.getByRole('button', { name: opener }), { name, bytes });
const act = async (page: Page, title: string, label: string): Promise<void> => {
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: label }).click();
};

test('authors without accounts send requested papers, and only an accepted paper is published', {
  tag: '@everyday',
}, async ({ installation, openAs, browser, server }) => {
  const chair = await installation.join('Carla', 'Chairwell');
  const made = await installation.draft({ title: 'Budget Meeting', inDays: 21, items: ['Budget', 'Audit'] });
  const secretary = await openAs(installation.admin);
  await secretary.goto(`/meetings/${made.id}`);
  await secretary.getByRole('button', { name: 'Edit' }).click();
  await secretary.getByRole('button', { name: 'More actions for item 1' }).click();
  await secretary.getByRole('menuitem', { name: 'Ask for a paper' }).click();
  const dialog = secretary.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Thomas McKenna');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(thomas);
  await dialog.getByRole('button', { name: 'Ask for 1 paper' }).click();
  await expect(secretary.getByText('0 of 1 paper received')).toBeVisible();
  await secretary.getByRole('button', { name: 'Ask for papers' }).click();
  await dialog.getByText('2 Audit').click();
  await dialog.getByRole('textbox', { name: 'Title of the paper' }).fill('Audit report');
  await dialog.getByRole('combobox', { name: 'Author' }).fill('Priya Raman');
  await secretary.getByRole('option', { name: 'Somebody else' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Priya Raman');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(priya);
  await dialog.getByRole('button', { name: 'Ask for 1 paper' }).click();
  await expect(secretary.getByText('0 of 2 papers received')).toBeVisible();
  await checkLook(secretary);

  const author = await (await browser.newContext({ baseURL: server.url })).newPage();
  await author.goto(await installation.mailed(thomas, link));
  await expect(author.getByRole('heading', { name: 'Budget Meeting' })).toBeVisible();
  await expect(author.getByText('Audit report')).toHaveCount(0);
  await checkLook(author);
  await send(author, 'tool.exe', Buffer.from('MZ'));
  await expect(author.getByRole('alert')).toContainText('cannot be uploaded here');
  await author.getByRole('button', { name: 'Remove tool.exe' }).click();
  await send(author, 'budget.pdf', await pdfPaper(2));
  await expect(author.getByText('Sent, 2 pages')).toBeVisible({ timeout: 20_000 });
  await expect(secretary.getByText('1 of 2 papers received')).toBeVisible();
  await expect(paperOf(secretary, 'Asked Thomas McKenna')).toContainText('Received, 2 pages.');
  await paperOf(secretary, 'Asked Thomas McKenna').getByRole('button', { name: 'Send back' }).click();
  await dialog.getByRole('textbox', { name: 'What should change' }).fill('Please add the forecast.');
  await dialog.getByRole('button', { name: 'Send back' }).click();
  await installation.mailed(thomas, /Please add the forecast/);
  await author.reload();
  await expect(author.getByText('Sent back: Please add the forecast.')).toBeVisible();
  await send(author, 'budget-2.pdf', await pdfPaper(3));
  await expect(paperOf(secretary, 'Asked Thomas McKenna')).toContainText('Received, 3 pages.');
  await paperOf(secretary, 'Asked Thomas McKenna').getByRole('button', { name: 'Accept' }).click();
  await expect(paperOf(secretary, 'Asked Thomas McKenna')).toContainText('Accepted');

  const phone = await (
    await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 }, hasTouch: true })
  ).newPage();
  const first = await installation.mailed(priya, link);
  await phone.goto(first);
  await phone.getByRole('button', { name: 'I need more time' }).click();
  await typeSegments(phone, 'Until', '12312099');
  await phone.getByRole('textbox', { name: 'Why' }).fill('The auditors are late.');
  await phone.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(phone.getByText(/^You asked for more time until/)).toBeVisible();
  await expect(secretary.getByText('Asked for more time until Dec 31: The auditors are late.')).toBeVisible();
  await installation.sql(`update paper_requests set due_on = '2020-01-01' where title = 'Audit report'`);
  await secretary.reload();
  await expect(secretary.getByText('1 of 2 papers received, 1 late')).toBeVisible();
  await act(secretary, 'Audit report', 'Send a new link');
  await expect(secretary.getByText(/^A new link is being sent/)).toBeVisible();
  const newest = async () => (await installation.mailAbout('New link', priya))?.email.text?.match(link)?.[0] ?? '';
  await expect.poll(newest).not.toBe(first);
  await phone.goto(first);
  await expect(phone.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await phone.goto(await newest());
  await send(phone, 'audit.pdf', await pdfPaper(1));
  await expect(phone.getByText('Sent, 1 page')).toBeVisible({ timeout: 20_000 });
  await expect(secretary.getByText('2 of 2 papers received')).toBeVisible();

  await installation.call('POST', `/ajax/meetings/${made.id}/publish`, {});
  const reader = await openAs(chair);
  await reader.goto(`/meetings/${made.id}`);
  await expect(reader.getByRole('link', { name: /Budget.* PDF/ })).toBeVisible();
  await expect(reader.getByText('Audit report')).toHaveCount(0);
  await expect(reader.getByText(/papers received/)).toHaveCount(0);
  await installation.call('POST', `/ajax/meetings/${made.id}/cancel`, { note: '' });
  await installation.mailed(priya, /You no longer need to send 1 paper/);
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
});
