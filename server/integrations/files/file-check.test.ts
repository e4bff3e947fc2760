import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { uploadMessages } from '#domain/messages/documents.ts';
import { pdfPaper, wordPaper } from '#tests/support/papers.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { vastPicture } from '#tests/support/vast-picture.ts';
import { fileProblem } from './file-check.ts';

const folder = testFolder();

async function problemOf(bytes: Uint8Array, extension: Parameters<typeof fileProblem>[1]): Promise<string | null> {
  const path = join(folder, randomUUID());
  await writeFile(path, bytes);
  return fileProblem(path, extension);
}

const wordWith = (more: Readonly<Record<string, Uint8Array>>): Uint8Array =>
  zipSync({
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    'word/document.xml': strToU8('<document/>'),
    ...more,
  });

function bombOf(times: number): Buffer {
  const whole = Buffer.from(wordWith({ 'word/media/000.bin': new Uint8Array(10 * 1024 * 1024) }));
  const end = whole.length - 22;
  const entry = end - 46 - 'word/media/000.bin'.length;
  const copies = Array.from({ length: times - 1 }, (_, nth) => {
    const copy = Buffer.from(whole.subarray(entry, end));
    copy.write(String(nth + 1).padStart(3, '0'), 46 + 'word/media/'.length);
    return copy;
  });
  const tail = Buffer.from(whole.subarray(end));
  for (const at of [8, 10]) tail.writeUInt16LE(tail.readUInt16LE(at) + copies.length, at);
  tail.writeUInt32LE(tail.readUInt32LE(12) + copies.length * (end - entry), 12);
  return Buffer.concat([whole.subarray(0, end), ...copies, tail]);
}

test('a .docx file that is a zip bomb is rejected for its unpacked size or its number of files', async () => {
  for (const whole of [wordPaper(), wordWith({}), bombOf(60)]) expect(await problemOf(whole, 'docx')).toBeNull();
  expect(await problemOf(bombOf(130), 'docx')).toBe(uploadMessages.unpackedTooLarge);
  const many = Array.from({ length: 20_001 }, (_, nth) => [`word/${nth}`, new Uint8Array()] as const);
  expect(await problemOf(wordWith(Object.fromEntries(many)), 'docx')).toBe(uploadMessages.unpackedTooLarge);
}, 60_000);

test('a ZIP64 archive is accepted if its unpacked size is small, and rejected if it is large', async () => {
  const asZip64 = (size: number): Buffer => {
    const whole = Buffer.from(wordWith({}));
    const end = whole.length - 22;
    const directory = whole.readUInt32LE(end + 16);
    // Moves the size of the first entry to its extra field, as ZIP64 does.
    const name = directory + 46 + whole.readUInt16LE(directory + 28);
    const extra = Buffer.alloc(12);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(size), 4);
    whole.writeUInt32LE(0xffffffff, directory + 24);
    whole.writeUInt16LE(extra.length, directory + 30);
    whole.writeUInt32LE(whole.readUInt32LE(end + 12) + extra.length, end + 12);
    return Buffer.concat([whole.subarray(0, name), extra, whole.subarray(name)]);
  };
  expect(await problemOf(asZip64(300), 'docx')).toBeNull();
  expect(await problemOf(asZip64(5 * 1024 ** 3), 'docx')).toBe(uploadMessages.unpackedTooLarge);
});

test('a truncated archive and an archive with an invalid directory offset pass the check', async () => {
  const whole = Buffer.from(wordWith({}));
  expect(await problemOf(whole.subarray(0, whole.length - 30), 'docx')).toBeNull();
  const beyond = Buffer.from(whole);
  beyond.writeUInt32LE(0xfffffff0, beyond.length - 6);
  beyond.writeUInt32LE(0xfffffff0, beyond.length - 10);
  expect(await problemOf(beyond, 'docx')).toBeNull();
});

const compoundFile = (content: string): Uint8Array =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(65_530), Buffer.from(content, 'utf16le')]);
const odt = (manifest: string): Uint8Array =>
  zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }],
    'META-INF/manifest.xml': strToU8(
      `<manifest:manifest><manifest:file-entry>${manifest}</manifest:file-entry></manifest:manifest>`,
    ),
  });

