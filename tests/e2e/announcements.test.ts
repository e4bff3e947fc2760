import { boardTitle, type Signed } from '#tests/support/installation.ts';
import { dropCookies, expect, test } from '#tests/support/installed-browser.ts';
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
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
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
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
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

test('text pasted from Word keeps its headings, and the cells of its tables apart', async ({ page }) => {
  await page.goto('/announcements/create');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.click();
  await text.evaluate((editor) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<h1>Budget</h1><h4>Detail</h4><table><tr><td><p>Cell A</p></td><td>Cell B</td></tr><tr><td>One</td></tr></table>',
    );
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(text.getByRole('heading', { level: 2, name: 'Budget' })).toBeVisible();
  await expect(text.getByRole('heading', { level: 3, name: 'Detail' })).toBeVisible();
  await expect(text.getByText('Cell A, Cell B', { exact: true })).toBeVisible();
  await expect(text.getByText('One', { exact: true })).toBeVisible();
  await checkScreen(page, `New Announcement | ${boardTitle} | Dais`);
});

test('a scheduled announcement is mailed, and answered by its link', async ({ page, browser, installation }) => {
  const { client } = installation.admin;
  const create = async (path: string, body: object) => (await client.call('POST', path, body)).json.data;
  const { people } = (await client.call('GET', '/ajax/people')).json.data;
  const oskar = people.find(({ last_name }: { last_name: string }) => last_name === 'Lund').id;
  const members = [{ member_id: oskar, is_group_admin: false }];
  const { group } = await create('/ajax/groups', { name: 'Site committee', description: '', members });
  const { announcement } = await create('/ajax/announcements', {
    title: 'Tents for the summer',
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'We need two.' }] }] },
    audience: { whole_board: false, group_ids: [group.id], member_ids: [] },
  });
  const { id } = announcement;
  const poll = { choice: 'single', is_anonymous: false, results: 'always', closes_at: null };
  await create(`/ajax/announcements/${id}/polls`, { ...poll, question: 'Which colour?', options: ['Green', 'White'] });
  const home = { kind: 'announcement', id };
  await create('/ajax/library/links', { home, title: 'The catalogue', url: 'https://example.org/tents' });
  await create(`/ajax/announcements/${id}/publish`, { publish_on: new Date(Date.now() + 86_400_000).toISOString() });
  await page.goto(`/announcements/${id}`);
  await expect(page.getByText(/^It will be published on /)).toBeVisible();

  // A job looks every minute for what is due.
  await installation.sql("update announcements set publish_on = now() - interval '1 second' where id = $1", [id]);
  const mail = await installation.server.mailbox?.waitFor(
    (received) => received.email.subject === 'Tents for the summer',
    100_000,
  );
  expect(mail?.recipients).toEqual([member.email]);
  const uid = /\/announcement\/(a[a-z2-7]{52})/.exec(mail?.email.text ?? '')?.[1];
  const phone = await browser.newPage({ baseURL: installation.server.url, viewport: { width: 390, height: 844 } });
  await phone.goto(`/announcement/${uid}`);
  await expect(phone.getByRole('heading', { level: 1, name: 'Tents for the summer' })).toBeVisible();
  await expect(phone.getByText('We need two.')).toBeVisible();
  await expect(phone.getByRole('link', { name: /The catalogue/ })).toBeVisible();
  await expect(phone.getByRole('searchbox')).toHaveCount(0);
  await phone.getByRole('radio', { name: 'Green' }).check({ force: true });
  await phone.getByRole('button', { name: 'Vote' }).click();
  await expect(phone.getByText('You have answered.', { exact: true })).toBeVisible();
  await phone.close();

  await page.reload();
  await page.getByRole('button', { name: 'Announcement actions' }).click();
  await page.getByRole('menuitem', { name: 'Links' }).click();
  await page.getByRole('button', { name: 'End the link of Oskar Lund' }).click();
  await expect(page.getByRole('dialog', { name: 'Links' }).getByText('Link ended')).toBeVisible();
  await dropCookies(page);
  await page.goto(`/announcement/${uid}`);
  await expect(page.getByRole('heading', { name: 'This link opens nothing' })).toBeVisible();
});
