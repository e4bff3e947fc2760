import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFObjectCopier,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { boardBookMessages } from '#domain/board-book.ts';
import type { Typesetter } from '#server/integrations/pdf/typst/typesetter.ts';
import type { BookPlan } from './plan.ts';
import { addWatermark } from './watermark.ts';
import type { WrittenPaper } from './write-papers.ts';

/** The number of front pages must not depend on the page numbers that they list, which are known only later. */
export function setFrontPages(
  typesetter: Typesetter,
  { papers: planned, entries, notes, facts, board, colour, paper, logo, title }: BookPlan,
  papers: readonly WrittenPaper[],
) {
  const rows = entries.map((entry) => {
    if (entry.kind === 'item') return entry;
    const paper = papers[entry.paper];
    const source = planned[entry.paper]?.source;
    return {
      kind: 'paper',
      title: planned[entry.paper]?.title ?? '',
      page: paper?.kind === 'written' ? String(paper.firstPage) : '',
      words: paperWords(paper),
      target: source?.kind === 'link' ? source.url : `${paperScheme}${entry.paper}`,
    };
  });
  const set = typesetter.set('book', { board, colour, paper, logo, title, facts, notes, entries: rows });
  const starts = set.valuesOf('row') as readonly { readonly entry: number; readonly page: number }[];
  const pageOf: number[] = [];
  for (const { entry, page } of starts) pageOf[entry] = page - 1;
  const [agenda] = set.valuesOf('agenda') as readonly number[];
  // `agenda` is the zero-based number of the agenda's first page.
  return { pdf: set.pdf, pageCount: set.pageCount, agenda: (agenda ?? 2) - 1, pageOf };
}

function paperWords(paper: WrittenPaper | undefined): string {
  if (paper?.kind === 'written') {
    const pages = boardBookMessages.pages(paper.pageCount);
    return paper.isSigned ? `${pages}. ${boardBookMessages.signedOriginal}` : pages;
  }
  return paper ? boardBookMessages.notInBook(paper.why) : '';
}

/** Typst cannot link to papers, so links with this scheme are replaced after typesetting. */
const paperScheme = 'paper:';

export async function copyFrontPages(
  part: PDFContext,
  { pdf }: ReturnType<typeof setFrontPages>,
  given: {
    readonly parent: PDFRef;
    readonly papers: readonly WrittenPaper[];
    readonly watermark: string | null;
    readonly typesetter: Typesetter;
  },
): Promise<readonly PDFRef[]> {
  const front = await PDFDocument.load(pdf, { updateMetadata: false });
  if (given.watermark !== null) await addWatermark(front, given.watermark, given.typesetter);
  const copier = PDFObjectCopier.for(front.context, part);
  return front.getPages().map((page) => {
    const ref = copier.copy(page.ref);
    const node = part.lookup(ref, PDFDict);
    node.set(PDFName.of('Parent'), given.parent);
    const annots = node.lookupMaybe(PDFName.of('Annots'), PDFArray);
    const kept = (annots?.asArray() ?? []).filter((entry) => linkPaper(part.lookup(entry, PDFDict), given.papers));
    node.set(PDFName.of('Annots'), part.obj(kept));
    return ref;
  });
}

function linkPaper(link: PDFDict, papers: readonly WrittenPaper[]): boolean {
  const address = link.lookupMaybe(PDFName.of('A'), PDFDict)?.lookup(PDFName.of('URI'));
  const url = address instanceof PDFString || address instanceof PDFHexString ? address.decodeText() : '';
  if (!url.startsWith(paperScheme)) return true;
  const paper = papers[Number(url.slice(paperScheme.length))];
  if (paper?.kind !== 'written') return false;
  link.delete(PDFName.of('A'));
  link.set(PDFName.of('Dest'), link.context.obj([paper.first, 'Fit']));
  return true;
}
