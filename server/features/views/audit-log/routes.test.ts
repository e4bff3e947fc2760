import { expect, test } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

test('a group name that resembles an id does not break the audit log', async () => {
  const board = await server.make.board();
  const admin = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  for (const name of ['a'.repeat(36), '-'.repeat(36)]) {
    const made = await admin.post('/ajax/groups', { name, description: '', members: [] });
    const id = made.json.data?.group?.id;
    expect(id, made.text).toBeDefined();
    expect((await admin.post(`/ajax/groups/${id}/delete`, { audience_goes_to: 'whole-board' })).status).toBe(200);
  }
  const { status, json } = await admin.get('/ajax/audit');
  expect([status, json.data?.lines?.length]).toEqual([200, expect.any(Number)]);
});
