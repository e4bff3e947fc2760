import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { findOfficeConverter, type OfficeConverter } from '#server/integrations/office/office-converter.ts';
import { findTextReader } from '#server/integrations/office/text-reader.ts';
import { addJob } from '#server/jobs/queue.ts';
import { type PaperFile, paperStage } from '#tests/support/paper-stage.ts';
import { mappedPaper, pdfPaper, wordPaper } from '#tests/support/papers.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { prepareVersionJob } from './jobs.ts';

const office = (await findOfficeConverter()).converter;
const textReader = await findTextReader();
const equipped = testApp({}, { office, textReader });
const bare = testApp({});
const generous = testApp({ UPLOAD_TYPES: 'tiff,heic,bmp' }, { office, textReader });

function lend(tools: Partial<Pick<typeof bare.context, 'office' | 'textReader'>>): void {
  Object.assign(bare.context, tools);
  onTestFinished(() => void Object.assign(bare.context, { office: null, textReader: null }));
}

async function attached(server: TestApp, file: PaperFile) {
  const { board, admin, attach, replace } = await paperStage(server);
  const meeting = await server.make.meeting({ board });
  const { document } = (await attach({ kind: 'meeting', id: meeting.id }, file)).json.data;
  const texts = () => server.sql('select page, text from document_texts where board_id = $1 order by page', [board.id]);
  return {
    id: document.id as string,
    boardId: board.id,
    texts,
    replace: (next: PaperFile) => replace(document.id, next),
    asked: () => admin.head(`/ajax/documents/${document.id}`),
    opened: async () => (await admin.get(`/ajax/documents/${document.id}`)).json.data.document,
    searched: async (searchString: string): Promise<readonly string[]> => {
      const { json } = await admin.post('/search', { itemType: 'documents', searchString });
      return json.data.results.map(({ id }: { readonly id: string }) => id);
    },
    bytes: () => admin.get(`/document/${document.id}`),
    downloaded: () => admin.get(`/download/${document.id}`),
  };
}

const folder = testFolder();
const run = promisify(execFile);

async function telephonePhoto(picture: Buffer): Promise<Buffer> {
  await writeFile(join(folder, 'photo.png'), picture);
  await run('heif-enc', [join(folder, 'photo.png'), '-o', join(folder, 'photo.heic')]);
  return readFile(join(folder, 'photo.heic'));
}

function bitmap(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(54 + Math.ceil((width * 3) / 4) * 4 * height, 0x80);
  bytes.fill(0, 0, 54);
  bytes.write('BM');
  for (const [at, value] of [
    [2, bytes.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

test('a Word file waits for its preview and then opens as a PDF, and the original can be downloaded', async () => {
  const bytes = wordPaper();
  const paper = await attached(equipped, { name: 'Minutes.docx', bytes });
  expect((await paper.opened()).preview).toBe('waiting');
  await equipped.context.runJobs();
  expect(await paper.opened()).toMatchObject({ preview: 'made', extension: 'docx', page_count: expect.any(Number) });
  const shown = await paper.bytes();
  expect(shown.headers['content-type']).toBe('application/pdf');
  expect(shown.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await paper.downloaded()).bytes.equals(bytes)).toBe(true);
  expect((await paper.texts())[0]?.text).toMatch(/minutes/i);
}, 90_000);

test('pictures that browsers cannot display are converted into pages', async () => {
  const page = (background: string) =>
    sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  const fax = await sharp([await page('#ffffff'), await page('#345')], { join: { animated: true } })
    .tiff()
    .toBuffer();
  for (const [name, bytes, pages] of [
    ['Plan.tiff', fax, 2],
    ['Photo.heic', await telephonePhoto(await page('#345')), 1],
    ['Sketch.bmp', bitmap(40, 30), 1],
  ] as const) {
    const paper = await attached(generous, { name, bytes });
    await generous.context.runJobs();
    expect(await paper.opened(), name).toMatchObject({ preview: 'made', page_count: pages });
  }
}, 120_000);

test('a file that cannot be converted is reported as failed and can be downloaded', async () => {
  const broken = wordPaper();
  const paper = await attached(equipped, { name: 'Cut off.docx', bytes: broken.subarray(0, broken.length - 900) });
  await equipped.context.runJobs();
  expect((await paper.opened()).preview).toBe('failed');
  expect((await paper.bytes()).headers['content-disposition']).toMatch(/^attachment/);
}, 90_000);

test('a HEAD request does not start a preview', async () => {
  const paper = await attached(bare, { name: 'Minutes.docx', bytes: wordPaper() });
  await bare.context.runJobs();
  const stub: OfficeConverter = { convert: (_path, _extension, work) => work({ kind: 'failed', cause: 'a stub' }) };
  lend({ office: stub });
  const state = () =>
    bare.inBoard(paper.boardId, (tx) => tx.selectFrom('document_versions').select('preview_state').execute());
  expect((await paper.asked()).status).toBe(200);
  await bare.context.runJobs();
  expect(await state()).toEqual([{ preview_state: 'none' }]);
  await paper.opened();
  await bare.context.runJobs();
  expect(await state()).toEqual([{ preview_state: 'failed' }]);
});

test('each version is converted according to its own file type', async () => {
  const given: string[] = [];
  const office: OfficeConverter = {
    convert(_path, extension, work) {
      given.push(extension);
      return work({ kind: 'failed', cause: 'nothing is converted here' });
    },
  };
  lend({ office });
  const paper = await attached(bare, { name: 'Minutes.docx', bytes: wordPaper() });
  const report = await attached(bare, { name: 'Report.pdf', bytes: await pdfPaper(2) });
  await paper.replace({ name: 'Minutes.pdf', bytes: await pdfPaper(1) });
  await report.replace({ name: 'Report.docx', bytes: wordPaper() });
  await bare.context.runJobs();
  expect(given).toEqual(['docx', 'docx']);
  expect(await report.texts()).toHaveLength(2);
});

test.each([
  ['理事会', { encoding: '90ms-RKSJ-H', ordering: 'Japan1', line: '979d8e9689ef' }],
  ['董事会', { encoding: 'GBK-EUC-H', ordering: 'GB1', line: 'b6adcac2bbe1' }],
  ['董事會', { encoding: 'ETen-B5-H', ordering: 'CNS1', line: 'b8b3a8c6b77c' }],
  ['이사회', { encoding: 'KSCms-UHC-H', ordering: 'Korea1', line: 'c0ccbbe7c8b8' }],
] as const)('%s is found in a PDF whose font is not embedded', async (words, font) => {
  const paper = await attached(bare, { name: 'Notice.pdf', bytes: await mappedPaper(font) });
  await bare.context.runJobs();
  expect(await paper.texts()).toEqual([{ page: 1, text: words }]);
  expect(await paper.searched(words)).toEqual([paper.id]);
});

test.each([
  ['notes.txt', Buffer.from('Café ferry landing'), 'Café ferry landing'],
  ['sums.csv', Buffer.from('Caf\xe9;12', 'latin1'), 'Café;12'],
  ['list.xml', Buffer.from('<list><item>Breakwater</item></list>'), 'Breakwater'],
  ['wide.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Pier', 'utf16le')]), 'Pier'],
])('the text of %s is decoded correctly', async (name, bytes, expected) => {
  const paper = await attached(bare, { name, bytes });
  await bare.context.runJobs();
  expect(await paper.texts()).toEqual([{ page: 1, text: expect.stringContaining(expected) }]);
});

