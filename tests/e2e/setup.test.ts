import sharp from 'sharp';
import { boardTitle } from '#tests/support/installation.ts';
import { dropCookies, expect, test } from '#tests/support/installed-browser.ts';
import { checkScreen } from '#tests/support/screen-check.ts';

test('S2.20 S9.17 a board admin sets the board up, sees it everywhere, and reads it in the log', async ({
  page,
  installation,
  signIn,
}) => {
  test.slow();
  const { admin, server } = installation;
  await signIn(admin);
  await page.goto('/admin/setup');
  await checkScreen(page, `Setup | ${boardTitle} | Dais`);

  await test.step('a colour is shown in both themes before it is saved, and can be read in both', async () => {
    await page.getByLabel('Custom').fill('F4C9D6');
    await expect(page.getByText(/^Text on this colour is black\. Contrast \d+(\.\d)? to 1\.$/)).toBeVisible();
    for (const theme of ['light', 'dark']) {
      expect(await worstContrast(page.locator(`[data-preview=${theme}]`)), theme).toBeGreaterThanOrEqual(4.5);
    }
    await page.getByLabel('Custom').fill('pink');
    await expect(page.getByText(/Write a colour as # and six digits/)).toBeVisible();
    await page.getByRole('radio', { name: 'Brick' }).press('Space');
    await expect(page.getByLabel('Custom')).toHaveValue('#7d2a26');
  });

  await test.step('name, zone, default meeting and reminders are saved together', async () => {
    await page.getByLabel('Title', { exact: true }).fill('Harbour Trust');
    await page.getByLabel('Short name').fill('www');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Lisbon');
    await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
    await page.getByLabel('Length in minutes').fill('75');
    await page.getByLabel('Agenda', { exact: true }).fill('Welcome (5 min)\nReports\n  Treasurer');
    await page.getByRole('button', { name: 'Remove 1 week before' }).click();
    await page.getByRole('button', { name: 'Add reminder' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '2 days before' })).toBeVisible();
    await expect(page.getByText('You have unsaved changes')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('This shortname is reserved.')).toBeVisible();
    await page.getByLabel('Short name').fill('harbour-trust');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Setup saved')).toBeVisible();
    await expect(page).toHaveTitle('Setup | Harbour Trust | Dais');
    await expect
      .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--board')))
      .toBe('#7d2a26');
    const { json } = await admin.client.call('GET', '/ajax/default-meeting');
    expect(json?.data.default_meeting).toMatchObject({
      length_minutes: 75,
      agenda_items: [{ minutes: 5 }, {}, { depth: 1 }],
    });
  });

  await test.step('what somebody else saves meanwhile is told, not overwritten', async () => {
    await page.getByLabel('Title', { exact: true }).fill('Typed here');
    const { json } = await admin.client.call('GET', '/ajax/board');
    await admin.client.call('POST', '/ajax/board', { revision: json?.data.setup.revision, people_hidden: true });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const reported = page.getByRole('alertdialog').filter({ hasText: 'Somebody else' });
    await expect(reported.getByText(/Somebody else has changed the setup/)).toBeVisible();
    await reported.getByText('Dismiss').click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed here');
    await page.getByLabel('Title', { exact: true }).fill('Harbour Trust');
  });

  await test.step('a logo takes the place of the initial, sharp on dense screens, also where one signs in', async () => {
    const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#7d2a26' } })
      .png()
      .toBuffer();
    const chooser = page.waitForEvent('filechooser');
    await page.getByText('choose a file').click();
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: bytes });
    await expect(page.getByText('Logo saved')).toBeVisible();
    const inFrame = page
      .getByRole('complementary', { name: 'Board', exact: true })
      .locator('img[src^="/conversions/"]');
    await expect(inFrame).toHaveAttribute('srcset', /@2x\.png 2x$/);
    await expect.poll(() => inFrame.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const mailed = await installation.invite('Nadia', 'Rahman');
    expect(mailed).toContain('/inv/');
    const mail = await server.mailbox?.waitFor(
      (received) => received.recipients.includes('nadia.rahman@harbour.example'),
      5_000,
    );
    expect(mail?.email.html).toMatch(/\/conversions\/[a-f0-9]{64}\.png/);
    expect(mail?.email.html).toContain('#7d2a26');
  });

  await test.step('the second factor is asked of others by whoever has one', async () => {
    await expect(page.getByRole('link', { name: 'Set up mine' })).toBeVisible();
  });

  await test.step('the log has it, filtered by the address', async () => {
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(page.getByRole('row', { name: /Elena Kowalczyk Logo set/ })).toBeVisible();
    await page.getByRole('button', { name: /^Everything/ }).click();
    await page.getByRole('option', { name: 'People and groups' }).click();
    await expect(page).toHaveURL(/kind=people/);
    await expect(page.getByRole('row', { name: /Person invited Nadia Rahman/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Logo set/ })).toHaveCount(0);
    await checkScreen(page, 'Setup | Harbour Trust | Dais');
  });

  await test.step('M25d the old short name leads to the board, without telling strangers the new one', async () => {
    await dropCookies(page);
    await page.goto('/login?board=harbour');
    await expect(page).toHaveURL(/board=harbour$/);
    await expect(page.getByText('Harbour Trust')).toBeVisible();
    await expect(page.locator('img[src^="/conversions/"]')).toBeVisible();
  });
});

