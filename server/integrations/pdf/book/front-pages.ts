import type { PDFRef } from '@cantoo/pdf-lib';
import { boardBookMessages } from '#domain/board-book.ts';
import type { BookPlan } from './plan.ts';
import { type Faces, type Sheet, sheetSize, type TextStyle, textWidth, wrapText } from './sheet.ts';
import type { WrittenPaper } from './write-papers.ts';

const margin = 64;
const inner = sheetSize.width - 2 * margin;
const bottom = 72;
const ink = '#1c1a16';
const faint = '#5f5a50';
const line = '#d8d2c4';
const timeWidth = 62;
const indent = 18;
const numberWidth = 26;
/** For page numbers. */
const pageWidth = 34;

export function drawCover(sheet: Sheet, plan: BookPlan, faces: Faces): void {
  const large = { face: faces.bold, size: 30, colour: ink };
  let y = sheetSize.height - 120;
  sheet.text(plan.board, { x: margin, y }, { face: faces.bold, size: 13, colour: ink });
  y -= 18;
  sheet.rule({ x: margin, y, width: inner, height: 3 }, plan.colour);
  y -= 120;
  sheet.text('Board book', { x: margin, y }, { face: faces.regular, size: 13, colour: faint });
  y -= 40;
  for (const words of wrapText(plan.title, inner, large)) {
    sheet.text(words, { x: margin, y }, large);
    y -= 38;
  }
  y -= 10;
  const fact = { face: faces.regular, size: 13, colour: ink };
  for (const words of plan.facts.flatMap((each) => wrapText(each, inner, fact))) {
    sheet.text(words, { x: margin, y }, fact);
    y -= 20;
  }
  const note = { face: faces.regular, size: 9.5, colour: faint };
  plan.notes.forEach((words, index) => {
    sheet.text(words, { x: margin, y: bottom + 14 * (plan.notes.length - 1 - index) }, note);
  });
}

interface Row {
  readonly height: number;
  readonly draw: (sheet: Sheet, top: number) => void;
}

export interface AgendaLayout {
  readonly pageCount: number;
  readonly pageOf: readonly number[];
  draw(sheets: readonly Sheet[], papers: readonly WrittenPaper[]): void;
}

/** Heights do not depend on the documents, whose page numbers follow the agenda's. */
export function layOutAgenda(plan: BookPlan, faces: Faces): AgendaLayout {
  const heights = plan.entries.map((entry) => rowOf(entry, { plan, faces, papers: null }).height);
  const pageOf: number[] = [];
  const tops: number[] = [];
  let page = 0;
  let top = sheetSize.height - 118;
  plan.entries.forEach((_, index) => {
    const height = heights[index] ?? 0;
    if (top - height < bottom && tops.length > 0) {
      page += 1;
      top = sheetSize.height - 72;
    }
    pageOf.push(page);
    tops.push(top);
    top -= height;
  });
  return {
    pageCount: page + 1,
    pageOf,
    draw(sheets, papers) {
      sheets[0]?.text('Agenda', { x: margin, y: sheetSize.height - 84 }, { face: faces.bold, size: 22, colour: ink });
      sheets[0]?.rule({ x: margin, y: sheetSize.height - 96, width: inner, height: 1.5 }, ink);
      if (plan.entries.length === 0) {
        const none = { face: faces.regular, size: 11, colour: faint };
        sheets[0]?.text('No agenda has been written.', { x: margin, y: sheetSize.height - 124 }, none);
      }
      plan.entries.forEach((entry, index) => {
        const sheet = sheets[pageOf[index] ?? 0];
        if (sheet) rowOf(entry, { plan, faces, papers }).draw(sheet, tops[index] ?? 0);
      });
    },
  };
}

interface Given {
  readonly plan: BookPlan;
  readonly faces: Faces;
  readonly papers: readonly WrittenPaper[] | null;
}

function rowOf(entry: BookPlan['entries'][number], given: Given): Row {
  return entry.kind === 'item' ? itemRow(entry, given) : paperRow(entry.paper, given);
}

function itemRow(entry: Extract<BookPlan['entries'][number], { readonly kind: 'item' }>, { plan, faces }: Given): Row {
  const title: TextStyle = { face: faces.bold, size: entry.depth === 0 ? 12 : 11, colour: ink };
  const small: TextStyle = { face: faces.regular, size: 9.5, colour: faint };
  const x = margin + timeWidth + indent * entry.depth;
  const wide = sheetSize.width - margin - x - numberWidth;
  const titles = wrapText(entry.title, wide, title);
  const words = [
    ...(entry.about === '' ? [] : wrapText(entry.about, wide, small)),
    ...(entry.text === '' ? [] : wrapText(entry.text, wide, small)),
  ].slice(0, textLinesMax);
  return {
    height: 12 + titles.length * 15 + words.length * 13,
    draw(sheet, top) {
      let y = top - 22;
      sheet.rule({ x: margin, y: top - 4, width: inner, height: entry.depth === 0 ? 0.75 : 0.4 }, line);
      if (entry.time !== '') sheet.text(entry.time, { x: margin, y }, small);
      sheet.text(entry.number, { x, y }, { face: faces.bold, size: title.size, colour: plan.colour });
      for (const each of titles) {
        sheet.text(each, { x: x + numberWidth, y }, title);
        y -= 15;
      }
      for (const each of words) {
        sheet.text(each, { x: x + numberWidth, y }, small);
        y -= 13;
      }
    },
  };
}

/** Further lines are shown only on the screen. */
const textLinesMax = 40;

function paperRow(index: number, { plan, faces, papers }: Given): Row {
  const style: TextStyle = { face: faces.regular, size: 10.5, colour: ink };
  const small: TextStyle = { face: faces.regular, size: 8.5, colour: faint };
  const x = margin + timeWidth + numberWidth + indent;
  const titles = wrapText(plan.papers[index]?.title ?? '', sheetSize.width - margin - pageWidth - x, style);
  const height = titles.length * 13.5 + 17;
  return {
    height,
    draw(sheet, top) {
      const paper = papers?.[index];
      let y = top - 12;
      titles.forEach((each, nth) => {
        sheet.text(each, { x, y }, style);
        if (nth === 0 && paper?.kind === 'written') {
          const page = String(paper.firstPage);
          sheet.text(page, { x: sheetSize.width - margin - textWidth(page, style), y }, style);
        }
        y -= 13.5;
      });
      sheet.text(paperWords(paper), { x, y: y + 1.5 }, small);
      const to = placeOf(paper, plan.papers[index]?.source);
      if (to) sheet.link({ rect: [x - 4, top - height + 3, sheetSize.width - margin, top - 1], to });
    },
  };
}

function paperWords(paper: WrittenPaper | undefined): string {
  if (paper?.kind === 'written') {
    const pages = boardBookMessages.pages(paper.pageCount);
    return paper.isSigned ? `${pages}. ${boardBookMessages.signedOriginal}` : pages;
  }
  return paper ? boardBookMessages.notInBook(paper.why) : '';
}

function placeOf(
  paper: WrittenPaper | undefined,
  source: BookPlan['papers'][number]['source'] | undefined,
): { readonly page: PDFRef } | { readonly url: string } | undefined {
  if (paper?.kind === 'written') return { page: paper.first };
  return source?.kind === 'link' ? { url: source.url } : undefined;
}
