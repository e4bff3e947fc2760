import { expect, test } from 'vitest';
import { untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

test('an editor who waits for a document that is moved away cannot change it', async () => {
  const board = await server.make.board();
  const chair = await server.make.member({ board });
  const group = await server.make.group({ board, admins: [chair] });
  const meeting = await server.make.meeting({ board, groups: [group] });
  const common = await server.make.meeting({ board });
  const paper = await server.make.document({ meeting, title: 'Roof.pdf' });
  const client = await server.signIn(chair);
  await server.asSuperuser(async (db) => {
    await db.query('begin');
    await db.query('select from meetings where id = $1 for update', [meeting.id]);
    const renaming = client.patch(`/ajax/documents/${paper.id}`, { title: 'Mine.pdf' });
    await untilLockWaiter(server.context);
    await db.query('update documents set meeting_id = $1 where id = $2', [common.id, paper.id]);
    await db.query('commit');
    expect((await renaming).status).toBe(403);
  });
  const read = await client.get(`/ajax/documents/${paper.id}`);
  expect(read.json.data.document.title).toBe('Roof.pdf');
});
