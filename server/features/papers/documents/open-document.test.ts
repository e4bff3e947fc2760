import { expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { makeBoard, makeDocument, makeGroup, makeMeeting, makeMember } from '#tests/support/factories.ts';
import { untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

test('a document that is moved away while its editor waits for it is theirs no more', async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const chair = await makeMember(context, { board });
  const group = await makeGroup(context, { board, admins: [chair] });
  const meeting = await makeMeeting(context, { board, groups: [group] });
  const common = await makeMeeting(context, { board });
  const paper = await makeDocument(context, { meeting, title: 'Roof.pdf' });
  const client = await server.signIn(chair);
  await asSuperuser(context, async (db) => {
    await db.query('begin');
    await db.query('select from meetings where id = $1 for update', [meeting.id]);
    const renaming = client.patch(`/ajax/documents/${paper.id}`, { title: 'Mine.pdf' });
    await untilLockWaiter(context);
    await db.query('update documents set meeting_id = $1 where id = $2', [common.id, paper.id]);
    await db.query('commit');
    expect((await renaming).status).toBe(403);
  });
  const read = await client.get(`/ajax/documents/${paper.id}`);
  expect(read.json.data.document.title).toBe('Roof.pdf');
});
