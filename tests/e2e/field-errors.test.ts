import type { Page } from '@playwright/test';
import { wholeBoard } from '#domain/audience.ts';
import type { Installation } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { expectAccessible } from '#tests/support/screen-check.ts';

const required = 'This field is required.';
const empty = 'Cannot be empty';
/** Zero-width spaces and a change of direction. */
const invisible = '\u200b\u202e\u2060';

type FieldError = readonly [role: 'textbox' | 'group', name: string | RegExp, sentence: string];
type Act = (page: Page) => Promise<unknown>;
/** `send` is the name of the button that sends the form after `acts`. */
type Form = readonly [path: string, acts: readonly Act[], send: string | RegExp, errors: readonly FieldError[]];

const press =
  (name: string): Act =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first().click();
const type =
  (name: string | RegExp, text: string): Act =>
  (page) =>
    page.getByRole('textbox', { name }).last().fill(text);

/** The digits of a time are one or two for each part. */
const clearStart: Act = async (page) => {
  const start = page.getByRole('group', { name: 'Start', exact: true });
  await expect(start).toBeVisible();
  for (const part of await start.getByRole('spinbutton').all()) {
    await part.press('Backspace');
    await part.press('Backspace');
  }
};

const forms = (made: Awaited<ReturnType<typeof fill>>): readonly Form[] => [
  [
    '/meetings/create',
    [press('Add item')],
    'Publish',
    [
      ['textbox', 'Title', required],
      ['group', 'Date', 'This field cannot be empty'],
      ['group', 'Start', empty],
      ['group', 'End', empty],
    ],
  ],
  [
    '/announcements/create',
    [type('Title', invisible), (page) => page.getByText('Later', { exact: true }).click()],
    'Schedule',
    [['textbox', 'Title', required]],
  ],
  [
    '/people/create',
    [type('First name', invisible), type('Email', 'nia@')],
    'Invite',
    [
      ['textbox', 'First name', required],
      ['textbox', 'Last name', required],
      ['textbox', 'Email', 'This field must be in email format'],
    ],
  ],
  ['/admin/groups/create', [type('Name', invisible)], 'Create group', [['textbox', 'Name', required]]],
  [
    '/admin/profile',
    [(page) => page.getByRole('button', { name: 'Add field' }).last().click()],
    'Save',
    [['textbox', /^Field name/, required]],
  ],
  [
    '/admin/setup',
    [type('Length in minutes', 'an hour')],
    'Save',
    [['textbox', 'Length in minutes', 'This field must be a whole number']],
  ],
  [
    '/admin/setup',
    [(page) => page.getByRole('textbox', { name: 'Title', exact: true }).fill(invisible)],
    'Save',
    [['textbox', 'Title', required]],
  ],
  ['/account', [type('First name', invisible)], 'Save', [['textbox', 'First name', required]]],
  [
    '/account?view=security',
    [press('Change password'), (page) => page.getByLabel('New password', { exact: true }).fill('nine char')],
    'Change password',
    [
      ['textbox', 'Current password', required],
      ['textbox', 'New password', 'password must be greater than 10 characters'],
    ],
  ],
  [
    '/admin/site/boards',
    [press('New board')],
    'Open board',
    ['Title', 'First name of its admin', 'Last name', 'Email'].map((name) => ['textbox', name, required]),
  ],
  [
    '/library',
    [press('Edit'), press('New category'), type('Name', invisible)],
    'Create category',
    [['textbox', 'Name', required]],
  ],
  [
    made.section,
    [press('Edit'), press('Add link'), type('Address', 'http://127.1/')],
    'Add link',
    [
      ['textbox', 'Address', 'This field must be in url format'],
      ['textbox', 'Title', required],
    ],
  ],
  [
    made.section,
    [press('Edit'), press('New folder'), type('Name', invisible)],
    'Create folder',
    [['textbox', 'Name', required]],
  ],
  [
    made.meeting,
    [press('Add a poll'), type('Answer 2', invisible)],
    'Add poll',
    ['Question', 'Answer 1', 'Answer 2'].map((name) => ['textbox', name, required]),
  ],
  [
    made.meeting,
    [press('Edit'), type(/^Title of item/, invisible)],
    /^Save/,
    [['textbox', /^Title of item/, required]],
  ],
  [made.reschedule, [clearStart], /^Reschedule/, [['group', 'Start', empty]]],
];

async function fill(installation: Installation) {
  const { id } = await installation.meeting({ title: 'Moved', items: ['First'] });
  const section = { name: 'Bylaws', description: '', audience: wholeBoard };
  const category = await installation.call('POST', '/ajax/library/categories', section);
  return { section: `/library/section/${category.id}`, meeting: `/meetings/${id}`, reschedule: `/meetings/edit/${id}` };
}

test('every form explains each error at its field, without a dialog', async ({ page, installation, signIn }) => {
  test.setTimeout(240_000);
  await signIn(installation.admin);
  for (const [path, acts, send, errors] of forms(await fill(installation))) {
    await test.step(`${path}, ${send}`, async () => {
      await page.goto(path);
      for (const act of acts) await act(page);
      await page.getByRole('button', { name: send, exact: true }).last().click();
      for (const [role, name, sentence] of errors) {
        const field = page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name }).last();
        await expect(field, `${name}`).toHaveAccessibleDescription(
          new RegExp(`(^|\\s)${sentence.replaceAll('.', '\\.')}$`),
        );
        await expect(page.getByText(sentence).first()).toBeVisible();
      }
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await expectAccessible(page, path);
    });
  }
});