test.each([
  ['docx', compoundFile('EncryptedPackage')],
  ['xlsm', compoundFile('EncryptedPackage')],
  ['odt', odt('<manifest:encryption-data manifest:checksum="x"/>')],
] as const)('a password-protected file is rejected with advice: %s', async (extension, bytes) => {
  expect(await problemOf(bytes, extension)).toBe(
    'This file is protected by a password. Save it without one, or upload a PDF.',
  );
});

test('an old office file is accepted, but not with the extension of a new one', async () => {
  expect(await problemOf(compoundFile('WordDocument'), 'doc')).toBeNull();
  expect(await problemOf(compoundFile('WordDocument'), 'docx')).toBe(uploadMessages.contentMismatch);
});

test('an OpenDocument file without a password is accepted', async () => {
  expect(await problemOf(odt(''), 'odt')).toBeNull();
});

test.each([
  ['xlsm', { '[Content_Types].xml': '<Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/>' }],
  [
    'xlsb',
    {
      '[Content_Types].xml': '<Override ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>',
      'xl/workbook.bin': 'x',
    },
  ],
  ['key', { 'Index/Document.iwa': 'x', 'Index/TemplateSlide-1.iwa': 'x', 'Data/a.jpg': 'x' }],
  ['pages', { 'index.xml': 'x', 'buildVersionHistory.plist': 'x' }],
  ['numbers', { 'Index/Document.iwa': 'x', 'Index/Tables/DataList.iwa': 'x' }],
] as const)(
  'a file of type %s is accepted, and another archive with this extension is rejected',
  async (extension, files) => {
    const zipped = (parts: object) =>
      zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
    expect(await problemOf(zipped(files), extension)).toBeNull();
    expect(await problemOf(zipped({ 'readme.txt': 'x' }), extension)).toBe(uploadMessages.contentMismatch);
  },
);

test('a picture of 50,000 × 50,000 pixels is rejected without being decoded', async () => {
  const picture = await vastPicture();
  const before = process.memoryUsage().rss;
  expect(await problemOf(picture, 'png')).toBe(uploadMessages.pictureTooLarge);
  // The decoded picture would take seven gigabytes.
  expect(process.memoryUsage().rss - before).toBeLessThan(1024 ** 3);
});

test('the header of a PDF is accepted only within the first 1,024 bytes', async () => {
  const pdf = await pdfPaper(1);
  const behind = (bytes: number) => Buffer.concat([Buffer.alloc(bytes, 'Received: by mail\n'), pdf]);
  expect(await problemOf(behind(600), 'pdf')).toBeNull();
  expect(await problemOf(behind(1_023), 'pdf')).toBeNull();
  expect(await problemOf(behind(1_024), 'pdf')).toBe(uploadMessages.contentMismatch);
  const picture = await vastPicture();
  const both = Buffer.concat([picture.subarray(0, 100), pdf]);
  expect(await problemOf(both, 'pdf')).toBe(uploadMessages.contentMismatch);
});

test('a truncated PDF is rejected, but data after the end of a PDF is ignored', async () => {
  const path = join(folder, 'whole.pdf');
  const linearised = join(folder, 'linearised.pdf');
  await writeFile(path, await pdfPaper(40));
  await promisify(execFile)('qpdf', ['--linearize', path, linearised]);
  for (const whole of [await readFile(path), await readFile(linearised)]) {
    expect(await problemOf(whole, 'pdf')).toBeNull();
    expect(await problemOf(Buffer.concat([whole, Buffer.alloc(300_000)]), 'pdf')).toBeNull();
    expect(await problemOf(Buffer.concat([whole, Buffer.alloc(300_000, '%\n')]), 'pdf')).toBeNull();
    for (const part of [0.5, 0.9]) {
      const cut = whole.subarray(0, Math.floor(whole.length * part));
      expect(await problemOf(cut, 'pdf')).toBe(uploadMessages.truncated);
    }
  }
});

test('the check of an uploaded file leaves no temporary files behind', async () => {
  const before = await readdir(folder);
  await problemOf(wordWith({}), 'docx');
  expect(await readdir(folder)).toHaveLength(before.length + 1);
});
