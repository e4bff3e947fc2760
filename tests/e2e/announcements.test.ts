import { boardTitle, type Signed } from '#tests/support/installation.ts';
import { dropCookies, expect, test } from '#tests/support/installed-browser.ts';
import { checkScreen } from '#tests/support/screen-check.ts';

/** An announcement from its writing to its reading. */

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Oskar', 'Lund');
});

test('S1.4 S2.8 an announcement is written, published, and read by its audience', async ({
  page,
  signIn,
  installation,
}) => {
  await signIn(installation.admin);
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
  await checkScreen(page, `New Announcement | ${boardTitle} | Dais`);
  // A poll is asked before anything goes out: the draft is saved for it.
  await page.getByRole('button', { name: 'Add a poll' }).click();
  const asking = page.getByRole('dialog', { name: 'New poll' });
  await asking.getByRole('textbox', { name: 'Question' }).fill('Will you come by bus?');
  for (const [nth, answer] of ['Yes', 'No'].entries()) {
    await asking.getByRole('textbox', { name: `Answer ${nth + 1}` }).fill(answer);
  }
  await asking.getByRole('button', { name: 'Add poll' }).click();
  await expect(page.getByText('Will you come by bus?').first()).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Programme.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish announcement' });
  await expect(dialog.getByText('2 members')).toBeVisible();
  await expect(dialog).toContainText('1 paper will be missing. Not uploaded: Programme.exe.');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Site visit', level: 2 })).toBeVisible();
  const listed = page.getByRole('article').getByRole('listitem').filter({ hasText: 'sturdy shoes' });
  await expect(listed).toBeVisible();

  await signIn(member);
  await page.goto('/announcements');
  await expect(page.getByRole('heading', { name: 'Site visit', level: 2 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await checkScreen(page, `Announcements | ${boardTitle} | Dais`);
});

test('what is pasted from Word keeps its headings and the cells of its tables apart', async ({
  page,
  signIn,
  installation,
}) => {
  await signIn(installation.admin);
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
});

test('S2.9 S3.19 S4.12 one for a group is scheduled, published by its hour, and opened and answered by its mail’s link on a phone', async ({
  page,
  browser,
  signIn,
  installation,
}) => {
  test.setTimeout(180_000);
  const { client } = installation.admin;
  const outsider = await installation.join('Petra', 'Holm');
  const people = (await client.call('GET', '/ajax/people')).json.data.people as { id: string; last_name: string }[];
  const oskar = people.find((person) => person.last_name === 'Lund')?.id;
  const group = { name: 'Site committee', description: '', members: [{ member_id: oskar, is_group_admin: false }] };
  const made = (await client.call('POST', '/ajax/groups', group)).json.data.group;
  const body = {
    title: 'Tents for the summer',
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'We need two.' }] }] },
    audience: { whole_board: false, group_ids: [made.id], member_ids: [] },
  };
  const { id } = (await client.call('POST', '/ajax/announcements', body)).json.data.announcement;

  await signIn(installation.admin);
  await page.goto(`/announcements/${id}`);
  await page.getByRole('button', { name: 'Add a poll' }).click();
  const poll = page.getByRole('dialog');
  await poll.getByRole('textbox', { name: 'Question' }).fill('Which colour?');
  await poll.getByRole('textbox', { name: 'Answer 1' }).fill('Green');
  await poll.getByRole('textbox', { name: 'Answer 2' }).fill('White');
  await poll.getByRole('button', { name: 'Add poll' }).click();
  await expect(page.getByRole('heading', { name: 'Which colour?' })).toBeVisible();
  await page.goto(`/announcements/edit/${id}`);
  await page.getByRole('button', { name: 'Add link' }).click();
  const link = page.getByRole('dialog', { name: 'Add link' });
  await link.getByRole('textbox', { name: 'Address' }).fill('https://example.org/tents');
  await link.getByRole('textbox', { name: 'Title' }).fill('The catalogue');
  await link.getByRole('button', { name: 'Add link' }).click();
  await expect(page.getByText('The catalogue', { exact: true })).toBeVisible();
  const later = new Date(Date.now() + 86_400_000).toISOString();
  expect((await client.call('POST', `/ajax/announcements/${id}/publish`, { publish_on: later })).json.status).toBe(
    'success',
  );
  await page.goto(`/announcements/${id}`);
  await expect(page.getByText(/^It will be published on /)).toBeVisible();
  expect((await member.client.call('GET', `/ajax/announcements/${id}`)).status).toBe(404);

  // Its hour comes; the job looks each minute.
  await installation.sql("update announcements set publish_on = now() - interval '1 second' where id = $1", [id]);
  const mail = await installation.server.mailbox?.waitFor(
    (received) => received.email.subject === 'Tents for the summer',
    100_000,
  );
  expect(mail?.recipients).toEqual([member.email]);
  const uid = /\/announcement\/(a[a-z2-7]{52})/.exec(mail?.email.text ?? '')?.[1];
  const phone = await browser.newContext({ baseURL: installation.server.url, viewport: { width: 390, height: 844 } });
  const opened = await phone.newPage();
  await opened.goto(`/announcement/${uid}`);
  await expect(opened.getByRole('heading', { level: 1, name: 'Tents for the summer' })).toBeVisible();
  await expect(opened.getByText('We need two.')).toBeVisible();
  await expect(opened.getByRole('link', { name: /The catalogue/ })).toBeVisible();
  await expect(opened.getByRole('searchbox')).toHaveCount(0);
  await opened.getByRole('radio', { name: 'Green' }).check({ force: true });
  await opened.getByRole('button', { name: 'Vote' }).click();
  await expect(opened.getByText('You have answered.', { exact: true })).toBeVisible();
  await phone.close();
  // Reading by link leaves no trace but the answer; who is outside the audience has nothing.
  const { announcement } = (await client.call('GET', `/ajax/announcements/${id}`)).json.data;
  expect(announcement).toMatchObject({ opened: { count: 0, of: 1 }, polls: { polls: [{ response_count: 1 }] } });
  expect((await outsider.client.call('GET', `/ajax/announcements/${id}`)).status).toBe(404);

  await page.reload();
  await page.getByRole('button', { name: 'Announcement actions' }).click();
  await page.getByRole('menuitem', { name: 'Links' }).click();
  await page.getByRole('button', { name: 'End the link of Oskar Lund' }).click();
  await expect(page.getByRole('dialog', { name: 'Links' }).getByText('Link ended')).toBeVisible();
  await dropCookies(page);
  await page.goto(`/announcement/${uid}`);
  await expect(page.getByRole('heading', { name: 'This link opens nothing' })).toBeVisible();
});
