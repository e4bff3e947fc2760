import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { makeBook } from './book/make-book.ts';
import type { BookPlan } from './book/plan.ts';
import { startBounded } from './pdf-process.ts';
import { readPdf } from './read-pdf.ts';
import { writeAnnotationsIntoPdf } from './write-annotations.ts';

const { execPath } = process;
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', onUnhandled);
});
afterEach(() => {
  process.execPath = execPath;
  process.off('unhandledRejection', onUnhandled);
});

/** The process does not start, so nothing reads the rest of the plan. */
const plan = { papers: [] as BookPlan['papers'] } as BookPlan;

test.each([
  ['reading a PDF', () => readPdf('/nowhere/paper.pdf')],
  [
    'writing marks',
    () => writeAnnotationsIntoPdf('/nowhere/paper.pdf', { xfdf: '<xfdf/>', fontsDir: null }, async () => 'made'),
  ],
  [
    'making a board book',
    () =>
      makeBook(
        plan,
        async () => undefined,
        async () => 'made',
      ),
  ],
])('%s fails without an unhandled rejection if its process cannot be started', async (_name, work) => {
  process.execPath = '/nowhere/node';
  await expect(work()).rejects.toThrow('could not start');
  // Node reports unhandled rejections after the current turn.
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});

const folder = testFolder();

/** Allocates buffers, which are outside the JavaScript heap. */
const taking = (megabytes: number): string => `
  const kept = [];
  for (let taken = 0; taken < ${megabytes}; taken += 50) kept.push(Buffer.alloc(50 * 1024 * 1024, 1));
`;

async function codeOf(source: string, timeMsMax = 60_000): Promise<number | null> {
  const script = pathToFileURL(join(folder, 'script.js'));
  await writeFile(script, source);
  const { ended } = await startBounded({ script, heapMegabytesMax: 64, timeMsMax });
  return ended;
}

test('the memory of a PDF process is limited even outside the heap', async () => {
  expect(await codeOf(taking(200))).toBe(0);
  expect(await codeOf(taking(3_000))).not.toBe(0);
});

test('the CPU time of a PDF process is limited', async () => {
  expect(await codeOf('for (;;);', 1_000)).not.toBe(0);
});

test('a server without free file descriptors rejects the paper and goes on', async () => {
  const script = `
    import { openSync } from 'node:fs';
    import { startBounded } from ${JSON.stringify(import.meta.resolve('./pdf-process.ts'))};
    try { for (;;) openSync('/dev/null'); } catch {}
    await startBounded({ script: new URL('file:///x'), heapMegabytesMax: 64, timeMsMax: 1000 }).catch(({ code }) => console.log(code));
    setTimeout(() => console.log('still running'), 50);`;
  const limited = ['-c', 'ulimit -n 200; exec "$@"', 'sh', execPath, '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)('/bin/sh', limited);
  expect(stdout).toBe('EMFILE\nstill running\n');
});

test('a PDF bomb kills only the process that reads it, and no text is extracted', async () => {
  const path = join(folder, 'bomb.pdf');
  await writeFile(path, bomb(350));
  expect(await readPdf(path)).toEqual({ pageCount: 1, texts: [] });
});

function bomb(megabytes: number): Buffer {
  const content = deflateSync(deflateSync(Buffer.alloc(megabytes * 1024 * 1024, 32), { level: 1 }));
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << >> >>',
    `<< /Filter [/FlateDecode /FlateDecode] /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`,
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, nth) => {
    const at = file.length;
    file += `${nth + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 5\n0000000000 65535 f \n${offsets.join('')}trailer << /Size 5 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

test('words that are far apart on one line are separated, regardless of their order in the file', async () => {
  const pdf = await PDFDocument.create();
  const { ref } = await pdf.embedFont(StandardFonts.Helvetica);
  const content = 'BT /F 11 Tf 1 0 0 1 500 700 Tm (13) Tj 1 0 0 1 100 700 Tm (Introduction) Tj ET';
  const { node } = pdf.addPage();
  node.set(PDFName.of('Resources'), pdf.context.obj({ Font: { F: ref } }));
  node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.stream(content)));
  const path = join(folder, 'apart.pdf');
  await writeFile(path, await pdf.save());
  expect((await readPdf(path))?.texts).toEqual(['13 Introduction']);
});
