import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import type { TestClient } from '#tests/support/client.ts';
import { eachPaperStage, linesPaper, mark, marks, note } from '#tests/support/paper-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, admin, member, upload, attach } = eachPaperStage(server);

const highlight = (id: string, page: number, words: string): string =>
  `<highlight name="${id}" page="${page}" rect="58,694,540,714" coords="58,714,540,714,58,694,540,694" words="${words}"><contents>Why?</contents></highlight>`;
const before = [
  'The annual budget was approved by all trustees',
  'A second page about the pier',
  'Names of all tenants',
];
const after = [
  'A page about the roof',
  'In March, the annual budget was approved by all trustees of the trust',
  before[1] ?? '',
];

async function paper() {
  const meeting = await server.make.meeting({ board });
  const home = { kind: 'meeting', id: meeting.id };
  const { json } = await attach(home, {
    name: 'Report.pdf',
    bytes: await linesPaper(...before.map((line) => line.replace('The', 'the'))),
  });
  await server.context.runJobs();
  const { id, version_id: versionId }: Record<'id' | 'version_id', string> = json.data.document;
  expect((await member.get(`/document/${id}`)).status).toBe(200);
  await member.get(`/ajax/documents/${id}`);
  const words = 'the annual budget was approved by all…';
  const reply = '<text name="r" page="0" rect="1,1,2,2" inreplyto="h"><contents>Indeed</contents></text>';
  await mark(
    member,
    { id, versionId },
    marks(highlight('h', 0, words), reply, note('n', 1), highlight('x', 2, 'Names')),
  );
  server.context.clock.advance({ minutes: 5 });
  return { id, versionId, meeting };
}
async function replaced(id: string, withdraws = false, lines = after): Promise<string> {
  const uploadId = await upload.send({ name: 'Report.pdf', bytes: await linesPaper(...lines) });
  const body = { upload_id: uploadId, withdraws_earlier: withdraws };
  const { json } = await admin.post(`/ajax/documents/${id}/versions`, body);
  await server.context.runJobs();
  return json.data.document.version_id;
}
const ofDocument = async (as: TestClient, path: string) => (await as.get(`/ajax/documents/${path}`)).json.data;
const compare = (as: TestClient, id: string, from: string, to: string) =>
  as.get(`/ajax/documents/${id}/changes/${from}/${to}`);
const rowOf = async ({ meeting }: Awaited<ReturnType<typeof paper>>) =>
  (await member.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.documents[0];

test('marks and their replies follow the marked words into a new version, and marks that cannot be moved are counted', async () => {
  const other = await paper();
  for (const withdraws of [false, true]) await replaced(other.id, withdraws);
  const { id, versionId } = await paper();
  const newest = await replaced(id);
  const { annotations } = await ofDocument(member, id);
  const parsed = parseXfdf(annotations.xfdf);
  const placed = parsed.kind === 'parsed' ? parsed.annotations.annotations : [];
  expect(placed).toMatchObject([
    { id: 'h', page: 1, contents: 'Why?' },
    { id: 'n', page: 2 },
    { id: 'r', page: 1, contents: 'Indeed' },
  ]);
  // The new version inserts "In March, " before the marked words.
  const [quad] = placed[0]?.kind === 'highlight' ? placed[0].quads : [];
  expect(quad?.bottomLeft.x).toBeGreaterThan(110);
  expect(quad?.bottomLeft.x).toBeLessThan(130);
  const reading = await ofDocument(member, `${id}/reading`);
  expect(reading).toMatchObject({
    placed: { from_id: versionId, came_along: 2, stayed: 1, first: { id: 'x', page: 3 } },
    read_before: { version_id: versionId },
    withdrawn_notes: [],
    earlier: [{ version_id: versionId, annotations: 1 }],
  });
  await mark(member, { id, versionId: newest }, marks(), 1);
  await mark(member, { id, versionId }, marks(note('late', 1), highlight('x', 2, 'Names')), 1);
  await server.context.runJobs();
  expect((await ofDocument(member, id)).annotations.xfdf).toBe(marks(note('late', 2)));
});

test('a reader of an earlier version sees which pages changed, and an editor can compare any two versions', async () => {
  const made = await paper();
  const { id, versionId } = made;
  const newest = await replaced(id);
  expect(await rowOf(made)).toMatchObject({ is_new_version: true, changed_pages: 3 });
  const { pages, changes, state } = (await compare(member, id, versionId, newest)).json.data;
  expect([state, pages]).toEqual(['compared', [1, 2, 3]]);
  expect(changes.length).toBeGreaterThan(1);
  for (const opened of [newest, versionId]) {
    server.context.clock.advance({ minutes: 1 });
    expect((await member.get(`/document/${id}/versions/${opened}`)).status).toBe(200);
  }
  server.context.clock.advance({ minutes: 1 });
  const third = await replaced(id, false, [...after, 'Appended']);
  expect((await ofDocument(member, `${id}/reading`)).read_before).toMatchObject({ version_id: newest });
  expect((await compare(admin, id, newest, third)).json.data).toMatchObject({ pages: [4], has_pictures: false });
  expect((await compare(admin, id, third, versionId)).status).toBe(404);
  expect((await compare(admin, id, newest, randomUUID())).status).toBe(404);
  const other = await server.signIn(await server.make.member({ board }));
  expect((await compare(other, id, versionId, newest)).status).toBe(404);
});

test('requesting a failed comparison again does not reset its number of attempts', async () => {
  const { id, versionId } = await paper();
  const newest = await replaced(id);
  await server.sql('delete from version_comparisons');
  await compare(admin, id, versionId, newest);
  await server.sql(`update graphile_worker._private_jobs set attempts = 1 where key like 'compare-versions:%'`);
  expect((await compare(admin, id, versionId, newest)).json.data.state).toBe('waiting');
  const jobs = await server.sql(
    `select attempts from graphile_worker._private_jobs where key like 'compare-versions:%'`,
  );
  expect(jobs).toEqual([{ attempts: 1 }]);
});

test('readers can see nothing of a withdrawn version except their own notes', async () => {
  const made = await paper();
  const { id, versionId } = made;
  const newest = await replaced(id, true);
  const versions = async (as: TestClient) => (await ofDocument(as, `${id}/versions`)).versions;
  expect(await versions(member)).toMatchObject([{ id: newest }]);
  expect(await versions(admin)).toMatchObject([{ withdrawn: false }, { id: versionId, withdrawn: true }]);
  expect((await member.get(`/document/${id}/versions/${versionId}`)).status).toBe(404);
  expect((await compare(member, id, versionId, newest)).status).toBe(404);
  expect((await compare(admin, id, versionId, newest)).json.data.state).toBe('compared');
  expect(await ofDocument(member, `${id}/reading`)).toMatchObject({
    earlier: [],
    placed: { came_along: 2, stayed: 1, first: null },
    read_before: null,
    withdrawn_notes: [{ page: 3, contents: 'Why?' }],
  });
  expect(await rowOf(made)).toMatchObject({ is_new_version: true, changed_pages: null });
  const own = await ofDocument(member, `${id}/versions/${versionId}/annotations`);
  expect(own.xfdf).not.toContain('Names');
  expect(own.xfdf).toContain('Why?');
  const stale = await mark(member, { id, versionId }, marks(), 7);
  expect(JSON.stringify(stale.json.data)).not.toContain('Names');
});

test('a comparison reports that a version has pages without text', async () => {
  const { id, versionId } = await paper();
  const newest = await replaced(id, false, ['', '', ...before.slice(2)]);
  expect((await compare(member, id, versionId, newest)).json.data).toMatchObject({ has_pictures: true });
});
