import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { loadPdf } from '#server/integrations/pdf/load-pdf.ts';
import { readPdf } from '#server/integrations/pdf/read-pdf.ts';
import { createTypesetter } from '#server/integrations/pdf/typst/typesetter.ts';
import { findBrowser } from '#tests/support/find-browser.ts';
import { linesPaper } from '#tests/support/paper-stage.ts';
import { demoPaper } from '#tests/support/papers.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { makeSealKey, readSealP12, type SealKey } from './seal-key.ts';
import { sealPdf, sealProblem } from './seal-pdf.ts';

const words = {
  id: 'a'.repeat(22),
  name: 'Harbour Street',
  reason: 'Signed by all signers',
  at: '2026-11-16T12:00:00Z',
};
const folder = testFolder();
let key: SealKey;
let evidence: Buffer;
beforeAll(async () => {
  key = await makeSealKey('Harbour Street, Dais', new Date(words.at));
  evidence = typst('Signatures');
});

const at = (name: string): string => join(folder, name);

async function outputOf(program: string, ...args: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args);
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = String(error) } = error as { stdout?: string; stderr?: string };
    return stdout + stderr;
  }
}

function typst(title: string): Buffer {
  const head = { board: 'Harbour', colour: '#124e52', logo: null, paper: 'a4', lede: '', mark: '', at: words.at };
  const empty = { facts: [], sections: [], signatures: [], closing: [] };
  return createTypesetter(null).set('record', { ...head, ...empty, title }).pdf;
}

async function fromOffice(name: string): Promise<Buffer> {
  await writeFile(at(name), demoPaper(name));
  const profile = `-env:UserInstallation=file://${at('profile')}`;
  await outputOf('soffice', '--headless', profile, '--convert-to', 'pdf', '--outdir', folder, at(name));
  return readFile(at(name.replace(/\.\w+$/, '.pdf')));
}

async function fromChromium(): Promise<Buffer> {
  await writeFile(at('page.html'), '<h1>Lease</h1><p>Der Vertrag, Zoë</p>');
  const print = `--print-to-pdf=${at('chromium.pdf')}`;
  await outputOf(findBrowser(), '--headless', '--no-sandbox', print, `file://${at('page.html')}`);
  return readFile(at('chromium.pdf'));
}

async function through(program: string, ...args: readonly string[]): Promise<Buffer> {
  await writeFile(at('plain.pdf'), demoPaper('finance-summary.pdf'));
  await outputOf(program, ...args, at('plain.pdf'), at('through.pdf'));
  return readFile(at('through.pdf'));
}

