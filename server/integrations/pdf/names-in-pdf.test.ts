import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { namesInPdf } from './names-in-pdf.ts';

const folder = testFolder();

async function namesIn(...parts: readonly (string | Buffer)[]): Promise<readonly string[]> {
  const path = join(folder, 'paper.pdf');
  await writeFile(path, Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  return [...(await namesInPdf(path, ['/AcroForm', '/Encrypt']))];
}
const packed = (content: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from('1 0 obj << /Type /ObjStm >>\nstream\r\n'),
    deflateSync(content),
    Buffer.from('\nendstream\n'),
  ]);

test('PDF names are found in the file and its object streams, even across read chunks', async () => {
  const filling = 'x'.repeat(1024 ** 2 - 5);
  expect(await namesIn('%PDF-1.7 nothing')).toEqual([]);
  expect(await namesIn(filling, '/Encrypt')).toEqual(['/Encrypt']);
  expect(await namesIn(packed('no'), filling.slice(40), packed('<< /AcroForm 5 0 R >>'))).toEqual(['/AcroForm']);
});

test('a PDF with too much compressed data is treated as containing every name', async () => {
  expect(await namesIn(packed(Buffer.alloc(70 * 1024 ** 2)))).toEqual([]);
  const bomb = packed(Buffer.alloc(10 * 1024 ** 2));
  expect(await namesIn(...Array(30).fill(bomb))).toEqual(['/AcroForm', '/Encrypt']);
  expect(await namesIn('/ObjStm '.repeat(400_000))).toEqual([]);
});
