import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/installed-browser.ts';

/** Forms that are sent with something missing or wrong: each field says its sentence itself, and no modal opens. */

const required = 'This field is required.';
/** Zero-width spaces and a change of direction: there is something, and nothing is seen. */
const unseen = '\u200b\u202e\u2060';

interface Form {
  readonly name: string;
  readonly path: string;
  /** Opens the form and types what is wrong. */
  readonly fill: (page: Page) => Promise<void>;
  /** The button that sends it. */
  readonly send: string;
  /** By the field's role and name; the sentence that describes it then. */
  readonly said: readonly (readonly ['textbox' | 'group', string | RegExp, string])[];
}

const press = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).click();
const nothing = async (): Promise<void> => undefined;

const forms: readonly Form[] = [
  {
    name: 'a meeting without title, date and times',
    path: '/meetings/create',
    fill: nothing,
    send: 'Publish',
    said: [
      ['textbox', 'Title', required],
      ['group', 'Date', 'This field cannot be empty'],
      ['group', 'Start', 'Cannot be empty'],
      ['group', 'End', 'Cannot be empty'],
    ],
  },
  {
    name: 'an announcement that is to be published later, without title and time',
    path: '/announcements/create',
    fill: async (page) => {
      await page.getByRole('textbox', { name: 'Title' }).fill(unseen);
      await page.getByText('Later', { exact: true }).click();
    },
    send: 'Schedule',
    said: [['textbox', 'Title', required]],
  },
  {
    name: 'a person without first name and address',
    path: '/people/create',
    fill: async (page) => {
      await page.getByRole('textbox', { name: 'First name' }).fill(unseen);
      await page.getByRole('textbox', { name: 'Email' }).fill('nia@');
    },
    send: 'Invite',
    said: [
      ['textbox', 'First name', required],
      ['textbox', 'Last name', required],
      ['textbox', 'Email', 'This field must be in email format'],
    ],
  },
  {
    name: 'a group whose name shows nothing',
    path: '/admin/groups/create',
    fill: (page) => page.getByRole('textbox', { name: 'Name' }).fill(unseen),
    send: 'Create group',
    said: [['textbox', 'Name', required]],
  },
  {
    name: 'profile fields without a name',
    path: '/admin/profile',
    fill: (page) =>
      page.getByRole('region', { name: 'Position fields' }).getByRole('button', { name: 'Add field' }).click(),
    send: 'Save',
    said: [['textbox', /^Field name/, required]],
  },
  {
    name: 'a setup without title, with a length that is no number',
    path: '/admin/setup',
    fill: (page) => page.getByLabel('Length in minutes').fill('an hour'),
    send: 'Save',
    said: [['textbox', 'Length in minutes', 'This field must be a whole number']],
  },
  {
    name: 'a setup whose title shows nothing',
    path: '/admin/setup',
    fill: (page) => page.getByRole('textbox', { name: 'Title', exact: true }).fill(unseen),
    send: 'Save',
    said: [['textbox', 'Title', required]],
  },
  {
    name: 'an account without first name',
    path: '/account',
    fill: (page) => page.getByRole('textbox', { name: 'First name' }).fill(unseen),
    send: 'Save',
    said: [['textbox', 'First name', required]],
  },
  {
    name: 'a password that is too short',
    path: '/account?view=security',
    fill: async (page) => {
      await press('Change password')(page);
      await page.getByRole('dialog').getByLabel('New password', { exact: true }).fill('nine char');
    },
    send: 'Change password',
    said: [
      ['textbox', 'Current password', required],
      ['textbox', 'New password', 'password must be greater than 10 characters'],
    ],
  },
  {
    name: 'a new board without anything',
    path: '/admin/site/boards',
    fill: press('New board'),
    send: 'Open board',
    said: [
      ['textbox', 'Title', required],
      ['textbox', 'First name of its admin', required],
      ['textbox', 'Last name', required],
      ['textbox', 'Email', required],
    ],
  },
  {
    name: 'a category whose name shows nothing',
    path: '/library',
    fill: async (page) => {
      await press('Edit')(page);
      await press('New category')(page);
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(unseen);
    },
    send: 'Create category',
    said: [['textbox', 'Name', required]],
  },
];

const send = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();

async function expectSaid(page: Page, { said }: Pick<Form, 'said'>): Promise<void> {
  for (const [role, name, sentence] of said) {
    const field = page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name }).last();
    await expect(field, `${name}`).toHaveAccessibleDescription(
      new RegExp(`(^|\\s)${sentence.replaceAll('.', '\\.')}$`),
    );
  }
  await expect(page.getByText(sentenceOf(said)).first()).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
}

const sentenceOf = (said: Form['said']): string => said[0]?.[2] ?? '';

for (const form of forms) {
  test(`M6 S5.1 ${form.name} is told beside its fields`, async ({ page, installation, signIn }) => {
    await signIn(installation.admin);
    await page.goto(form.path);
    await form.fill(page);
    await send(page, form.send);
    await expectSaid(page, form);
  });
}

test('M6 S5.9 a link and a folder of the library are told beside their fields', async ({
  page,
  installation,
  signIn,
}) => {
  const audience = { whole_board: true, group_ids: [], member_ids: [] };
  const { client } = installation.admin;
  const made = await client.call('POST', '/ajax/library/categories', { name: 'Told', description: '', audience });
  await signIn(installation.admin);
  await page.goto(`/library/section/${made.json.data.id}`);
  await press('Edit')(page);
  await press('Add link')(page);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Address' }).fill('http://127.1/');
  await send(page, 'Add link');
  await expectSaid(page, {
    said: [
      ['textbox', 'Address', 'This field must be in url format'],
      ['textbox', 'Title', required],
    ],
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await press('New folder')(page);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(unseen);
  await send(page, 'Create folder');
  await expectSaid(page, { said: [['textbox', 'Name', required]] });
});

test('M6 S5.1 a poll and an agenda item are told beside their fields', async ({ page, installation, signIn }) => {
  const { id } = await installation.meeting({ title: 'Told', items: ['First'] });
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}`);
  await press('Add a poll')(page);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Answer 2' }).fill(unseen);
  await send(page, 'Add poll');
  await expectSaid(page, {
    said: [
      ['textbox', 'Question', required],
      ['textbox', 'Answer 1', required],
      ['textbox', 'Answer 2', required],
    ],
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await press('Edit')(page);
  await page.getByRole('textbox', { name: /^Title of item/ }).fill(unseen);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expectSaid(page, { said: [['textbox', /^Title of item/, required]] });
});

test('M6 S5.5 a new date without its start is told beside its field', async ({ page, installation, signIn }) => {
  const { id } = await installation.meeting({ title: 'Moved' });
  await signIn(installation.admin);
  await page.goto(`/meetings/edit/${id}`);
  const start = page.getByRole('group', { name: 'Start', exact: true });
  await expect(start).toBeVisible();
  for (const segment of await start.getByRole('spinbutton').all()) {
    // A digit each.
    await segment.press('Backspace');
    await segment.press('Backspace');
  }
  await page.getByRole('button', { name: /^Reschedule/ }).click();
  await expectSaid(page, { said: [['group', 'Start', 'Cannot be empty']] });
});
