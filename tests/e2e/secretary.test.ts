import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { readPdf } from '#server/integrations/pdf/read-pdf.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { downloadBy } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen } from '#tests/support/screen-check.ts';

test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

test('an agenda can be downloaded as a Word file', async ({ page, installation }) => {
  const meeting = await installation.meeting({ title: 'Meeting for Word', items: ['Budget', 'Łódź 日本'] });
  await page.goto(`/meetings/${meeting.id}`);
  await page.getByRole('button', { name: 'Meeting actions' }).click();
  const download = await downloadBy(page.getByRole('menuitem', { name: 'Agenda (Word)' }));
  expect(download.suggestedFilename()).toBe('Agenda, Meeting for Word.docx');
  const parts = unzipSync(new Uint8Array(await readFile(await download.path())));
  expect(strFromU8(parts['word/document.xml'] ?? new Uint8Array())).toContain('Łódź 日本');
});

test('the publish dialog lists possible omissions with links', async ({ page, installation }) => {
  const draft = await installation.draft({ title: 'To check', items: ['Budget', 'Close'] });
  await installation.paper({ meeting: draft.id }, { name: 'Annex.pdf', bytes: await pdfPaper(3) });
  await installation.call('PATCH', `/ajax/agenda-items/${draft.itemIds[0]}`, { revision: 1, purpose: 'decision' });
  await page.goto(`/meetings/${draft.id}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
  const check = page.getByRole('dialog', { name: 'Publish and invite' }).getByRole('list', { name: 'Check' });
  await expect(check).toContainText('1 item for decision without a paper: 1 Budget');
  await expect(check).toContainText('1 paper not under an item: Annex');
  await expect(check).toContainText('3 pages in 1 paper, about 6 min of reading. The longest: Annex');
  await checkOpen(page);
  await check.getByRole('link', { name: '1 Budget' }).click();
  await expect(page).toHaveURL(new RegExp(`#item-${draft.itemIds[0]}$`));
  await expect(page.getByRole('heading', { name: 'Budget' })).toBeInViewport();
});

test('a meeting can be saved as a template, and a year’s meetings can be created as drafts', async ({
  page,
  installation,
}) => {
  test.setTimeout(120_000);
  const meeting = await installation.meeting({ title: 'Finance committee', items: ['Figures', 'Close'] });
  await page.goto(`/meetings/${meeting.id}`);
  await page.getByRole('button', { name: 'Meeting actions' }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  const saving = page.getByRole('dialog', { name: 'Save as template' });
  await expect(saving.getByLabel('Name')).toHaveValue('Finance committee');
  await checkOpen(page);
  await saving.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText('Template saved')).toBeVisible();

  await page.goto('/meetings');
  await page.getByRole('button', { name: 'Plan the year' }).click();
  const planning = page.getByRole('dialog', { name: 'Plan the year' });
  await planning.getByRole('button', { name: /^Add \d+ dates$/ }).click();
  await planning.getByRole('button', { name: /^Create \d+ drafts$/ }).click();
  await expect(planning.getByText('This field is required.')).toBeVisible();
  await page.keyboard.type('930a');
  const days = planning.getByRole('list', { name: 'Dates' }).getByRole('listitem');
  const found = await days.count();
  expect(found).toBeGreaterThan(10);
  await checkOpen(page);
  await days.first().getByRole('button').click();
  await planning.getByRole('button', { name: `Create ${found - 1} drafts` }).click();
  await expect(page.getByText(`${found - 1} drafts created`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible();

  await page.goto('/meetings/create');
  await page.getByRole('button', { name: 'Start from' }).click();
  await page.getByRole('menuitem', { name: 'Finance committee' }).click();
  await expect(page.getByLabel('Title of item 1')).toHaveValue('Figures');
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Finance committee');
});

test('the board’s date format is used on pages and in fields, calendars and files', async ({ page, installation }) => {
  const meeting = await installation.meeting({ title: 'Written otherwise', items: ['Budget'] });
  await page.goto('/admin/setup');
  const choose = async (label: string, option: string) => {
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Dates and times', '3/12/2026, 09:30');
  await choose('First day of the week', 'Monday');
  await choose('Paper size', 'A4');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Dates and times' })).toContainText('3/12/2026, 09:30');
  await page.goto(`/meetings/${meeting.id}`);
  await expect(page.getByText(/\d\d:\d\d – \d\d:\d\d A[SD]T/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Meeting actions' }).click();
  const download = await downloadBy(page.getByRole('menuitem', { name: 'Agenda (PDF)' }));
  const read = await readPdf(await download.path());
  expect(read?.texts[0]).toMatch(/day \d+ [A-Z][a-z]+ 20\d\d, \d\d:\d\d – /);
  await page.goto('/meetings/create');
  const date = page.getByRole('group', { name: 'Date', exact: true });
  await expect(date.getByRole('spinbutton').first()).toHaveAccessibleName(/^day, /);
  await date.getByRole('button', { name: /^Open calendar/ }).click();
  await expect(page.getByRole('dialog').locator('th').first()).toHaveText('Mon');
});

test('a new meeting can be copied from the last meeting, and nothing is stored until the user saves it', async ({
  page,
  installation,
}) => {
  await installation.meeting({ title: 'The last one', items: ['Welcome', 'Budget'], inDays: -2 });
  const drafts = async () => (await installation.sql("select id from meetings where state = 'draft'")).length;
  const before = await drafts();
  await page.goto('/meetings/create');
  await page.getByRole('button', { name: 'Start from' }).click();
  await page.getByRole('menuitem', { name: 'Last meeting' }).click();
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).toHaveValue('The last one');
  await expect(page.getByRole('textbox', { name: 'Title of item 2' })).toHaveValue('Budget');
  expect(await drafts()).toBe(before);
  await page.getByRole('button', { name: 'Save draft' }).first().click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  expect(await drafts()).toBe(before + 1);
});
