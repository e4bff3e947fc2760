import { readFile } from 'node:fs/promises';
import {
  EncryptedPDFError,
  ParseSpeeds,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFObjectCopier,
  type PDFRef,
} from '@cantoo/pdf-lib';
import sharp from 'sharp';
import type { LeftOutReason } from '#domain/board-book.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { addAnnotations } from '#server/integrations/pdf/add-annotations.ts';
import { drawFieldValues, isDynamicForm, isSigned, settleFields } from '#server/integrations/pdf/form-values.ts';
import { type Layer, readLayers } from '#server/integrations/pdf/layers/read-layers.ts';
import { removeHiddenLayers } from '#server/integrations/pdf/layers/remove-hidden-layers.ts';
import { loadPdf } from '#server/integrations/pdf/load-pdf.ts';
import { printPicture } from '#server/integrations/pdf/print-picture.ts';
import type { Typeface } from '#server/integrations/pdf/typeface.ts';
import type { Typesetter } from '#server/integrations/pdf/typst/typesetter.ts';
import { bookmarksOf } from './paper-bookmarks.ts';
import { cleanPages, sheetHeight, stampPage } from './paper-pages.ts';
import type { Bookmark, PdfFile } from './pdf-file.ts';
import type { BookPlan, PaperSource, PlannedPaper } from './plan.ts';
import { addWatermark } from './watermark.ts';

export type WrittenPaper =
  | {
      readonly kind: 'written';
      readonly branch: PDFRef;
      readonly first: PDFRef;
      readonly firstPage: number;
      readonly pageCount: number;
      readonly layers: readonly Layer[];
      readonly bookmarks: readonly Bookmark[];
      /** Whether the original has a signature, which is not valid in the book. */
      readonly isSigned: boolean;
    }
  | { readonly kind: 'left-out'; readonly why: LeftOutReason };

export async function writePaper(
  file: PdfFile,
  paper: PlannedPaper,
  place: {
    readonly firstPage: number;
    readonly parent: PDFRef;
    readonly face: Typeface;
    readonly typesetter: Typesetter;
    readonly plan: Pick<BookPlan, 'watermark' | 'isCopy'>;
  },
): Promise<WrittenPaper> {
  const { source } = paper;
  const { watermark, isCopy } = place.plan;
  if (source.kind === 'left-out') return source;
  if (source.kind === 'link') return { kind: 'left-out', why: 'link' };
  const part = file.part();
  let refs: readonly PDFRef[];
  let layers: readonly Layer[];
  let bookmarks: readonly Bookmark[];
  let wasSigned: boolean;
  try {
    const pdf = await (source.kind === 'pdf' ? openPdf(source.path) : openPicture(source.path));
    // Signatures are checked before `prepare`, which removes them.
    wasSigned = isSigned(pdf);
    if (isCopy && wasSigned) return { kind: 'left-out', why: 'signed' };
    await prepare(pdf, source, place.typesetter);
    if (isDynamicForm(pdf)) return { kind: 'left-out', why: 'form' };
    if (watermark !== null) await addWatermark(pdf, watermark, place.typesetter);
    ({ refs, layers } = copyPages(pdf, part));
    bookmarks = bookmarksOf(pdf, refs);
    if (refs.length === 0) return { kind: 'left-out', why: 'unreadable' };
    refs.forEach((ref, index) => {
      if (!isCopy) stampPage(part, ref, { label: paper.label, page: place.firstPage + index, face: place.face });
    });
  } catch (error) {
    return { kind: 'left-out', why: error instanceof EncryptedPDFError ? 'protected' : 'unreadable' };
  }
  const branch = part.register(part.obj({ Type: 'Pages', Parent: place.parent, Kids: [...refs], Count: refs.length }));
  for (const ref of refs) part.lookup(ref, PDFDict).set(PDFName.of('Parent'), branch);
  await file.write(part);
  return {
    kind: 'written',
    branch,
    first: refs[0] as PDFRef,
    firstPage: place.firstPage,
    pageCount: refs.length,
    layers,
    bookmarks,
    isSigned: wasSigned,
  };
}

const openPdf = async (path: string): Promise<PDFDocument> =>
  loadPdf(await readFile(path), { parseSpeed: ParseSpeeds.Fastest });

async function prepare(
  pdf: PDFDocument,
  source: Extract<PaperSource, { readonly path: string }>,
  typesetter: Typesetter,
): Promise<void> {
  if (source.kind === 'pdf') {
    removeHiddenLayers(pdf);
    await drawFieldValues(pdf, typesetter);
    settleFields(pdf);
    cleanPages(pdf);
  }
  if (source.xfdf !== null) {
    const parsed = parseXfdf(source.xfdf);
    if (parsed.kind === 'parsed') await addAnnotations(pdf, parsed.annotations.annotations, typesetter);
  }
}

/** One unit per pixel, because annotations on pictures use pixels. */
async function openPicture(path: string): Promise<PDFDocument> {
  const { width, height } = (await sharp(path).metadata()).autoOrient;
  const { data } = await printPicture(sharp(path));
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([width, height]);
  page.drawImage(await pdf.embedJpg(data), { x: 0, y: 0, width, height });
  // UserUnit shrinks the page to at most one sheet (ISO 32000-1, 7.7.3.3).
  const unit = Math.min(1, sheetHeight / Math.max(width, height));
  page.node.set(PDFName.of('UserUnit'), PDFNumber.of(unit));
  await pdf.flush();
  return pdf;
}

/** Copies references instead of page objects, so that internal links lead to the copied pages. */
function copyPages(pdf: PDFDocument, part: PDFContext) {
  const copier = PDFObjectCopier.for(pdf.context, part);
  const refs = pdf.getPages().map(({ ref }) => copier.copy(ref));
  return { refs, layers: readLayers(pdf).all.map(({ ref, isShown }) => ({ ref: copier.copy(ref), isShown })) };
}
