import { createPaper, type FinishedPaper, type Paper, type PaperTable } from './pdf-paper.ts';

export type PaperBlock =
  | { readonly kind: 'paragraph' | 'heading'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly numbered?: boolean }
  | ({ readonly kind: 'table' } & PaperTable)
  | {
      readonly kind: 'bars';
      readonly title: string;
      readonly note: string;
      readonly bars: readonly { readonly label: string; readonly value: number }[];
    };

/** Starts on a page of its own. */
export interface Chapter {
  readonly heading: string;
  readonly lead?: string;
  readonly blocks: readonly PaperBlock[];
}

export interface PaperText {
  readonly organisation: string;
  readonly title: string;
  readonly author: string;
  /** `#rrggbb` */
  readonly color: string;
  readonly date: Date;
  /** Null: the paper begins with its first chapter. */
  readonly cover: { readonly kicker: string; readonly lines: readonly string[]; readonly note: string } | null;
  readonly chapters: readonly Chapter[];
}

/** A paper with four chapters or more gets a contents page. */
const chaptersBeforeContents = 4;
/** More entries than this would not fit on the contents page; the rest are told by their number. */
const contentsLinesMax = 24;

/** Sets a paper as a PDF. It is set twice when it has contents, whose page numbers the first pass finds. */
export async function writePaper(paper: PaperText): Promise<FinishedPaper> {
  const hasContents = paper.chapters.length >= chaptersBeforeContents;
  const found = hasContents
    ? (
        await setPaper(
          paper,
          paper.chapters.map(() => 0),
        )
      ).starts
    : null;
  return (await setPaper(paper, found)).set.finish();
}

async function setPaper(
  paper: PaperText,
  contents: readonly number[] | null,
): Promise<{ readonly set: Paper; readonly starts: readonly number[] }> {
  const set = await createPaper(paper);
  if (paper.cover) set.cover(paper.cover);
  if (contents) setContents(set, paper.chapters, contents);
  const starts: number[] = [];
  for (const chapter of paper.chapters) {
    set.chapter(chapter.heading, chapter.lead);
    starts.push(set.pageCount());
    for (const block of chapter.blocks) setBlock(set, block);
  }
  return { set, starts };
}

function setContents(set: Paper, chapters: readonly Chapter[], starts: readonly number[]): void {
  set.chapter('Contents');
  const rows = chapters
    .slice(0, contentsLinesMax)
    .map((chapter, nth) => ({ cells: [chapter.heading, String(starts[nth] ?? '')] }));
  const columns = [
    { label: 'Section', share: 5, align: 'left' },
    { label: 'Page', share: 1, align: 'right' },
  ] as const;
  set.table({ columns, rows });
  const rest = chapters.length - rows.length;
  if (rest > 0) set.paragraph(`${rest} further statements follow, one to a page.`);
}

function setBlock(set: Paper, block: PaperBlock): void {
  switch (block.kind) {
    case 'paragraph':
      set.paragraph(block.text);
      break;
    case 'heading':
      set.heading(block.text);
      break;
    case 'list':
      set.list(block.items, block.numbered);
      break;
    case 'table':
      set.table(block);
      break;
    case 'bars':
      set.bars(block);
      break;
    default:
      block satisfies never;
  }
}
