import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#tests/support/audit-entries.ts';
import type { MadeAgendaItem, MadeDocument } from '#tests/support/factories.ts';
import { eachPaperStage, linesPaper, mark, marks, note } from '#tests/support/paper-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';

const server = testApp();
const { board, admin, member, reader, secretary } = eachPaperStage(server);
let item: MadeAgendaItem;
let paper: MadeDocument;
let device: { readonly id: string; readonly token: string };

beforeEach(async () => {
  item = await server.make.agendaItem({ meeting: await server.make.meeting({ board }) });
  paper = await server.make.document({ item, bytes: await linesPaper('one') });
  device = await register();
});

const register = async () => (await member.post('/ajax/kept-papers/devices', {})).json.data;
const sync = (ids: readonly string[], more = {}, id = device.id) =>
  member.post(`/ajax/kept-papers/devices/${id}/sync`, { documents: ids, opened: [], ...more });
const keptIds = async (ids: readonly string[]) =>
  (await sync(ids)).json.data.papers.map((each: { document: { id: string } }) => each.document.id);
const check = async (documents: readonly string[] = [paper.id], token = device.token) =>
  (await server.stranger().post('/ajax/kept-papers/check', { token, documents })).json.data;
const keep = (document = paper) =>
  member.get(`/document/${document.id}/versions/${document.versionId}/kept?device=${device.id}`);
const setRule = (rule: string) =>
  server.sql('update boards set papers_on_devices = $2 where id = $1', [board.id, rule]);
const devicesOf = async () => (await admin.get(`/ajax/people/${reader.id}/paper-devices`)).json.data.devices;
const everything = (documents: readonly string[] = [paper.id]) => ({
  is_known: false,
  remove: documents,
  destroyed: [],
});
const nothing = { is_known: true, remove: [], destroyed: [] };

test('keeping a paper on a device is logged as a download, and opening it offline is logged, too', async () => {
  expect((await keep()).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const opening = { document_id: paper.id, at: '2026-11-16T09:00:00Z' };
  const opened = [paper.versionId, reader.id].map((version_id) => ({ ...opening, version_id }));
  await sync([paper.id], { opened });
  await server.context.deferred.flush();
  expect(await auditEntries(server, board.id, { subject: paper.id })).toMatchObject([
    { action: 'document.downloaded', detail: { version_id: paper.versionId, device: 'Another program' } },
    { action: 'document.opened', detail: { version_id: paper.versionId, offline_at: '2026-11-16T09:00:00Z' } },
  ]);
});

test('a sync returns the papers allowed on a device, the member’s own marks, and an expiry in fourteen days', async () => {
  await mark(member, { id: paper.id, versionId: paper.versionId }, marks(note('a')));
  const { json } = await sync([paper.id, reader.id]);
  expect(json.data).toMatchObject({
    expires_at: '2026-11-30T12:00:00.000Z',
    papers: [{ document: { id: paper.id }, annotations: { revision: 1 }, can: { annotate: true } }],
  });
  expect(await devicesOf()).toMatchObject([{ id: device.id, papers: 1, removal_asked_at: null }]);
});

describe('checking the papers on a device', () => {
  test('the check does not extend the browser’s session', async () => {
    const uses = () => server.sql('select last_seen_at, expires_at from sessions order by id', []);
    const before = await uses();
    server.context.clock.advance({ minutes: 60 });
    await member.post('/ajax/kept-papers/check', { token: device.token, documents: [paper.id] });
    expect(await uses()).toEqual(before);
  });

  test('a paper whose marks were destroyed is fetched again without them', async () => {
    await mark(member, paper, marks(note('a')));
    await sync([paper.id]);
    server.context.clock.advance({ minutes: 1 });
    await server.sql('update document_versions set marks_destroyed_at = $2, marks_base = 2 where document_id = $1', [
      paper.id,
      server.context.clock.now(),
    ]);
    await server.sql('delete from annotations', []);
    expect(await check()).toEqual({ ...nothing, destroyed: [paper.id] });
    server.context.clock.advance({ minutes: 11 });
    expect((await sync([paper.id])).json.data.papers[0].annotations).toEqual({ xfdf: null, revision: 2, base: 2 });
    expect(await check()).toEqual(nothing);
  });

  test('a paper is removed once it is unknown, withheld, marked "Not on devices", deleted, or outside the audience', async () => {
    const meeting = await server.make.meeting({ board });
    const excluded = await server.make.document({ meeting });
    const deleted = await server.make.document({ meeting });
    const moved = await server.make.document({ meeting });
    const all = [paper, excluded, deleted, moved].map(({ id }) => id);
    expect(await check([...all, reader.id])).toEqual({ ...nothing, remove: [reader.id] });
    await makeWithheld(server.context, { item, from: reader, by: secretary });
    await admin.patch(`/ajax/documents/${excluded.id}`, { not_on_devices: true });
    await admin.delete(`/ajax/documents/${deleted.id}`);
    const committee = await server.make.meeting({ board, groups: [await server.make.group({ board })] });
    await server.sql('update documents set meeting_id = $2 where id = $1', [moved.id, committee.id]);
    expect(await check(all)).toEqual({ ...nothing, remove: all });
    expect(await keptIds(all)).toEqual([]);
    expect((await keep(excluded)).status).toBe(404);
    expect((await keep(moved)).status).toBe(404);
  });

  test.each([
    ['the member is inactive', "members set status = 'inactive' where id = $1"],
    [
      'the account is disabled',
      'users set disabled_at = now() from members m where m.user_id = users.id and m.id = $1',
    ],
    [
      'the board is suspended',
      'boards set suspended_at = now() from members m where m.board_id = boards.id and m.id = $1',
    ],
  ])('all papers are removed if %s', async (_what, change) => {
    await server.sql(`update ${change}`, [reader.id]);
    expect(await check()).toEqual(everything());
  });

  test('all papers are removed if the token is unknown or the board does not allow papers on devices', async () => {
    expect(await check([paper.id], 'x'.repeat(43))).toEqual(everything());
    await setRule('not-allowed');
    expect((await keep()).status).toBe(404);
    expect((await sync([paper.id])).status).toBe(404);
    expect((await member.post('/ajax/kept-papers/devices', {})).status).toBe(403);
    expect(await check()).toEqual(everything());
  });

  test('no papers are removed if the session lacks a required second factor', async () => {
    await server.sql('update boards set two_factor_required = true where id = $1', [board.id]);
    expect(await check()).toEqual(nothing);
  });
});

test.each([
  ['the owner', () => member.post(`/ajax/kept-papers/devices/${device.id}/remove`, {})],
  ['a board admin', () => admin.post(`/ajax/people/${reader.id}/paper-devices/${device.id}/remove`, {})],
])('removing a device as %s deletes its papers and prevents it from keeping more', async (_who, remove) => {
  expect((await remove()).status).toBe(200);
  expect((await member.get('/ajax/kept-papers/devices')).json.data.devices).toMatchObject([
    { id: device.id, removal_asked_at: '2026-11-16T12:00:00.000Z' },
  ]);
  expect((await sync([paper.id])).status).toBe(404);
  expect((await keep()).status).toBe(404);
  expect(await check()).toEqual(everything());
  expect(await devicesOf()).toEqual([]);
  expect(await check()).toEqual(everything());
});

test('registering a twenty-first device removes the least recently used device', async () => {
  server.context.clock.advance({ minutes: 1 });
  for (let nth = 0; nth < 20; nth += 1) await register();
  expect(await devicesOf()).toHaveLength(20);
  expect(await check()).toEqual(everything());
});