test('a board admin sets how the board decides, counts an example beside it, and confirms who votes', async ({
  page,
  installation,
  signIn,
}) => {
  test.slow();
  const { admin } = installation;
  const joined = await Promise.all(['Ada', 'Carl', 'Emmy'].map((name) => installation.join(name, 'Byron')));
  expect(joined).toHaveLength(3);
  // Other tests of this file have added people and renamed the board.
  const [{ title, voters }] = (await installation.sql(
    `select b.title, count(*)::int as voters from boards b join members m on m.board_id = b.id
     where m.status in ('active', 'invited') and m.removed_at is null group by b.id`,
  )) as readonly [{ readonly title: string; readonly voters: number }];
  await signIn(admin);
  await page.goto('/admin/setup');
  await page.getByRole('link', { name: 'Deciding' }).click();
  const example = page.getByRole('complementary', { name: 'Example' });
  await expect(example.getByText(`of ${voters} in office make a quorum: more than half.`)).toBeVisible();
  await checkScreen(page, `Setup | ${title} | Dais`);

  await test.step('fewer seats than voters are refused at their field, and nothing typed is lost', async () => {
    await page.getByLabel('Seats').fill('two');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('This field must be a whole number')).toBeVisible();
    await page.getByLabel('Seats').fill('3');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`${voters} vote in this body.`)).toBeVisible();
    const seats = 2 * voters + 1;
    await page.getByLabel('Seats').fill(String(seats));
    await expect(example.getByText(`of ${seats} in office make a quorum: more than half.`)).toBeVisible();
    await expect(example.getByText('No quorum')).toBeVisible();
  });

  await test.step('a ready-made set of rules fills the fields, by keyboard', async () => {
    await page.getByRole('button', { name: 'Start from' }).press('Enter');
    await page.getByRole('menuitem', { name: 'UK model articles' }).press('Enter');
    await expect(page.getByLabel('Seats')).toHaveValue('');
    await expect(page.getByLabel('Number', { exact: true })).toHaveValue('2');
    await expect(example.getByText(`of ${voters} in office make a quorum.`)).toBeVisible();
    await expect(example.getByText('Quorum', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /Chair$/ }).click();
    await page.getByRole('option', { name: 'Ada Byron' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Setup saved')).toBeVisible();
    await expect(page.getByText('You have unsaved changes')).toHaveCount(0);
  });

  await test.step('who votes is switched, saved with the page, and confirmed', async () => {
    const ada = page.getByRole('listitem').filter({ hasText: 'Ada Byron' });
    await expect(ada.getByText('Chair')).toBeVisible();
    await page.getByRole('switch', { name: 'Ada Byron votes' }).press('Space');
    await expect(example.getByText(`of ${voters - 1} in office make a quorum.`)).toBeVisible();
    await expect(page.getByText('You have unsaved changes').first()).toBeVisible();
    await expect(page.getByText('Save first, then confirm')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('You have unsaved changes')).toHaveCount(0);
    await page.getByRole('button', { name: 'Confirm who votes' }).click();
    await expect(page.getByText(/^Confirmed /)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Ada Byron votes' })).not.toBeChecked();
    await expect(page.getByLabel('Number', { exact: true })).toHaveValue('2');
  });

  await test.step('several switches circulate a written resolution anew once, after one question', async () => {
    const { client } = admin;
    const { bodies } = (await client.call('GET', '/ajax/resolutions')).json.data;
    const words = { body_id: bodies[0].id, title: 'A roof', text: 'That it be mended.' };
    const made = await client.call('POST', '/ajax/written-resolutions', words);
    const { id } = made.json.data.resolution;
    await client.call('POST', `/ajax/written-resolutions/${id}/circulate`, { revision: 1 });
    const roundOf = async () => (await client.call('GET', `/ajax/resolutions/${id}`)).json.data.resolution.round;
    for (const name of ['Ada', 'Carl']) await page.getByRole('switch', { name: `${name} Byron votes` }).press('Space');
    expect(await roundOf()).toBe(1);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Save who votes?' });
    await expect(
      question.getByText('‘A roof’ is circulated anew: ballots sent before do not count any more.'),
    ).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(page.getByText('You have unsaved changes').first()).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('You have unsaved changes')).toHaveCount(0);
    // By the server's next look at what circulates.
    await expect.poll(roundOf, { timeout: 90_000 }).toBe(2);
    await client.call('POST', `/ajax/written-resolutions/${id}/withdraw`, { reason: 'It was a try.' });
  });

  await test.step('a group that somebody deletes meanwhile keeps nobody from saving', async () => {
    const made = await admin.client.call('POST', '/ajax/groups', { name: 'Audit', description: '', members: [] });
    await page.getByRole('button', { name: /Body$/ }).click();
    await page.getByRole('option', { name: 'Audit' }).click();
    await page.getByLabel('Seats').fill('5');
    await admin.client.call('POST', `/ajax/groups/${made.json.data.group.id}/delete`, { audience_goes_to: 'members' });
    await expect(page.getByRole('button', { name: /Body$/ })).toHaveCount(0);
    await page.getByRole('switch', { name: /remote members/ }).press('Space');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Setup saved').last()).toBeVisible();
    await expect(page.getByText('You have unsaved changes')).toHaveCount(0);
  });

  await test.step('the log has old and new', async () => {
    await page.goto('/admin/setup?view=log&kind=decisions');
    await expect(page.getByText('quorum: more-than-half → 2, chair')).toBeVisible();
    await expect(page.getByRole('row', { name: /Who votes confirmed/ })).toBeVisible();
  });
});

