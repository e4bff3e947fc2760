// Runs in a separate process, so that hostile files can neither exhaust the server nor reach the seal's key.
import { readFile, writeFile } from 'node:fs/promises';
import { json } from 'node:stream/consumers';
import { EncryptedPDFError, PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { SealProblem } from '#domain/signatures.ts';
import { isSigned } from '#server/integrations/pdf/form-values.ts';
import { loadPdf } from '#server/integrations/pdf/load-pdf.ts';
import { appendEvidence, startOfReferences } from './append-evidence.ts';
import { isReadAsReferenced } from './referenced-objects.ts';
import type { SealReply, SealRequest } from './seal-pdf.ts';

const name = (key: string): PDFName => PDFName.of(key);
const [jsKey, xfaKey, layersKey, filesKey, actionKey, subtypeKey] = (
  ['JS', 'XFA', 'OCProperties', 'EmbeddedFiles', 'S', 'Subtype'] as const
).map(name) as [PDFName, PDFName, PDFName, PDFName, PDFName, PDFName];
const attachmentKeys = ['EF', 'AF', 'Collection'].map(name);
/** These annotations contain files or change what is shown (ISO 32000-2, 12.5.6). */
const attachmentSubtypes: ReadonlySet<unknown> = new Set(
  ['FileAttachment', 'RichMedia', 'Screen', 'Movie', 'Sound', '3D'].map(name),
);
const scriptActions: ReadonlySet<unknown> = new Set(['JavaScript', 'Launch', 'SubmitForm', 'ImportData'].map(name));

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('Two files are needed.');
const { evidence, words } = (await json(process.stdin)) as SealRequest;
const bytes = new Uint8Array(await readFile(from));
const problem = await problemOf();
const reply: SealReply = problem === null ? await prepare(to) : { problem };
process.stdout.write(JSON.stringify(reply));

async function problemOf(): Promise<SealProblem | null> {
  try {
    const pdf = await loadPdf(bytes, { throwOnInvalidObject: true });
    const start = startOfReferences(bytes);
    const begins = Buffer.from(bytes.subarray(start, start + 30)).toString('latin1');
    const pages = pdf.getPageCount();
    if (!/^\s*(xref|\d+ \d+ obj)/.test(begins) || pages === 0 || pages !== (await countPages(bytes))) return 'damaged';
    if (pdf.context.trailerInfo.Encrypt !== undefined) return 'encrypted';
    if (!(await isReadAsReferenced(pdf, bytes, start))) return 'damaged';
    return unsealableBecause(pdf);
  } catch (error) {
    const isEncrypted = error instanceof EncryptedPDFError || Buffer.from(bytes).includes('/Encrypt');
    return isEncrypted ? 'encrypted' : 'damaged';
  }
}

async function prepare(path: string): Promise<SealReply> {
  const added = evidence === null ? await emptyPage() : Buffer.from(evidence, 'base64');
  const prepared = await appendEvidence(bytes, added, words);
  const expected = (await countPages(bytes)) + (await countPages(added));
  // Rejects a file that PDF readers could not open.
  if ((await countPages(prepared.bytes)) !== expected) return { problem: 'damaged' };
  if (evidence !== null) await writeFile(path, prepared.bytes);
  return { problem: null, start: prepared.start, end: prepared.end };
}

async function emptyPage(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  return pdf.save();
}

async function countPages(file: Uint8Array): Promise<number> {
  const task = getDocument({ data: new Uint8Array(file), verbosity: VerbosityLevel.ERRORS, stopAtErrors: true });
  const { numPages } = await task.promise;
  await task.destroy();
  return numPages;
}

function unsealableBecause(pdf: PDFDocument): SealProblem | null {
  const { context, catalog } = pdf;
  if (context.trailerInfo.Encrypt !== undefined) return 'encrypted';
  if (isSigned(pdf) || catalog.has(name('Perms'))) return 'signed';
  const found = new Set<SealProblem>();
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFStream) waiting.push(object.dict);
    else if (object instanceof PDFArray) waiting.push(...object.asArray());
    else if (object instanceof PDFDict) {
      waiting.push(...object.values());
      const problem = problemOfDict(object);
      if (problem !== null) found.add(problem);
    }
  }
  const form = catalog.lookup(name('AcroForm'));
  const fields = form instanceof PDFDict ? form.lookup(name('Fields')) : undefined;
  if (fields instanceof PDFArray && fields.size() > 0) found.add('form');
  const order = ['xfa', 'script', 'form', 'attachment', 'layers'] as const;
  return order.find((problem) => found.has(problem)) ?? null;
}

function problemOfDict(dict: PDFDict): SealProblem | null {
  if (dict.has(xfaKey)) return 'xfa';
  if (dict.has(jsKey) || scriptActions.has(dict.lookup(actionKey))) return 'script';
  const subtype = dict.lookup(subtypeKey);
  if (subtype === name('Widget')) return 'form';
  const isAttachment = dict.has(filesKey) || attachmentKeys.some((key) => dict.has(key));
  if (isAttachment || attachmentSubtypes.has(subtype)) return 'attachment';
  return dict.has(layersKey) ? 'layers' : null;
}
