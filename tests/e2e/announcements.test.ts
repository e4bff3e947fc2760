import type { Locator } from '@playwright/test';
import { boardTitle, type Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { asFile } from '#tests/support/page-acts.ts';
import { checkScreen } from '#tests/support/screen-check.ts';

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Oskar', 'Lund');
});
test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

test('an announcement is written with a list and a poll, published, and read by a member', {
  tag: '@everyday',
}, async ({ page, signIn }) => {
  await page.goto('/announcements/create');
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Site visit');
  await expect(page.getByText('This field is required.')).toBeHidden();
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('Please bring:');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.keyboard.type('sturdy shoes');
  await page.getByRole('button', { name: 'Add a poll' }).click();
  const poll = page.getByRole('dialog', { name: 'New poll' });
  await poll.getByRole('textbox', { name: 'Question' }).fill('Will you come by bus?');
  for (const [nth, answer] of ['Yes', 'No'].entries())
    await poll.getByRole('textbox', { name: `Answer ${nth + 1}` }).fill(answer);
  await poll.getByRole('button', { name: 'Add poll' }).click();
  await expect(page.getByText('Will you come by bus?').first()).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(asFile({ name: 'Programme.exe', bytes: Buffer.from('MZ') }));
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Publish announcement' });
  await expect(dialog.getByText('2 members')).toBeVisible();
  await expect(dialog).toContainText('1 paper will be missing. Not uploaded: Programme.exe.');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Site visit', level: 2 })).toBeVisible();

  await signIn(member);
  await page.goto('/announcements');
  await expect(page.getByRole('heading', { name: 'Site visit', level: 2 })).toBeVisible();
  const listed = page.getByRole('article').getByRole('listitem').filter({ hasText: 'sturdy shoes' });
  await expect(listed).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
});

test('a toolbar button and the label focus the text at once, before the next animation frame', async ({ page }) => {
  await page.goto('/announcements/create');
  const text = page.getByRole('textbox', { name: 'Text' });
  for (const control of [
    page.getByRole('button', { name: 'List', exact: true }),
    page.getByText('Text', { exact: true }),
  ]) {
    await page.getByRole('textbox', { name: 'Title' }).focus();
    // Checks inside the click's own task, before any animation frame.
    const focused = await control.evaluate((element: HTMLElement) => {
      element.click();
      return document.activeElement?.ariaLabelledByElements?.[0]?.textContent;
    });
    expect(focused).toBe('Text');
  }
  await expect(text.getByRole('listitem')).toHaveCount(1);
});

const paste = (text: Locator, html: string) =>
  text.evaluate((editor, pasted) => {
    const data = new DataTransfer();
    data.setData('text/html', pasted);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, html);

const wordItem = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span><span
  style='mso-list:Ignore'>${marker}<span>&nbsp;</span></span></span><![endif]>${text}<o:p></o:p></p>`;
const onlineItem = (level: number, number: number, text: string) =>
  `<div class="ListContainerWrapper"><ol start="${number}"><li data-aria-posinset="${number}" data-aria-level="${level}"><p>${text}</p></li></ol></div>`;
const pastes: readonly (readonly [what: string, html: string, written: string])[] = [
  [
    'a list of Word with its levels and numbers',
    [
      wordItem(1, '1.', 'Budget'),
      wordItem(2, 'a.', 'Capital'),
      wordItem(2, 'b.', 'Revenue'),
      wordItem(1, '2.', 'Lease'),
      '<p class=MsoListParagraph>of the hall</p>',
      '<p class=MsoNormal>The chair spoke.</p>',
      wordItem(1, '3.', 'Close'),
      wordItem(2, 'iv)', 'Vote'),
      wordItem(2, '·', 'Thanks'),
    ].join(''),
    '<ol><li><p>Budget</p><ol><li><p>Capital</p></li><li><p>Revenue</p></li></ol></li><li><p>Lease</p><p>of the hall</p></li></ol>' +
      '<p>The chair spoke.</p><ol start="3"><li><p>Close</p><ol start="4"><li><p>Vote</p></li></ol><ul><li><p>Thanks</p></li></ul></li></ol>',
  ],
  [
    'a list of Word with the numbers of other scripts',
    [
      wordItem(1, '二、', 'Budget'),
      wordItem(1, '三、', 'Lease'),
      wordItem(2, 'а)', 'Term'),
      wordItem(2, 'б)', 'Rent'),
    ].join('') +
      wordItem(1, '٤.', 'Close') +
      wordItem(1, 'Ø', 'Thanks'),
    '<ol start="2"><li><p>Budget</p></li><li><p>Lease</p><ol><li><p>Term</p></li><li><p>Rent</p></li></ol></li>' +
      '<li><p>Close</p></li></ol><ul><li><p>Thanks</p></li></ul>',
  ],
  [
    'a list of Word in the browser',
    onlineItem(1, 2, 'Budget') + onlineItem(2, 1, 'Capital'),
    '<ol start="2"><li><p>Budget</p><ol><li><p>Capital</p></li></ol></li></ol>',
  ],
  [
    'tracked changes without deleted text',
    `<p>Salary <del cite="mailto:a"><span class=msoDel>90,000</span></del><ins>80,000</ins></p><p><del>Gone</del></p>${wordItem(1, '1.', '<del>Gone</del>')}`,
    '<p>Salary 80,000</p>',
  ],
  [
    'text of Google Docs, bold where it was',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p>Plain <span style="color:#000;font-weight:700">bold</span></p>' +
      '<ul><li>One</li><ul><li>Inner</li></ul><li>Two</li></ul></b>',
    '<p>Plain <strong>bold</strong></p><ul><li><p>One</p><ul><li><p>Inner</p></li></ul></li><li><p>Two</p></li></ul>',
  ],
  [
    'headings, and the cells of a table',
    '<h1>Budget</h1><h4>Detail</h4><table><tr><td><p>Cell A</p></td><td>Cell B</td></tr><tr><td>One</td></tr></table>',
    '<h2>Budget</h2><h3>Detail</h3><p>Cell A, Cell B</p><p>One</p>',
  ],
];

test('pasted text keeps its lists, headings and bold text, but no deleted text, and commas separate table cells', async ({
  page,
}) => {
  await page.goto('/announcements/create');
  const text = page.getByRole('textbox', { name: 'Text' });
  for (const [what, html, written] of pastes) {
    await text.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await paste(text, html);
    const shown = await text.evaluate((editor) =>
      editor.innerHTML.replaceAll(/ (?:class|data-[\w-]+)="[^"]*"|<br[^>]*>/g, ''),
    );
    // The editor appends an empty paragraph to every text.
    expect(shown.replace(/<p><\/p>$/, ''), what).toBe(written);
  }
  await checkScreen(page, `New Announcement | ${boardTitle} | Dais`);
});
