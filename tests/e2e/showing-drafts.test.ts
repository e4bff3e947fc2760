import { expect, test } from '#tests/support/installed-browser.ts';
import { checkLook } from '#tests/support/screen-check.ts';

test('on a phone, the chair can comment on a draft meeting until it is published', async ({ installation, openAs }) => {
  const chair = await installation.join('Carla', 'Chairwell');
  const made = await installation.draft({ title: 'Budget Meeting', inDays: 21, items: ['Budget', 'Audit'] });
  const secretary = await openAs(installation.admin);
  await secretary.goto(`/meetings/${made.id}`);
  const dialog = secretary.getByRole('dialog');
  await secretary.getByRole('button', { name: 'Show draft to…' }).click();
  await dialog.getByRole('combobox', { name: 'Members' }).fill('Carla');
  await secretary.getByRole('option', { name: 'Carla Chairwell' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(secretary.getByText('This draft is shown to Carla Chairwell.')).toBeVisible();

  const link = await installation.mailed(chair.email, /http:\/\/\S+\/meetings\/\S+/);
  const phone = await openAs(chair, 390);
  await phone.goto('/meetings');
  await expect(phone.getByRole('region', { name: 'Drafts' }).getByText('Budget Meeting')).toBeVisible();
  await phone.goto(link);
  await expect(phone.getByText('An editor has shared this draft with you.')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await phone.getByRole('button', { name: 'Comment on item 2' }).click();
  await phone.getByRole('dialog').getByRole('textbox', { name: 'Comment' }).fill('Please add the audit plan.');
  await phone.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(phone.getByRole('list', { name: 'Comments on item 2' })).toContainText('Please add the audit plan.');
  await checkLook(phone);

  await expect(secretary.getByText('1 open comment.')).toBeVisible();
  await secretary.getByRole('button', { name: /^Answer Carla/ }).click();
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('It is there now.');
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await expect(phone.getByText(/^Answered by .*It is there now\.$/)).toBeVisible();
  await secretary.getByRole('button', { name: /^Resolve Carla/ }).click();
  await expect(phone.getByText(/^Resolved by .*It is there now\.$/)).toBeVisible();
  await expect(secretary.getByText('1 open comment.')).toHaveCount(0);
  await checkLook(secretary);

  await secretary.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(phone.getByText('An editor has shared this draft with you.')).toHaveCount(0);
  await expect(phone.getByRole('list', { name: 'Comments on item 2' })).toHaveCount(0);
});
