import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString, StandardFonts } from '@cantoo/pdf-lib';

export const sentence = 'The half-year closes with a surplus of 557 thousand.';

export async function pdfPaper(pages: number, words = sentence): Promise<Buffer> {
  const made = await PDFDocument.create();
  const font = await made.embedFont(StandardFonts.TimesRoman);
  for (let page = 1; page <= pages; page += 1) {
    const sheet = made.addPage([612, 792]);
    sheet.drawText(page === 1 ? words : `This is page ${page}.`, { x: 72, y: 680, size: 18, font });
    sheet.drawText('Income is ahead of budget, mainly because a grant came early.', { x: 72, y: 650, size: 14, font });
  }
  return Buffer.from(await made.save());
}

export const demoPaper = (name: string): Buffer =>
  readFileSync(new URL(`../../server/demo/papers/harbour-street/${name}`, import.meta.url));

export const wordPaper = (): Buffer => demoPaper('draft-minutes.docx');

/** Uses a font that is not embedded, so the viewer needs a character map to decode the line (ISO 32000-1, 9.7.5.2). */
export async function mappedPaper(font: {
  readonly encoding: string;
  readonly ordering: 'Japan1' | 'GB1' | 'CNS1' | 'Korea1';
  /** The line's bytes in `encoding`, as hexadecimal digits. */
  readonly line: string;
}): Promise<Buffer> {
  const made = await PDFDocument.create();
  const { context } = made;
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: 'Song',
      Flags: 6,
      FontBBox: [0, -120, 1000, 880],
      ItalicAngle: 0,
      Ascent: 880,
      Descent: -120,
      CapHeight: 880,
      StemV: 93,
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: 'Song',
      FontDescriptor: descriptor,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of(font.ordering), Supplement: 2 },
    }),
  );
  const face = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: `Song-${font.encoding}`,
      Encoding: font.encoding,
      DescendantFonts: [descendant],
    }),
  );
  const page = made.addPage([612, 792]);
  page.node.setFontDictionary(PDFName.of('F1'), face);
  page.node.addContentStream(context.register(context.stream(`BT /F1 18 Tf 72 680 Td <${font.line}> Tj ET`)));
  return Buffer.from(await made.save());
}

