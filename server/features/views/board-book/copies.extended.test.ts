import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readPdf } from '#server/integrations/pdf/read-pdf.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeMeeting } from '#tests/support/factories.ts';
import { eachPaperStage, linesPaper, mark, marks, note } from '#tests/support/paper-stage.ts';
import { signedPaper, wordPaper } from '#tests/support/papers.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, member, ...stage } = eachPaperStage(server);
let folder: string;
let meeting: MadeMeeting;
let reader: TestClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dais-copies-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  meeting = await server.make.meeting({ board, title: 'November meeting' });
  reader = await server.signIn(await server.make.member({ board, firstName: 'สมชาย', lastName: 'Łoś' }));
  await server.sql(
    `update boards set watermark = 'downloads', title = 'Harbour House', date_style = 'dmy' where id = $1`,
    [board.id],
  );
});

async function attach(name: string, bytes: Buffer): Promise<{ id: string; versionId: string }> {
  const { json } = await stage.attach({ kind: 'meeting', id: meeting.id }, { name, bytes });
  return { id: json.data.document.id, versionId: json.data.document.version_id };
}
const pathOf = ({ id }: { id: string }) => `/ajax/documents/${id}/copy`;
async function made(paper: { id: string }, as = reader, withMarks = false) {
  await as.post(pathOf(paper), { with_annotations: withMarks });
  await server.context.runJobs();
  return (await as.get(`${pathOf(paper)}?annotations=${withMarks ? 1 : 0}`)).json.data.book;
}
const fetched = (paper: { id: string }, marked = '0', as = reader) =>
  as.get(`/download/${paper.id}/copy?annotations=${marked}`);
async function pagesOf(bytes: Buffer): Promise<readonly string[]> {
  const file = join(folder, `${crypto.randomUUID()}.pdf`);
  await writeFile(file, bytes);
  return (await readPdf(file))?.texts ?? [];
}
const mine = /สมชาย Łoś.*Harbour House.*16\/11\/2026 at/s;

test('every page of a downloaded copy names the reader, the board and the time', async () => {
  const paper = await attach('Report.pdf', await linesPaper('one', 'two'));
  const leading = await reader.get(`/download/${paper.id}`);
  expect([leading.status, leading.headers.location]).toEqual([303, `/download/${paper.id}/copy`]);
  expect((await fetched(paper)).json.msg).toContain('carry a watermark');
  expect(await made(paper)).toMatchObject({ state: 'made', page_count: 2, left_out: [] });
  const copy = await fetched(paper);
  expect(copy.headers['content-disposition']).toMatch(/^attachment.*Report\.pdf$/);
  const pages = await pagesOf(copy.bytes);
  expect(pages.map((page) => page.includes('one'))).toEqual([true, false]);
  for (const page of pages) expect(page).toMatch(mine);
  const range = { range: 'bytes=5-14' };
  expect((await reader.get(`/download/${paper.id}/copy`, range)).bytes).toEqual(copy.bytes.subarray(5, 15));
  expect((await reader.head(`/download/${paper.id}/copy`)).headers['content-length']).toBe(String(copy.bytes.length));
  const logged = "select 1 from audit_entries where subject_id = $1 and action = 'document.downloaded'";
  expect(await server.sql(logged, [paper.id])).toHaveLength(1);
  expect((await fetched(paper, '0', member)).bytes.subarray(0, 5).toString()).not.toBe('%PDF-');
});

test('board books and copies with marks contain the watermark of the member who requested them', async () => {
  const paper = await attach('Report.pdf', await linesPaper('one'));
  await mark(reader, paper, marks(note('Ask', 0, 'Ask again')));
  expect((await reader.get(`/download/${paper.id}/annotated`)).headers.location).toBe(
    `/download/${paper.id}/copy?annotations=1`,
  );
  expect(await made(paper, reader, true)).toMatchObject({ state: 'made' });
  const marked = (await fetched(paper, '1')).bytes;
  expect((await pagesOf(marked))[0]).toMatch(mine);
  const path = `/meetings/${meeting.id}/board-book`;
  for (const each of [reader, member]) await each.post(`/ajax${path}`, { with_annotations: false });
  await server.context.runJobs();
  const pages = await pagesOf((await reader.get(path)).bytes);
  expect(pages).toHaveLength(3);
  for (const page of pages) expect(page).toMatch(mine);
  expect((await pagesOf((await member.get(path)).bytes)).join()).not.toMatch(mine);
});

test('signed PDFs and files without pages are downloaded unchanged, and the download of a damaged PDF fails with the reason', async () => {
  const signed = await attach('Signed.pdf', signedPaper());
  expect(await made(signed)).toMatchObject({ state: 'failed', left_out: [{ why: 'signed' }] });
  expect((await fetched(signed)).bytes).toEqual(signedPaper());
  const csv = await attach('Figures.csv', Buffer.from('a,b\n'));
  expect(await made(csv)).toMatchObject({ left_out: [{ why: 'kind' }] });
  expect((await reader.get(`/download/${csv.id}`)).text).toBe('a,b\n');
  const item = await server.make.agendaItem({ meeting });
  const damaged = await server.make.document({ item, bytes: (await linesPaper('one')).subarray(0, 300) });
  expect(await made(damaged)).toMatchObject({ state: 'failed', left_out: [{ why: 'unreadable' }] });
  expect((await fetched(damaged)).json.msg).toContain('its pages cannot be read');
});

test('an original without a watermark can be opened in the viewer but cannot be downloaded from any URL', async () => {
  const paper = await attach('Report.pdf', await linesPaper('one'));
  const { uid } = await server.make.invitee({ meeting, member: stage.reader });
  const addresses = [`/document/${paper.id}`, `/document/${paper.id}/versions/${paper.versionId}`];
  for (const address of addresses)
    expect((await reader.get(address)).headers['content-disposition'], address).toMatch(/^inline/);
  const word = await attach('Letter.docx', wordPaper());
  expect((await reader.get(`/document/${word.id}`)).status).toBe(303);
  expect((await reader.get(`/document/${word.id}/versions/${word.versionId}`)).json.msg).toContain('carry a watermark');
  const magic = `/meeting/${uid}/document/${paper.id}`;
  expect((await server.stranger().get(magic)).headers['content-disposition']).toMatch(/^inline/);
  expect((await server.stranger().get(`${magic}?download=1`)).json.msg).toContain('carry a watermark');
});
