import { expect, test } from '#tests/support/installed-browser.ts';
import { commentedPaper, encryptedPaper, pdfPaper } from '#tests/support/papers.ts';

test('shots', async ({ page, installation, signIn }) => {
  test.setTimeout(200_000);
  await signIn(installation.admin);
  const meeting = await installation.meeting({ title: 'Shots', inDays: 7 });
  const locked = await installation.paper(meeting, {
    name: 'Lease.pdf',
    bytes: await encryptedPaper(await pdfPaper(2), 'sesame'),
  });
  const reviewed = await installation.paper(meeting, { name: 'Reviewed.pdf', bytes: await commentedPaper() });
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const)
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`/meetings/${meeting.id}?document=${locked}`);
      await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible({ timeout: 20_000 });
      await page.screenshot({ path: `/tmp/f17/locked-${width}-${theme}.png` });
      await page.goto(`/meetings/${meeting.id}?document=${reviewed}`);
      const b = page.getByRole('button', { name: /^Comment of Thomas/ });
      await expect(b).toBeAttached({ timeout: 20_000 });
      await b.focus();
      await page.keyboard.press('Enter');
      await page.waitForTimeout(700);
      await page.screenshot({ path: `/tmp/f17/card-${width}-${theme}.png` });
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Marks' }).first().click();
      await page.waitForTimeout(700);
      await page.screenshot({ path: `/tmp/f17/list-${width}-${theme}.png` });
    }
});