/** If the user password is empty, anyone can open the PDF. */
export async function encryptedPaper(bytes: Uint8Array, userPassword: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-test-locked-'));
  try {
    const [open, locked] = [join(folder, 'open.pdf'), join(folder, 'locked.pdf')];
    await writeFile(open, bytes);
    await promisify(execFile)('qpdf', ['--encrypt', userPassword, 'owner', '256', '--modify=none', '--', open, locked]);
    return await readFile(locked);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Makes a paper whose first page has a comment with a reply, a hidden note and filled-in fields. The second page has a
 * highlight.
 */
export async function commentedPaper(): Promise<Buffer> {
  const pdf = await PDFDocument.load(await pdfPaper(2));
  const { context } = pdf;
  const [first, second] = pdf.getPages();
  if (!first || !second) throw new Error('Pages are missing.');
  const add = (page: typeof first, subtype: string, entries: Record<string, unknown>): PDFRef => {
    const { T, Contents, ...rest } = entries as { T: string; Contents?: string };
    const words = Contents === undefined ? {} : { Contents: PDFHexString.fromText(Contents) };
    const look = { Type: 'Annot', Subtype: subtype, T: PDFHexString.fromText(T), ...words, ...rest };
    const ref = context.register(context.obj(look as never));
    page.node.addAnnot(ref);
    return ref;
  };
  const Rect = [300, 560, 320, 580];
  const M = PDFString.of("D:20261102101500-04'00'");
  const comment = add(first, 'Text', {
    T: 'Thomas McKenna',
    Contents: 'Who pays for the quay?',
    Rect,
    M,
    Name: 'Comment',
  });
  add(first, 'Text', { T: 'Priya Raman', Contents: 'The Port Authority does.', Rect, M, IRT: comment });
  add(first, 'Text', {
    T: 'Elena Kowalczyk',
    Rect,
    M,
    IRT: comment,
    State: PDFString.of('Accepted'),
    StateModel: PDFString.of('Review'),
  });
  add(first, 'Text', { T: 'Nobody', Contents: 'Not for the board', Rect, F: 2 });
  const form = pdf.getForm();
  const name = form.createTextField('Signatory');
  name.setText('Anna Sørensen');
  name.addToPage(first, { x: 72, y: 400, width: 200, height: 24 });
  name.enableReadOnly();
  const agreed = form.createCheckBox('Agreed');
  agreed.addToPage(first, { x: 72, y: 360, width: 16, height: 16 });
  agreed.check();
  form.createTextField('Left empty').addToPage(first, { x: 72, y: 320, width: 200, height: 24 });
  const QuadPoints = [72, 695, 200, 695, 72, 678, 200, 678];
  add(second, 'Highlight', {
    T: 'Priya Raman',
    Contents: 'Compare with page 1',
    Rect: [72, 678, 200, 695],
    QuadPoints,
    C: [1, 0.9, 0.4],
  });
  return Buffer.from(await pdf.save());
}

/** A video of less than a second at 64 × 48 pixels, as written by Chromium's MediaRecorder (VP9). */
export const film = (): Buffer => readFileSync(new URL('./files/film.mp4', import.meta.url));

/** Signed by "Example Auditor", with a visible signature (PAdES, self-signed). */
export const signedPaper = (): Buffer => readFileSync(new URL('./files/signed.pdf', import.meta.url));

/** Makes a placeholder page that only Adobe's programs replace with a form (XFA). */
export async function dynamicFormPaper(): Promise<Buffer> {
  const pdf = await PDFDocument.load(await pdfPaper(1, 'Please wait...'));
  const template = pdf.context.register(pdf.context.stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>'));
  pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ Fields: [], XFA: template }));
  return Buffer.from(await pdf.save());
}

/** Makes a filled-in form without appearance streams, as written by programs that leave the drawing to the viewer. */
export async function filledFormPaper(): Promise<Buffer> {
  const pdf = await PDFDocument.load(await pdfPaper(1));
  const { context } = pdf;
  const [page] = pdf.getPages();
  const fields = [
    { FT: 'Tx', T: 'Amount', V: '4711 euros', Rect: [72, 500, 300, 524], DA: '/Helv 0 Tf 0 g' },
    {
      FT: 'Tx',
      T: 'Reason',
      V: 'Résumé of the\nharbour works',
      Rect: [72, 400, 300, 480],
      Ff: 4096,
      DA: '/Helv 12 Tf 0 g',
    },
    { FT: 'Tx', T: 'Name', V: 'ประชุม', Rect: [72, 360, 300, 384], DA: '/Helv 14 Tf 0 g' },
    { FT: 'Tx', T: 'Secret', V: 'sesame', Rect: [320, 360, 400, 384], Ff: 8192 },
    { FT: 'Ch', T: 'Pier', V: 'n', Opt: [[PDFString.of('n'), PDFString.of('North pier')]], Rect: [320, 500, 500, 524] },
    { FT: 'Btn', T: 'Agreed', V: 'On', Rect: [72, 300, 92, 320] },
    { FT: 'Btn', T: 'Refused', V: 'Off', Rect: [122, 300, 142, 320] },
  ].map(({ V, T, DA, ...rest }) => {
    const value = rest.FT === 'Btn' ? PDFName.of(V) : PDFHexString.fromText(V);
    const words = { T: PDFHexString.fromText(T), V: value, ...(DA === undefined ? {} : { DA: PDFString.of(DA) }) };
    return context.register(context.obj({ Type: 'Annot', Subtype: 'Widget', F: 4, ...rest, ...words } as never));
  });
  for (const field of fields) page?.node.addAnnot(field);
  pdf.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: fields }));
  return Buffer.from(await pdf.save());
}
