import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { dialog } from '#tests/support/page-acts.ts';

let ingrid: Signed;
test.beforeAll(async ({ installation }) => {
  ingrid = await installation.join('Ingrid', 'Solberg');
});

const dueOn = (): string => new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);

test('the owner of an action item gets it by email and completes it through a link on a phone', {
  tag: '@everyday',
}, async ({ asAdmin: page, openNew, installation }) => {
  const { id } = await installation.meeting({ title: 'With actions' });
  await page.goto(`/meetings/${id}`);
  await page.getByRole('button', { name: 'New action item' }).click();
  await expect(dialog(page).getByRole('combobox', { name: 'Owner' })).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Action', exact: true }).fill('Ask three firms for an offer');
  await dialog(page)
    .getByRole('button', { name: /Agenda item/ })
    .click();
  await page.getByRole('option', { name: '2 Finance report' }).click();
  await dialog(page).getByRole('combobox', { name: 'Owner' }).fill('Ingrid');
  await page.getByRole('option', { name: 'Ingrid Solberg' }).click();
  const [year = '', month = '', day = ''] = dueOn().split('-');
  for (const [part, digits] of Object.entries({ month, day, year })) {
    await dialog(page)
      .getByRole('spinbutton', { name: new RegExp(`^${part}, `) })
      .fill(digits);
  }
  await dialog(page).getByRole('button', { name: 'Create action item' }).click();
  const task = page.getByRole('list', { name: 'Action items for item 2' });
  await expect(task).toContainText('Ask three firms for an offer');
  await expect(task).toContainText('Ingrid Solberg');
  await expect(dialog(page)).toHaveCount(0);

  const uid = await installation.magicUid(ingrid.email, 'Ask three firms');
  const visitor = await openNew(390);
  await visitor.goto(`/action/${uid}`);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Ask three firms for an offer' })).toBeVisible();
  await visitor.getByRole('textbox', { name: 'Note' }).fill('Two have answered.');
  await visitor.getByRole('button', { name: 'Done' }).click();
  await expect(visitor.getByText('Thank you, Ingrid. The action item is now done.').first()).toBeVisible();
  await expect(visitor.getByRole('definition').first()).toHaveText('Done');

  await expect(task).toContainText('Done');
  await page.goto('/actions');
  await page.getByRole('button', { name: 'Ask three firms for an offer', exact: true }).click();
  await expect(dialog(page)).toContainText('by link');
  await expect(dialog(page).getByRole('textbox', { name: 'Notes' })).toHaveValue('Two have answered.');
});