test('the words on a scanned page are recognised', async () => {
  const paper = await attached(equipped, { name: 'Scan.pdf', bytes: await scannedPaper('Breakwater survey') });
  await equipped.context.runJobs();
  const read = (await paper.texts()).filter(({ text }) => text !== '');
  expect(read).toEqual([{ page: 2, text: expect.stringContaining('Breakwater survey') }]);
}, 90_000);

test('a preview remains pending while its job can be retried, and fails after the last attempt', async () => {
  const paper = await attached(equipped, { name: 'Minutes.docx', bytes: wordPaper() });
  const job = prepareVersionJob({
    ...equipped.context,
    office: { convert: () => Promise.reject(new Error('no space left')) },
  });
  const { version_id } = await paper.opened();
  const payload = { board_id: paper.boardId, version_id };
  await expect(job.handle(payload, { attempt: 1, isLast: false })).rejects.toThrow('no space left');
  expect((await paper.opened()).preview).toBe('waiting');
  await prepareVersionJob({ ...equipped.context, office: null }).handle(payload, { attempt: 1, isLast: false });
  expect((await paper.opened()).preview).toBe('waiting');
  await expect(job.handle(payload, { attempt: 3, isLast: true })).rejects.toThrow('no space left');
  expect((await paper.opened()).preview).toBe('failed');
}, 90_000);

test('a preview whose job is lost is requested again when the document is opened', async () => {
  const paper = await attached(equipped, { name: 'Minutes.docx', bytes: wordPaper() });
  await equipped.sql(
    `update graphile_worker._private_jobs set attempts = max_attempts where key like 'prepare-version:%'`,
  );
  await equipped.context.runJobs();
  expect((await paper.opened()).preview).toBe('waiting');
  await equipped.context.runJobs();
  expect((await paper.opened()).preview).toBe('made');
}, 90_000);

test('each attempt to create a preview stores a separate file', async () => {
  const paper = await attached(equipped, { name: 'Minutes.docx', bytes: wordPaper() });
  const kept: string[] = [];
  const storage: typeof equipped.context.storage = {
    ...equipped.context.storage,
    async putFile(key) {
      kept.push(key);
      throw new Error('the server fell');
    },
  };
  const job = prepareVersionJob({ ...equipped.context, storage });
  const payload = { board_id: paper.boardId, version_id: (await paper.opened()).version_id };
  for (const attempt of [1, 2])
    await expect(job.handle(payload, { attempt, isLast: false })).rejects.toThrow('the server fell');
  expect(new Set(kept).size).toBe(2);
}, 90_000);

test('text recognition reads each scanned page once, even if the page is empty', async () => {
  const asked: number[] = [];
  const reader = { readPage: (_path: string, page: number) => Promise.resolve(asked.push(page) === 2 ? null : '') };
  const paper = await attached(bare, { name: 'Blank.pdf', bytes: await blankPaper(8) });
  await bare.context.runJobs();
  lend({ textReader: reader });
  const { version_id } = await paper.opened();
  await addJob(bare.context.db, { name: 'read-scans', payload: { board_id: paper.boardId, version_id } });
  await bare.context.runJobs();
  expect(asked.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

async function blankPaper(pages: number): Promise<Buffer> {
  const made = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) made.addPage();
  return Buffer.from(await made.save());
}

async function scannedPaper(words: string): Promise<Buffer> {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="400"><rect width="1200" height="400" fill="white"/>
    <text x="60" y="220" font-family="sans-serif" font-size="90">${words}</text></svg>`;
  const made = await PDFDocument.create();
  made.addPage([600, 200]);
  const picture = await made.embedPng(await sharp(Buffer.from(drawn)).png().toBuffer());
  made.addPage([600, 200]).drawImage(picture, { x: 0, y: 0, width: 600, height: 200 });
  return Buffer.from(await made.save());
}
