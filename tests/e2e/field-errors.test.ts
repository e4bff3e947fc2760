import type { Page } from '@playwright/test';
import type { Installation } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { expectAccessible } from '#tests/support/screen-check.ts';

const required = 'This field is required.';
const empty = 'Cannot be empty';
const minutes = 'Length in minutes';
const invisible = '\u200b\u202e\u2060';

type FieldError = readonly [name: string | RegExp, sentence: string];
type Act = (page: Page) => Promise<unknown>;
type Form = readonly [path: string, acts: readonly Act[], send: string | RegExp, errors: readonly FieldError[]];

const press =
  (name: string): Act =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first().click();
const type =
  (name: string | RegExp, text: string): Act =>
  (page) =>
    page.getByRole('textbox', { name }).last().fill(text);

/** Presses Backspace twice, because each part of a time has one or two digits. */
const clearStart: Act = async (page) => {
  const start = page.getByRole('group', { name: 'Start', exact: true });
  await expect(start).toBeVisible();
  for (const part of await start.getByRole('spinbutton').all()) {
    await part.press('Backspace');
    await part.press('Backspace');
  }
};

const add: Act = (page) => page.getByRole('button', { name: 'Add field' }).last().click();
const later: Act = (page) => page.getByText('Later', { exact: true }).click();
const emptyTitle: Act = (page) => page.getByRole('textbox', { name: 'Title', exact: true }).fill(invisible);
const shortPassword: Act = (page) => page.getByLabel('New password', { exact: true }).fill('nine char');
const email = 'This field must be in email format';
const times: readonly FieldError[] = [
  ['Date', 'This field cannot be empty'],
  ['Start', empty],
  ['End', empty],
];
const nameMissing = 'Enter a first name or a last name';
const adminName: FieldError = ['Admin’s first name', nameMissing];
const noName: FieldError = ['First name', nameMissing];
const needs = (...names: readonly string[]): readonly FieldError[] => names.map((name) => [name, required]);

const forms = ({ section, meeting, reschedule }: Awaited<ReturnType<typeof fill>>): readonly Form[] => [
  ['/meetings/create', [press('Add item')], 'Publish', [...needs('Title'), ...times]],
  ['/announcements/create', [type('Title', invisible), later], 'Schedule', needs('Title')],
  ['/people/create', [type('First name', invisible), type('Email', 'nia@')], 'Invite', [noName, ['Email', email]]],
  ['/admin/groups/create', [type('Name', invisible)], 'Create group', needs('Name')],
  ['/admin/profile', [add], 'Save', [[/^Field name/, required]]],
  ['/admin/setup', [type(minutes, 'an hour')], 'Save', [[minutes, 'This field must be a whole number']]],
  ['/admin/setup', [emptyTitle], 'Save', needs('Title')],
  ['/account', [type('First name', ''), type('Last name', invisible)], 'Save', [noName]],
  [
    '/account?view=security',
    [press('Change password'), shortPassword],
    'Change password',
    [...needs('Current password'), ['New password', 'password must be greater than 10 characters']],
  ],
  ['/admin/site/boards', [press('New board')], 'Create board', [...needs('Title', 'Email'), adminName]],
  ['/library', [press('Edit'), press('New category'), type('Name', invisible)], 'Create category', needs('Name')],
  [
    section,
    [press('Edit'), press('Add link'), type('Address', 'http://127.1/')],
    'Add link',
    [['Address', 'This field must be in url format'], ...needs('Title')],
  ],
  [section, [press('Edit'), press('New folder'), type('Name', invisible)], 'Create folder', needs('Name')],
  [meeting, [press('Add a poll'), type('Answer 2', invisible)], 'Add poll', needs('Question', 'Answer 1', 'Answer 2')],
  [meeting, [press('Edit'), type(/^Title of item/, invisible)], /^Save/, [[/^Title of item/, required]]],
  [reschedule, [clearStart], /^Reschedule/, [['Start', empty]]],
];

async function fill(installation: Installation) {
  const { id } = await installation.meeting({ title: 'Moved', items: ['First'] });
  const category = await installation.category('Bylaws');
  return { section: `/library/section/${category}`, meeting: `/meetings/${id}`, reschedule: `/meetings/edit/${id}` };
}

test('forms explain each error next to its field, not in a dialog', async ({ asAdmin: page, installation }) => {
  test.setTimeout(240_000);
  for (const [path, acts, send, errors] of forms(await fill(installation))) {
    await test.step(`${path}, ${send}`, async () => {
      await page.goto(path);
      for (const act of acts) await act(page);
      await page.getByRole('button', { name: send, exact: true }).last().click();
      for (const [name, sentence] of errors) {
        const named = typeof name === 'string' ? { name, exact: true } : { name };
        const field = page.getByRole('textbox', named).or(page.getByRole('group', named)).last();
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
