import { expect, test } from 'vitest';
import { boardStage } from '#tests/support/board-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const {
  board,
  adminMember: admin,
  member: reader,
  admin: client,
  ...stage
} = boardStage(server, {
  board: { title: 'Quay: Trust' },
  admin: { firstName: 'Ada', lastName: 'Okafor' },
});

const report = async (name: string) => (await client.get(`/ajax/reports/${name}`)).json.data;

test('a sign-in is counted once for each session, and only for boards that were opened in it', async () => {
  const other = await server.make.board();
  await server.make.member({ board: other, user: { ...admin, id: admin.userId ?? '' } });
  for (const _ of [1, 2, 3]) await client.get('/ajax/start');
  await stage.at('2026-11-16T12:30:00Z');
  for (const path of ['/ajax/start', '/ajax/people']) await client.get(path);
  const { members, total } = await report('sign-ins');
  expect(total).toEqual({ sign_ins: 2, members: 1, active: 2 });
  expect(members).toContainEqual(
    expect.objectContaining({ sign_ins: 2, last_at: server.context.clock.now().toISOString() }),
  );
  const rows = await server.sql('select board_id from sign_ins where member_id = $1 or board_id = $2', [
    admin.id,
    other.id,
  ]);
  expect(rows).toEqual([{ board_id: board.id }, { board_id: board.id }]);
  const file = await client.get(`/ajax/reports/csv/sign-ins?board=${board.id}`);
  expect(file.text).toBe('\uFEFFMember,When\r\nAda Okafor,2026-11-16 08:30\r\nAda Okafor,2026-11-16 08:00\r\n');
});

test('a report file covers the board in its address, even if the X-Board header names another board', async () => {
  const named = await server.make.member({ board, isBoardAdmin: true, firstName: '=cmd', lastName: 'Ünal' });
  const stranger = await server.make.member({ isBoardAdmin: true });
  const asNamed = await server.signIn(named);
  const path = `/ajax/reports/csv/people?from=2026-01-01&to=2026-12-31&board=`;
  const file = await asNamed.get(`${path}${board.id}`, { 'x-board': stranger.boardId });
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="people.csv"; filename*=UTF-8''Quay-%20Trust%2C%20People%20and%20terms%2C%202026-01-01%20to%202026-12-31.csv`,
  });
  expect(file.text).toMatch(/^\uFEFFName,Status,Office,Groups,Joined,Term start,Term end,Inactive since\r\n/);
  expect(file.text).toContain("\r\n'=cmd Ünal,");
  expect((await asNamed.get(`${path}${stranger.boardId}`, { 'x-board': board.id })).status).toBe(404);
});

test('a person whose invitation was withdrawn is not listed among those who left', async () => {
  const gone = await server.make.member({ board, firstName: 'Gone' });
  const invited = await server.make.member({ board, status: 'invited' });
  for (const { id } of [gone, invited]) await client.delete(`/ajax/people/${id}`);
  const { people, total } = await report('people');
  const ids = people.map(({ member_id: id }: { readonly member_id: string }) => id);
  expect([ids.includes(gone.id), ids.includes(invited.id)]).toEqual([true, false]);
  expect(total).toMatchObject({ left: 1, pending: 0 });
});

test('reports about a document do not contain a reader’s marks', async () => {
  const meeting = await server.make.meeting({ board });
  const document = await server.make.document({ meeting, title: 'Accounts.pdf' });
  await stage.reader.get(`/document/${document.id}`);
  await server.sql(
    `insert into annotations (board_id, version_id, member_id, xfdf) values ($1, $2, $3, '<xfdf>zqxmark</xfdf>')`,
    [board.id, document.versionId, reader.id],
  );
  for (const path of ['documents', `documents/${document.id}`, `csv/documents?board=${board.id}`]) {
    const { status, text } = await client.get(`/ajax/reports/${path}`);
    expect(status).toBe(200);
    expect(text).not.toMatch(/zqxmark|annotation|mark/i);
  }
  const { readers } = await report(`documents/${document.id}`);
  expect(readers).toMatchObject([{ member_id: reader.id, openings: 1, downloads: 0 }]);
});

test('the author of a document is not counted as a reader or as someone who has not opened it', async () => {
  const document = await server.make.document({ meeting: await server.make.meeting({ board }) });
  await server.inBoard(board.id, (tx) => tx.updateTable('documents').set({ created_by: admin.id }).execute());
  await client.get(`/document/${document.id}`);
  expect((await report('documents')).documents[0]).toMatchObject({ read_by: 0, audience: 1, openings: 0 });
  await stage.reader.get(`/document/${document.id}`);
  const read = { read_by: 1, audience: 1, openings: 1, not_read: [] };
  expect((await report('documents')).documents[0]).toMatchObject(read);
  const { readers, not_read } = await report(`documents/${document.id}`);
  expect([readers.length, readers[0].member_id, not_read]).toEqual([1, reader.id, []]);
});

test('only members who can see a document are listed as not having opened it', async () => {
  const chair = await server.make.member({ board, firstName: 'Ruth' });
  const given = { board, groups: [await server.make.group({ board, members: [chair] })] };
  const open = await server.make.category({ board });
  const places = [
    { meeting: await server.make.meeting(given) },
    { announcement: await server.make.announcement(given) },
    { category: await server.make.category(given) },
    { folder: await server.make.folder({ category: open, groups: given.groups }) },
  ];
  for (const place of places) {
    const { id } = await server.make.document(place);
    const row = (await report('documents')).documents.find((each: { id: string }) => each.id === id);
    const { not_read: notRead } = await report(`documents/${id}`);
    expect([place, row.audience, row.not_read.length, notRead]).toMatchObject([place, 1, 1, [{ member_id: chair.id }]]);
  }
});
