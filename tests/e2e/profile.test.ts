import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';

test.describe.configure({ timeout: 180_000 });

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Zoe', 'Avila');
});

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

const photo = async (): Promise<Buffer> => {
  const half = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#1f4e8c' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 800, height: 600, channels: 3, background: '#b0472f' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
};

test('a member can crop a profile picture by keyboard, and others see it', async ({ page, signIn, installation }) => {
  await signIn(member);
  await page.goto('/people/edit/zoe-avila');
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles({ name: 'none.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByText('The content of this file does not match its name.')).toBeVisible();
  await chooser.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo() });
  const crop = page.getByRole('group', { name: /^Picture: drag it/ });
  await expect(crop).toBeVisible();
  const zoom = page.getByRole('slider', { name: 'Zoom' });
  await zoom.focus();
  for (let pressed = 0; pressed < 10; pressed += 1) await page.keyboard.press('ArrowRight');
  await expect(zoom).toHaveAttribute('aria-valuetext', '150%');
  await crop.focus();
  for (let pressed = 0; pressed < 20; pressed += 1) await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('You have unsaved changes')).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(crop).toHaveCount(0);
  await expect(page.getByText('You have unsaved changes')).toBeHidden();

  await signIn(installation.admin);
  await page.goto('/people');
  const shown = page.getByRole('list', { name: 'People' }).locator('img');
  await expect(shown).toHaveCount(1);
  await expect.poll(() => shown.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(192);
  const bytes = await page.request.get((await shown.getAttribute('src')) ?? '');
  const { dominant } = await sharp(await bytes.body()).stats();
  expect(dominant.b, 'the left, blue half was chosen').toBeGreaterThan(dominant.r);
});
