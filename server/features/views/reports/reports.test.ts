import { expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import {
  inBoard,
  makeAnnouncement,
  makeBoard,
  makeDocument,
  makeGroup,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { makeCategory, makeFolder } from '#tests/support/library.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

test('S2.21 a sign-in is counted once for each session, on the boards that it opened and on no other', async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const other = await makeBoard(context);
  const admin = await makeMember(context, { board, isBoardAdmin: true });
  await makeMember(context, { board: other, user: { ...admin, id: admin.userId ?? '' } });
  const first = await server.signIn(admin);
  for (const _ of [1, 2, 3]) await first.get('/ajax/start');
  context.clock.advance({ minutes: 30 });
  const second = await server.signIn(admin);
  await second.get('/ajax/start');
  await second.get('/ajax/people');
  const { members, total } = (await second.get('/ajax/reports/sign-ins')).json.data;
  expect(total).toEqual({ sign_ins: 2, members: 1, active: 1 });
  expect(members[0]).toMatchObject({ sign_ins: 2, last_at: context.clock.now().toISOString() });
  const rows = await asSuperuser(context, async (db) => (await db.query('select board_id from sign_ins')).rows);
  expect(rows).toEqual([{ board_id: board.id }, { board_id: board.id }]);
  // The board's own clock, four hours behind.
  const file = await second.get(`/ajax/reports/csv/sign-ins?board=${board.id}`);
  expect(file.text).toBe('\uFEFFMember,When\r\nAda Okafor,2026-11-16 08:30\r\nAda Okafor,2026-11-16 08:00\r\n');
});

test('a file is of the board that its address names, for that board’s admins alone', async () => {
  const { context } = server;
  const board = await makeBoard(context, { title: 'Quay: Trust' });
  const admin = await makeMember(context, { board, isBoardAdmin: true, firstName: '=cmd', lastName: 'Ünal' });
  const stranger = await makeMember(context, { isBoardAdmin: true });
  const client = await server.signIn(admin);
  const of = (boardId: string) => `/ajax/reports/csv/people?from=2026-01-01&to=2026-12-31&board=${boardId}`;
  const file = await client.get(of(board.id), { 'x-board': stranger.boardId });
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  expect(file.headers['cache-control']).toBe('no-store');
  expect(file.headers['content-disposition']).toBe(
    `attachment; filename="people.csv"; filename*=UTF-8''Quay-%20Trust%2C%20People%20and%20terms%2C%202026-01-01%20to%202026-12-31.csv`,
  );
  expect(
    file.text.startsWith("\uFEFFName,Status,Office,Groups,Joined,Term start,Term end,Inactive since\r\n'=cmd Ünal,"),
  ).toBe(true);
  expect((await client.get(of(stranger.boardId), { 'x-board': board.id })).status).toBe(404);
  expect((await (await server.signIn(stranger)).get(of(board.id))).status).toBe(404);
});

test('whose invitation was withdrawn is not among those who left', async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const admin = await makeMember(context, { board, isBoardAdmin: true });
  const [gone, invited] = [
    await makeMember(context, { board, firstName: 'Gone' }),
    await makeMember(context, { board, status: 'invited' }),
  ];
  const client = await server.signIn(admin);
  for (const { id } of [gone, invited]) await client.delete(`/ajax/people/${id}`);
  const { people, total } = (await client.get('/ajax/reports/people')).json.data;
  const ids = people.map(({ member_id: id }: { readonly member_id: string }) => id);
  expect([ids.includes(gone.id), ids.includes(invited.id)]).toEqual([true, false]);
  expect(total).toMatchObject({ left: 1, pending: 0 });
});

test('what somebody marked in a paper is in no report of who has opened it', async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const admin = await makeMember(context, { board, isBoardAdmin: true });
  const reader = await makeMember(context, { board, firstName: 'Ruth' });
  const document = await makeDocument(context, {
    meeting: await makeMeeting(context, { board }),
    title: 'Accounts.pdf',
  });
  const opened = await server.signIn(reader);
  await opened.get(`/document/${document.id}`);
  await asSuperuser(context, (db) =>
    db.query(
      `insert into annotations (board_id, version_id, member_id, xfdf) values ($1, $2, $3, '<xfdf>zqxmark</xfdf>')`,
      [board.id, document.versionId, reader.id],
    ),
  );
  const client = await server.signIn(admin);
  const answers = [
    await client.get('/ajax/reports/documents'),
    await client.get(`/ajax/reports/documents/${document.id}`),
    await client.get(`/ajax/reports/csv/documents?board=${board.id}`),
  ];
  for (const { text } of answers) {
    expect(text).not.toMatch(/zqxmark|annotation|mark/i);
  }
  expect(answers[1]?.json.data.readers).toMatchObject([{ member_id: reader.id, openings: 1, downloads: 0 }]);
});

test('M16 who added a document counts neither as its reader nor among those who have not opened it', async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const author = await makeMember(context, { board, isBoardAdmin: true, firstName: 'Zoë' });
  const reader = await makeMember(context, { board, firstName: 'Ruth' });
  const document = await makeDocument(context, { meeting: await makeMeeting(context, { board }) });
  await inBoard(context, board.id, (tx) => tx.updateTable('documents').set({ created_by: author.id }).execute());
  const admin = await server.signIn(author);
  await admin.get(`/document/${document.id}`);
  const report = async () => (await admin.get('/ajax/reports/documents')).json.data.documents[0];
  expect(await report()).toMatchObject({ read_by: 0, audience: 1, openings: 0 });
  await (await server.signIn(reader)).get(`/document/${document.id}`);
  expect(await report()).toMatchObject({ read_by: 1, audience: 1, openings: 1, not_read: [] });
  const { readers, not_read } = (await admin.get(`/ajax/reports/documents/${document.id}`)).json.data;
  expect([readers.length, readers[0].member_id, not_read]).toEqual([1, reader.id, []]);
});

test('a document is for the members who see its place, and nobody else is named as who has not opened it', async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const admin = await server.signIn(await makeMember(context, { board, isBoardAdmin: true, firstName: 'Zoë' }));
  const chair = await makeMember(context, { board, firstName: 'Ruth' });
  await makeMember(context, { board, firstName: 'Ben' });
  const groups = [await makeGroup(context, { board, members: [chair] })];
  const open = await makeCategory(context, { board });
  const papers = {
    ofMeeting: await makeDocument(context, { meeting: await makeMeeting(context, { board, groups }) }),
    ofAnnouncement: await makeDocument(context, { announcement: await makeAnnouncement(context, { board, groups }) }),
    ofCategory: await makeDocument(context, { category: await makeCategory(context, { board, groups }) }),
    ofFolder: await makeDocument(context, { folder: await makeFolder(context, { category: open, groups }) }),
  };
  const { documents } = (await admin.get('/ajax/reports/documents')).json.data;
  for (const [name, { id }] of Object.entries(papers)) {
    const row = documents.find((each: { id: string }) => each.id === id);
    expect([name, row.audience, row.not_read.length]).toEqual([name, 1, 1]);
    const { not_read: notRead } = (await admin.get(`/ajax/reports/documents/${id}`)).json.data;
    expect([name, notRead.map((person: { member_id: string }) => person.member_id)]).toEqual([name, [chair.id]]);
  }
});
