import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { purgeDocumentJobs, sweepFilesJob } from '#server/features/papers/documents/deletion/jobs.ts';
import { findReadingCopier, pageObjectBytes } from '#server/integrations/office/reading-copy.ts';
import { auditEntries } from '#tests/support/audit-entries.ts';
import { paperStage } from '#tests/support/paper-stage.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { testApp } from '#tests/support/test-app.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { copyForReadingJob } from './jobs.ts';

const folder = testFolder();
const run = promisify(execFile);
const readingCopier = await findReadingCopier();
const server = testApp({}, { readingCopier });
const scan = scannedPaper(21, 1_000_000);

function scannedPaper(count: number, pictureBytes: number): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  const put = (bytes: Buffer): void => {
    parts.push(bytes);
    at += bytes.length;
  };
  const object = (head: string, stream?: Buffer): void => {
    offsets.push(at);
    put(Buffer.from(`${offsets.length} 0 obj\n${head}\n`));
    if (stream) for (const each of [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]) put(each);
    put(Buffer.from('endobj\n'));
  };
  put(Buffer.from('%PDF-1.4\n'));
  object('<</Type/Catalog/Pages 2 0 R>>');
  const kids = Array.from({ length: count }, (_, nth) => `${3 + 2 * nth} 0 R`).join(' ');
  object(`<</Type/Pages/Count ${count}/Kids[${kids}]/MediaBox[0 0 612 792]>>`);
  for (let nth = 0; nth < count; nth += 1) {
    object(`<</Type/Page/Parent 2 0 R/Resources<</XObject<</Picture ${4 + 2 * nth} 0 R>>>>>>`);
    const look = '/Subtype/Image/Width 1000/Height 1000/ColorSpace/DeviceGray/BitsPerComponent 8';
    object(`<</Type/XObject${look}/Length ${pictureBytes}>>`, randomBytes(pictureBytes));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = offsets.length + 1;
  const begun = at;
  put(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}`));
  put(Buffer.from(`trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${begun}\n%%EOF\n`));
  return Buffer.concat(parts);
}

async function uploaded(bytes: Buffer) {
  const { context } = server;
  const { board, admin, attach } = await paperStage(server);
  const meeting = await server.make.meeting({ board });
  const { document } = (await attach({ kind: 'meeting', id: meeting.id }, { name: 'Scan.pdf', bytes })).json.data;
  await context.runJobs(['copy-for-reading']);
  const address = `/document/${document.id}/versions/${document.version_id}`;
  return {
    board,
    admin,
    id: document.id as string,
    versionId: document.version_id as string,
    opened: async () => (await admin.get(`/ajax/documents/${document.id}`)).json.data,
    whole: () => admin.get(address),
    copy: (by = admin) => by.get(`${address}?copy=reading`),
    download: () => admin.get(`/download/${document.id}`),
    files: async () => (await context.storage.list(`boards/${board.id}`)).map(({ key }) => key),
  };
}

async function listing(bytes: Buffer): Promise<string> {
  const path = join(folder, 'paper.pdf');
  await writeFile(path, bytes);
  await run('qpdf', ['--check', path]);
  return (await run('qpdf', ['--show-pages', '--show-xref', path], { maxBuffer: 10_000_000 })).stdout;
}

test('a large PDF with scattered page objects gets a reordered reading copy, and downloads return the original', async () => {
  const paper = await uploaded(scan);
  expect((await paper.opened()).has_reading_copy).toBe(true);
  const copy = (await paper.copy()).bytes;
  const pageLines = (text: string) => text.match(/^page \d+:/gm);
  expect(pageLines(await listing(copy))).toEqual(pageLines(await listing(scan)));
  expect(pageObjectBytes(await listing(scan))).toBeGreaterThan(1_000_000);
  expect(pageObjectBytes(await listing(copy))).toBe(0);
  for (const answer of [await paper.whole(), await paper.download(), await paper.admin.get(`/document/${paper.id}`)])
    expect(answer.bytes.equals(scan)).toBe(true);
}, 60_000);

test('an existing reading copy is not created again', async () => {
  const paper = await uploaded(scan);
  const files = await paper.files();
  const copying = vi.spyOn(server.context.storage, 'withLocalFile');
  onTestFinished(() => copying.mockRestore());
  const payload = { board_id: paper.board.id, version_id: paper.versionId };
  await copyForReadingJob(server.context).handle(payload, { attempt: 2, isLast: false });
  expect(copying).not.toHaveBeenCalled();
  expect(await paper.files()).toEqual(files);
}, 60_000);

test('the reading copy is accessible only to readers of the original, and opening it is logged', async () => {
  const paper = await uploaded(scan);
  expect((await paper.copy(await server.signIn(await server.make.member()))).status).toBe(404);
  await paper.copy();
  const entries = await auditEntries(server, paper.board.id, { subject: paper.id });
  expect(entries.map(({ action }) => action)).toEqual(['document.added', 'document.opened']);
}, 60_000);

test('the reading copy is kept as long as its document exists and is deleted with it', async () => {
  const paper = await uploaded(scan);
  expect(await paper.files()).toHaveLength(2);
  const { context } = server;
  const longAgo = new Date(Date.now() - 86_400_000);
  for (const key of await paper.files()) await utimes(join(context.config.dataDir, 'files', key), longAgo, longAgo);
  await sweepFilesJob(context).handle({}, { attempt: 1, isLast: true });
  expect(await paper.files()).toHaveLength(2);
  await paper.admin.delete(`/ajax/documents/${paper.id}`);
  context.clock.advance({ minutes: 31 * 24 * 60 });
  const [look] = purgeDocumentJobs(context).filter(({ name }) => name === 'purge-documents');
  await look?.handle({}, { attempt: 1, isLast: true });
  await context.runJobs(['purge-document']);
  expect(await paper.files()).toEqual([]);
}, 60_000);

test('a file that qpdf rejects is served unchanged, and the log states the reason', async () => {
  const warn = vi.spyOn(server.context.log, 'warn');
  const broken = Buffer.concat([scan.subarray(0, scan.length - 2_000), Buffer.from('\n%%EOF\n')]);
  const paper = await uploaded(broken);
  expect((await paper.opened()).has_reading_copy).toBe(false);
  expect((await paper.copy()).bytes.equals(broken)).toBe(true);
  expect(await paper.files()).toHaveLength(1);
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ cause: expect.any(String) }),
    'no reading copy could be created',
  );
}, 60_000);

test('no reading copy is made without qpdf or for a small document', async () => {
  expect((await (await uploaded(await pdfPaper(2))).opened()).has_reading_copy).toBe(false);
  Object.assign(server.context, { readingCopier: null });
  onTestFinished(() => void Object.assign(server.context, { readingCopier }));
  const paper = await uploaded(scan);
  expect((await paper.opened()).has_reading_copy).toBe(false);
  expect((await paper.copy()).bytes.equals(scan)).toBe(true);
}, 60_000);

test('no reading copy is made of a document whose page objects are already together', async () => {
  await writeFile(join(folder, 'apart.pdf'), scan);
  await run('qpdf', ['--object-streams=generate', join(folder, 'apart.pdf'), join(folder, 'together.pdf')]);
  const together = await readFile(join(folder, 'together.pdf'));
  expect(together.length).toBeGreaterThan(20_000_000);
  const paper = await uploaded(together);
  expect((await paper.opened()).has_reading_copy).toBe(false);
  expect(await paper.files()).toHaveLength(1);
}, 60_000);