/** The lowest contrast of text on its ground in a preview, as the browser has painted them. */
function worstContrast(preview: import('@playwright/test').Locator): Promise<number> {
  return preview.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (canvas === null) throw new Error('There is no canvas.');
    const paint = (colours: readonly string[]): readonly number[] => {
      canvas.clearRect(0, 0, 1, 1);
      for (const colour of colours) {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
      }
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const luminance = (rgb: readonly number[]): number => {
      const [r = 0, g = 0, b = 0] = rgb.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const grounds = (from: Element | null): string[] =>
      from === null ? [] : [...grounds(from.parentElement), getComputedStyle(from).backgroundColor];
    const texts = [...element.querySelectorAll('*')].filter(
      (each) => each.children.length === 0 && (each.textContent ?? '').trim() !== '',
    );
    const ratios = texts.map((each) => {
      const under = paint(grounds(each));
      const [light = 0, dark = 0] = [
        luminance(paint([`rgb(${under})`, getComputedStyle(each).color])),
        luminance(under),
      ].toSorted((a, b) => b - a);
      return (light + 0.05) / (dark + 0.05);
    });
    return Math.min(...ratios);
  });
}

test('S2.40 another view of Setup, and Back to it, ask before what was typed is lost', async ({
  page,
  installation,
  signIn,
}) => {
  await signIn(installation.admin);
  await page.goto('/admin/setup');
  await page.getByRole('link', { name: 'Deciding' }).click();
  const months = page.getByRole('textbox', { name: 'Confirming interests' });
  await months.fill('6');
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
  for (const leave of [() => page.goBack(), () => page.getByRole('link', { name: 'Audit log' }).click()]) {
    await leave();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(/view=deciding/);
    await expect(months).toHaveValue('6');
  }
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).not.toHaveURL(/view=/);
});
