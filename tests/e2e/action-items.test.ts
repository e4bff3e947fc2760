import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

/** The desk gives somebody an action item, who says by the link in the mail that it is done, and the desk sees it. */

let ingrid: Signed;
test.beforeAll(async ({ installation }) => {
  ingrid = await installation.join('Ingrid', 'Solberg');
});

const dialog = (page: Page) => page.locator('section:is([role="dialog"], [role="alertdialog"])');
const dueOn = (): string => new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);

test('an action item is made in a meeting, mailed to its owner, done by the link on a phone, and seen by the desk', async ({
  page,
  browser,
  installation,
  signIn,
  server,
}) => {
  const { id } = await installation.meeting({ title: 'With actions' });
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}`);
  await page.getByRole('button', { name: 'New action item' }).click();
  await expect(dialog(page).getByRole('combobox', { name: 'Owner' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Make action item' }).click();
  await expect(dialog(page).getByText('This field is required.').first()).toBeVisible();
  await checkOpen(page);
  await dialog(page).getByRole('textbox', { name: 'Action', exact: true }).fill('Ask three firms for an offer');
  await dialog(page)
    .getByRole('button', { name: /Agenda item/ })
    .click();
  await page.getByRole('option', { name: '2 Finance report' }).click();
  await dialog(page).getByRole('combobox', { name: 'Owner' }).fill('Ingrid');
  await page.getByRole('option', { name: 'Ingrid Solberg' }).click();
  const [year = '', month = '', day = ''] = dueOn().split('-');
  await dialog(page)
    .getByRole('spinbutton', { name: /^month, / })
    .fill(month);
  await dialog(page)
    .getByRole('spinbutton', { name: /^day, / })
    .fill(day);
  await dialog(page)
    .getByRole('spinbutton', { name: /^year, / })
    .fill(year);
  await dialog(page).getByRole('button', { name: 'Make action item' }).click();
  const task = page.getByRole('list', { name: 'Action items of item 2' });
  await expect(task).toContainText('Ask three firms for an offer');
  await expect(task).toContainText('Ingrid Solberg');
  await expect(dialog(page)).toHaveCount(0);

  const uid = await installation.magicUid(ingrid.email, 'Ask three firms');
  const phone = await browser.newContext({ viewport: { width: 390, height: 664 } });
  const visitor = await phone.newPage();
  await visitor.goto(`${server.url}/action/${uid}`);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Ask three firms for an offer' })).toBeVisible();
  await visitor.getByRole('textbox', { name: 'Note' }).fill('Two have answered.');
  await visitor.getByRole('button', { name: 'Done' }).click();
  await expect(visitor.getByText('Thank you, Ingrid. It is done now.').first()).toBeVisible();
  await expect(visitor.getByRole('definition').first()).toHaveText('Done');
  await phone.close();

  await expect(task).toContainText('Done');
  await page.goto('/actions');
  await page.getByRole('button', { name: 'Ask three firms for an offer', exact: true }).click();
  await expect(dialog(page)).toContainText('by link');
  await expect(dialog(page).getByRole('textbox', { name: 'Notes' })).toHaveValue('Two have answered.');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await checkScreen(page, 'Actions | Harbour Street Housing Trust | Dais');
});

test('of two states that are chosen in a row the last one is kept', async ({ page, installation, signIn }) => {
  const { client } = installation.admin;
  const { id } = await installation.meeting({ title: 'With a quick hand' });
  const owners = await client.call('GET', `/ajax/action-items/owners?meeting=${id}`);
  const made = await client.call('POST', '/ajax/action-items', {
    ...{ meeting_id: id, title: 'Count the buoys', notes: '', due_on: dueOn() },
    owner_id: owners.json.data.people[0].member_id,
  });
  await signIn(installation.admin);
  await page.goto('/actions');
  const state = page.getByRole('button', { name: /State of Count the buoys/ });
  const choose = async (name: string): Promise<void> => {
    await state.click();
    await page.getByRole('option', { name }).click();
  };
  const [sent, answered]: [string[], string[]] = [[], []];
  let show = (): void => undefined;
  const shown = new Promise<void>((resolve) => {
    show = resolve;
  });
  await expect(state).toContainText('Open');
  // The list that has the outcome comes last.
  await page.route('**/ajax/action-items{/*,?*}', async (route) => {
    const body = route.request().postDataJSON();
    if (body === null) await shown;
    else sent.push(body.state);
    await new Promise((resolve) => setTimeout(resolve, 600));
    const response = await route.fetch();
    await route.fulfill({ response });
    if (body !== null) answered.push(body.state);
  });
  await choose('In progress');
  await expect.poll(() => answered).toEqual(['in-progress']);
  await page.waitForTimeout(300);
  expect(await state.textContent()).toContain('In progress');
  await choose('Open');
  await choose('Done');
  await expect.poll(() => answered).toEqual(['in-progress', 'open', 'done']);
  expect(sent).toEqual(answered);
  await expect(page.getByText('Somebody else has changed it meanwhile.')).toHaveCount(0);
  show();
  const kept = async () => (await client.call('GET', `/ajax/action-items/${made.json.data.item.id}`)).json.data.item;
  await expect.poll(async () => (await kept()).state).toBe('done');
});

test('what was typed stays where somebody else has saved meanwhile, and is asked about before it is lost', async ({
  page,
  installation,
  signIn,
}) => {
  const { client } = installation.admin;
  const { id } = await installation.meeting({ title: 'With two editors' });
  const owners = await client.call('GET', `/ajax/action-items/owners?meeting=${id}`);
  const made = await client.call('POST', '/ajax/action-items', {
    ...{ meeting_id: id, title: 'Paint the gate', notes: '', due_on: dueOn() },
    owner_id: owners.json.data.people[0].member_id,
  });
  const { item } = made.json.data;
  await signIn(installation.admin);
  await page.goto('/actions');
  await page.getByRole('button', { name: 'Paint the gate', exact: true }).click();
  const field = (name: string) => dialog(page).getByRole('textbox', { name, exact: true });
  await field('Action').fill('Paint the gate green');
  await client.call('PATCH', `/ajax/action-items/${item.id}`, {
    ...{ revision: item.revision, title: 'Paint the gate blue', notes: 'Two coats.' },
  });
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('Somebody else has changed this meanwhile')).toBeVisible();
  await expect(field('Action')).toHaveValue('Paint the gate green');
  await expect(field('Notes')).toHaveValue('Two coats.');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  const kept = await client.call('GET', `/ajax/action-items/${item.id}`);
  expect(kept.json.data.item).toMatchObject({ title: 'Paint the gate green', notes: 'Two coats.' });
});
