import { expect, test } from 'vitest';
import { boardStage } from '#tests/support/board-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, admin, reader } = boardStage(server);

const firstSteps = async () => (await admin.get('/ajax/first-steps')).json.data.done;

test('the first steps of a new board are ticked off as it grows, and disappear once a meeting is published', async () => {
  expect(await firstSteps()).toEqual({ people: true, groups: false, meeting: false, papers: false });
  await server.make.group({ board });
  const meeting = await server.make.meeting({ board, state: 'draft' });
  await server.make.document({ meeting });
  expect(await firstSteps()).toEqual({ people: true, groups: true, meeting: true, papers: true });
  await server.make.meeting({ board });
  expect(await firstSteps()).toBeNull();
});

test('an admin can hide the first steps, and members never see them', async () => {
  await admin.post('/ajax/first-steps/hide');
  expect(await firstSteps()).toBeNull();
  expect((await reader.get('/ajax/first-steps')).status).toBe(403);
});
