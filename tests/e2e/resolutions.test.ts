import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

/** The desk writes a resolution and circulates it; a voter answers on a phone from the mail, and it passes with the last consent. */

let ingrid: Signed;
test.beforeAll(async ({ installation }) => {
  ingrid = await installation.join('Ingrid', 'Solberg');
  await installation.admin.client.call('POST', '/ajax/deciding', { revision: 0, confirmed: true });
});

const dialog = (page: Page) => page.locator('section:is([role="dialog"], [role="alertdialog"])');
const title = 'Line of credit';
const mailMsMax = 30_000;
const screen = 'Resolution | Harbour Street Housing Trust | Dais';

test('a resolution is written, circulated and passed in writing, by keyboard and on a phone', async ({
  page,
  browser,
  installation,
  signIn,
  server,
}) => {
  await signIn(installation.admin);
  await page.goto('/resolutions');
  await expect(page.getByRole('heading', { name: 'No resolutions yet.' })).toBeVisible();
  await page.getByRole('link', { name: 'New written resolution' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save draft' }).press('Enter');
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'What is resolved' }).fill('That the line of credit be renewed.');
  await page.getByRole('button', { name: 'Save draft' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await checkScreen(page, screen);
  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
  await checkOpen(page);
  await dialog(page).getByRole('textbox', { name: 'Title' }).fill(`${title} of 2027`);
  await dialog(page).getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `${title} of 2027` })).toBeVisible();
  // Its papers are the desk's until then.
  await page
    .getByRole('main')
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'Renewal agreement.pdf',
      mimeType: 'application/pdf',
      buffer: await pdfPaper(1, 'The rate is prime plus 0.75 per cent.'),
    });
  await expect(page.getByRole('button', { name: 'More for Renewal agreement' })).toBeVisible();
  await checkScreen(page, screen);
  await page.getByRole('button', { name: 'Circulate' }).press('Enter');
  await dialog(page).getByRole('button', { name: 'Circulate' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your ballot' })).toBeVisible();
  await page.getByRole('button', { name: 'For', exact: true }).press('Space');
  await page.getByRole('button', { name: 'Send ballot: For' }).press('Enter');
  await expect(page.getByText('Your ballot is in.')).toBeVisible();
  await checkScreen(page, screen);

  const mail = await server.mailbox?.waitFor(
    ({ recipients, email }) =>
      recipients.includes(ingrid.email) && email.subject?.startsWith('Your ballot is asked for') === true,
    mailMsMax,
  );
  const address = /https?:\/\/\S+\/resolutions\/\S+/.exec(mail?.email.text ?? '')?.[0] ?? '';
  const phone = await browser.newContext({ viewport: { width: 390, height: 664 } });
  const voter = await phone.newPage();
  await voter.goto(address);
  await expect(voter).toHaveURL(/\/login/);
  await voter.getByLabel('Email').fill(ingrid.email);
  await voter.getByLabel('Password', { exact: true }).fill(ingrid.password);
  await voter.getByRole('button', { name: 'Log In' }).click();
  // The choice is at hand while the text is read, and takes no more room than it needs.
  await expect(voter.getByRole('button', { name: 'For', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(voter.getByRole('textbox', { name: 'Reason' })).toBeHidden();
  await checkScreen(voter, screen);
  await voter.getByRole('link', { name: /Renewal agreement/ }).click();
  await expect(voter.getByText('The rate is prime plus 0.75 per cent.')).toBeVisible();
  await voter.getByRole('button', { name: 'Close' }).click();
  await expect(voter).toHaveURL(/\/resolutions\/[^?]+$/);
  await voter.getByRole('button', { name: 'For', exact: true }).click();
  await voter.getByRole('textbox', { name: 'Reason' }).fill('A good rate.');
  // Not sent yet: leaving asks first.
  await voter.getByRole('link', { name: 'Resolutions', exact: true }).first().click();
  await voter.getByRole('button', { name: 'Stay' }).click();
  await expect(voter.getByRole('textbox', { name: 'Reason' })).toHaveValue('A good rate.');
  await voter.getByRole('button', { name: 'Send ballot: For' }).click();
  await expect(voter.getByRole('heading', { name: 'Passed in writing' })).toBeVisible();

  // The open page of the desk follows by itself.
  await expect(page.getByRole('heading', { name: 'Passed in writing' })).toBeVisible();
  await expect(page.getByText('A good rate.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'PDF', exact: true })).toBeVisible({ timeout: 20_000 });
  const number = `${new Date().getFullYear()}-001`;
  await voter.goto(`${server.url}/resolutions`);
  await expect(voter.getByRole('list', { name: /^Resolutions of / })).toContainText(number);
  // On the phone of the voter too.
  await voter.getByRole('link', { name: `${title} of 2027` }).click();
  await expect(voter.getByRole('link', { name: 'PDF', exact: true })).toBeVisible();
  await voter.goBack();
  await checkScreen(voter, 'Resolutions | Harbour Street Housing Trust | Dais');
  const download = voter.waitForEvent('download');
  await voter.getByRole('link', { name: 'Register, PDF' }).click();
  expect((await download).suggestedFilename()).toBe(`Resolutions of ${new Date().getFullYear()}.pdf`);
  await voter.getByRole('button', { name: /Result$/ }).click();
  await voter.getByRole('option', { name: 'Void', exact: true }).click();
  await expect(voter.getByRole('heading', { name: 'Nothing matches.' })).toBeVisible();
  await expect(voter).toHaveURL(/result=void/);
  await voter.goBack();
  await expect(voter.getByRole('list', { name: /^Resolutions of / })).toContainText(number);
  await voter.getByRole('searchbox', { name: 'Words in a resolution' }).fill('nothing like it');
  await expect(voter.getByRole('heading', { name: 'Nothing matches.' })).toBeVisible();
  await phone.close();
});

test('before it is circulated, the papers that are not there are named', async ({ page, installation, signIn }) => {
  const { client } = installation.admin;
  const board = await client.call('GET', '/ajax/resolutions');
  const made = await client.call('POST', '/ajax/written-resolutions', {
    ...{ body_id: board.json.data.bodies[0].id, title: 'A boat', text: 'That it be bought.' },
  });
  await signIn(installation.admin);
  await page.goto(`/resolutions/${made.json.data.resolution.id}`);
  const papers = page.getByRole('main').locator('input[type="file"]').first();
  await papers.setInputFiles({ name: 'Programme.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') });
  await expect(page.getByText(/^This type of file cannot be uploaded here\./)).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/ajax/uploads', async (route) => {
    await held.promise;
    await route.continue();
  });
  await papers.setInputFiles({ name: 'Offer.pdf', mimeType: 'application/pdf', buffer: await pdfPaper(1) });
  await page.getByRole('button', { name: 'Circulate' }).click();
  await expect(dialog(page)).toContainText('1 paper will be missing. Not uploaded: Programme.exe.');
  await expect(dialog(page)).toContainText('1 paper is still being uploaded: Offer.pdf.');
  await checkOpen(page);
  held.resolve();
  await expect(dialog(page)).not.toContainText('still being uploaded');
  await expect(dialog(page)).toContainText('Programme.exe');
});

test('a voter asks for a meeting, which ends it', async ({ page, installation, signIn }) => {
  const { client } = installation.admin;
  const board = await client.call('GET', '/ajax/resolutions');
  const made = await client.call('POST', '/ajax/written-resolutions', {
    ...{ body_id: board.json.data.bodies[0].id, title: 'A roof', text: 'That it be mended.' },
  });
  const { id } = made.json.data.resolution;
  await client.call('POST', `/ajax/written-resolutions/${id}/circulate`, { revision: 1 });
  await signIn(ingrid);
  await page.goto('/home');
  const asked = page.getByRole('region', { name: 'Waiting for your answer' });
  await expect(asked).toContainText('Written resolution. Vote until');
  await expect(asked.getByRole('link', { name: 'A roof' })).toHaveAttribute('href', `/resolutions/${id}`);
  await page.goto('/waiting');
  await page.getByRole('link', { name: /Read and vote: Written resolution: A roof/ }).click();
  for (const width of [390, 600, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('button', { name: 'Ask for a meeting' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Ask for a meeting' }).click();
  await checkOpen(page);
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Which firm?');
  await dialog(page).getByRole('button', { name: 'Ask for a meeting' }).click();
  await expect(page.getByText('A meeting is asked for by Ingrid Solberg')).toBeVisible();
  await expect(page.getByRole('main').getByText('Which firm?')).toBeVisible();
});

test('a ballot that comes after the resolution has ended is said not to count', async ({
  page,
  installation,
  signIn,
}) => {
  const { client } = installation.admin;
  const board = await client.call('GET', '/ajax/resolutions');
  const made = await client.call('POST', '/ajax/written-resolutions', {
    ...{ body_id: board.json.data.bodies[0].id, title: 'A fence', text: 'That it be painted.' },
  });
  const { id } = made.json.data.resolution;
  await client.call('POST', `/ajax/written-resolutions/${id}/circulate`, { revision: 1 });
  await signIn(ingrid);
  await page.goto(`/resolutions/${id}`);
  const ended = Promise.withResolvers<void>();
  await page.route('**/ballot', async (route) => {
    await ended.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'For', exact: true }).click();
  await page.getByRole('button', { name: 'Send ballot: For' }).click();
  await client.call('POST', `/ajax/written-resolutions/${id}/withdraw`, { reason: 'It was painted.' });
  await expect(page.getByText('It was painted.')).toBeVisible();
  ended.resolve();
  await expect(page.getByText('This resolution is no longer open.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('This resolution is no longer open.')).toHaveCount(0);
});

test('a ballot that was given up or refused says nothing once it is over', async ({ page, installation, signIn }) => {
  const { client } = installation.admin;
  const board = await client.call('GET', '/ajax/resolutions');
  const made = await client.call('POST', '/ajax/written-resolutions', {
    ...{ body_id: board.json.data.bodies[0].id, title: 'A gate', text: 'That it be oiled.' },
  });
  const { id } = made.json.data.resolution;
  await installation.sql('update deciding_settings set written_confirmed = true');
  await client.call('POST', `/ajax/written-resolutions/${id}/circulate`, { revision: 1 });
  await installation.sql('update deciding_settings set written_confirmed = false');
  await signIn(ingrid);
  await page.goto(`/resolutions/${id}`);
  await page.getByRole('button', { name: 'For', exact: true }).click();
  const send = page.getByRole('button', { name: 'Send ballot: For' });
  await send.click();
  await page
    .getByRole('dialog', { name: 'Confirm Your Password to Proceed' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(send).toBeEnabled();
  await expect(page.getByRole('region', { name: 'Your ballot' }).locator('p > svg')).toHaveCount(0);
  // As if it had been confirmed meanwhile.
  await installation.sql(`update written_resolutions set confirms_ballots = false where id = '${id}'`);

  const words = 'Not now.';
  await page.route('**/ballot', (route) => route.fulfill({ json: { status: 'error', msg: words } }));
  await send.click();
  await expect(page.getByText(words)).toBeVisible();
  await page.unroute('**/ballot');
  await send.click();
  await expect(page.getByText('Your ballot is in.')).toBeVisible();
  await client.call('POST', `/ajax/written-resolutions/${id}/withdraw`, { reason: 'It was oiled.' });
  await expect(page.getByText('It was oiled.')).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(0);
});

test('an open page asks for the ballot again once others vote', async ({ page, installation, signIn }) => {
  const { client } = installation.admin;
  const nils = await installation.join('Nils', 'Berg');
  const board = await client.call('GET', '/ajax/resolutions');
  const bodyId = board.json.data.bodies[0].id;
  const made = await client.call('POST', '/ajax/written-resolutions', {
    ...{ body_id: bodyId, title: 'A pier', text: 'That it be built.' },
  });
  const { id } = made.json.data.resolution;
  await client.call('POST', `/ajax/written-resolutions/${id}/circulate`, { revision: 1 });
  await client.call('PUT', `/ajax/written-resolutions/${id}/ballot`, { choice: 'for' });
  await signIn(installation.admin);
  // Whoever is invited votes at once.
  await page.goto('/people/create');
  await page.getByRole('textbox', { name: 'First name' }).fill('Solveig');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Lund');
  await page.getByRole('textbox', { name: 'Email' }).fill('solveig@example.org');
  await page.getByRole('button', { name: 'Invite' }).click();
  const question = page.getByRole('alertdialog', { name: 'Invite this person?' });
  await expect(question).toContainText('‘A pier’ is circulated anew: ballots sent before do not count any more.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  const anew = 'Where others vote after this change, it is circulated anew';
  await page.goto('/people/create/several');
  await page.getByRole('textbox', { name: 'One person on each line' }).fill('Solveig Lund, solveig@example.org');
  await page.getByRole('button', { name: 'Invite 1 person' }).click();
  await expect(dialog(page).getByText(anew)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`/resolutions/${id}`);
  await expect(page.getByText('Your ballot is in.')).toBeVisible();
  // In a tall window, too, the ballot is at its edge.
  await page.setViewportSize({ width: 820, height: 1600 });
  const bar = page.getByRole('region', { name: 'Your ballot' });
  await expect
    .poll(async () => Math.round(await bar.evaluate((each) => each.getBoundingClientRect().bottom)))
    .toBe(1600);
  const [row] = await installation.sql('select id from members where first_name = $1', [nils.first_name]);
  await client.call('POST', `/ajax/bodies/${bodyId}/voters`, { member_id: row?.id, votes: false });
  await expect(page.getByText('Your ballot does not count any more', { exact: false })).toBeVisible();
  await expect(page.getByText('Your ballot is in.')).toHaveCount(0);
});