async function scan(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const picture = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#eee' } })
    .jpeg()
    .toBuffer();
  pdf.addPage([612, 792]).drawImage(await pdf.embedJpg(picture), { width: 612, height: 792 });
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

async function turned(): Promise<Buffer> {
  const pdf = await PDFDocument.load(await linesPaper('Turned'));
  const pages = pdf.catalog.Pages();
  pages.set(PDFName.of('Rotate'), pages.context.obj(90));
  pages.set(PDFName.of('CropBox'), pages.context.obj([0, 0, 50, 50]));
  return Buffer.from(await pdf.save());
}

/** Older versions of pdf-lib damaged files that already contained an incremental update. */
async function updated(): Promise<Buffer> {
  const pdf = await loadPdf(demoPaper('treasury-report.pdf'), { forIncrementalUpdate: true });
  pdf.addPage([612, 792]);
  return Buffer.from(await pdf.save());
}

async function seal(bytes: Buffer) {
  await writeFile(at('original.pdf'), bytes);
  expect(await sealProblem(at('original.pdf'))).toBeNull();
  await sealPdf({ from: at('original.pdf'), to: at('sealed.pdf'), evidence, words, key });
  return readFile(at('sealed.pdf'));
}

test.each<readonly [string, () => Buffer | Promise<Buffer>]>([
  ['LibreOffice Writer', () => fromOffice('draft-minutes.docx')],
  ['LibreOffice Calc', () => fromOffice('action-log.xlsx')],
  ['LibreOffice Impress', () => fromOffice('strategy-2030.pptx')],
  ['Chromium', fromChromium],
  ['Typst, with tags', () => typst('Minutes')],
  ['pdf-lib, with object streams', () => linesPaper('One', 'Two')],
  ['pdf-lib, with an inherited rotation', turned],
  ['pdfTeX, with links', () => readFile(new URL('./made-by-pdftex.pdf', import.meta.url))],
  ['a scanner', scan],
  ['Cairo', () => through('pdftocairo', '-pdf')],
  ['qpdf, linearised', () => through('qpdf', '--linearize')],
  ['qpdf, with object streams', () => through('qpdf', '--object-streams=generate')],
  ['qpdf, without object streams', () => through('qpdf', '--object-streams=disable')],
  ['pdf-lib, with an incremental update', updated],
])(
  'the seal of a PDF by %s is valid and covers the whole file',
  async (_, make) => {
    const original = await make();
    const sealed = await seal(original);
    expect(sealed.subarray(0, original.length).equals(original)).toBe(true);
    const verdict = await outputOf('pdfsig', at('sealed.pdf'));
    for (const words of ['Total document signed', 'Signature is Valid', 'ETSI.CAdES.detached'])
      expect(verdict).toContain(words);
    expect(await outputOf('qpdf', '--check', at('sealed.pdf'))).not.toMatch(/WARNING|ERROR|error:/);
    const [before, after] = [await readPdf(at('original.pdf')), await readPdf(at('sealed.pdf'))];
    expect(after?.texts.slice(0, before?.pageCount)).toEqual(before?.texts);
    expect(after?.pageCount).toBe((before?.pageCount ?? 0) + 1);
    expect(after?.texts.at(-1)).toContain('Signatures');
  },
  120_000,
);

test('pdfsig detects a changed byte and an update made after sealing', async () => {
  const sealed = await seal(demoPaper('finance-summary.pdf'));
  for (const place of [100, Math.floor(sealed.length / 2), sealed.length - 60]) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    await writeFile(at('changed.pdf'), changed);
    const verdict = await outputOf('pdfsig', at('changed.pdf'));
    expect(verdict.includes('Signature is Valid') && verdict.includes('Total document signed')).toBe(false);
  }
  const later = await loadPdf(sealed, { forIncrementalUpdate: true });
  later.addPage([100, 100]);
  await writeFile(at('later.pdf'), await later.save());
  expect(await outputOf('pdfsig', at('later.pdf'))).toContain('Not total document signed');
});

test('openssl verifies the CMS signature of a seal, which has no signing-time attribute', async () => {
  const sealed = await seal(demoPaper('finance-summary.pdf'));
  const [, start = 0, end = 0, rest = 0] = (
    /ByteRange \[ (\d+) (\d+) (\d+) (\d+)/.exec(sealed.toString('latin1')) ?? []
  )
    .slice(1)
    .map(Number);
  const hex = sealed.subarray(start + 1, end - 1).toString('latin1');
  const cms = Buffer.from(hex.replace(/(00)+$/, ''), 'hex');
  await writeFile(at('cms.der'), cms);
  await writeFile(at('content'), Buffer.concat([sealed.subarray(0, start), sealed.subarray(end, end + rest)]));
  const asked = ['cms', '-verify', '-binary', '-inform', 'DER', '-in', at('cms.der'), '-content', at('content')];
  expect(await outputOf('openssl', ...asked, '-noverify', '-out', at('out'))).toContain('Verification successful');
  const oid = (last: number) => Buffer.from([0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, last]);
  expect([cms.includes(oid(4)), cms.includes(oid(5))]).toEqual([true, false]);
});

test.each([
  ['P-256', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']],
  ['RSA', ['-newkey', 'rsa:2048']],
])('a purchased certificate with %s is used for the seal instead of Dais’s own certificate', async (_, kind) => {
  const files = ['-keyout', at('bought.key'), '-out', at('bought.crt')];
  await outputOf('openssl', 'req', '-x509', ...kind, '-nodes', '-subj', '/CN=Bought seal', '-days', '9', ...files);
  const bundle = ['-inkey', at('bought.key'), '-in', at('bought.crt'), '-out', at('bought.p12')];
  await outputOf('openssl', 'pkcs12', '-export', ...bundle, '-passout', 'pass:secret');
  const bytes = await readFile(at('bought.p12'));
  await expect(readSealP12(bytes, 'wrong')).rejects.toThrow();
  await writeFile(at('original.pdf'), demoPaper('finance-summary.pdf'));
  const bought = await readSealP12(bytes, 'secret');
  await sealPdf({ from: at('original.pdf'), to: at('sealed.pdf'), evidence, words, key: bought });
  const verdict = await outputOf('pdfsig', at('sealed.pdf'));
  for (const part of ['Common Name: Bought seal', 'Signature is Valid', 'Total document signed'])
    expect(verdict).toContain(part);
});
