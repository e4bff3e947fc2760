import { openFace } from '#server/integrations/pdf/book/faces.ts';
import { type Bookmark, createPdfFile, finishPdfFile, writeOutline } from '#server/integrations/pdf/book/pdf-file.ts';
import { createSheet, type DrawnSheet, sheetSize, textWidth } from '#server/integrations/pdf/book/sheet.ts';
import type { RecordPlan } from './plan.ts';
import { faintColour, margin, type RecordFaces, type Row } from './row.ts';
import { rowsOf } from './rows.ts';

const topMargin = 72;
const bottom = 78;
const markColour = '#9c2f20';

export async function writeRecord(plan: RecordPlan, path: string): Promise<number> {
  const file = await createPdfFile(path);
  const part = file.part();
  const nextRef = () => part.nextRef();
  const faces = {
    regular: await openFace('Inter-Regular', 'Regular', nextRef),
    bold: await openFace('SourceSerif4-SemiBold', 'Bold', nextRef),
    text: await openFace('SourceSerif4-Regular', 'Regular', nextRef),
    italic: await openFace('SourceSerif4-It', 'Italic', nextRef),
  };
  const pages = part.nextRef();
  const placed = paginate(rowsOf(plan, faces));
  const sheets = placed.map(() => createSheet(part.nextRef(), faces));
  const began: DrawnSheet[] = [];
  placed.forEach((rows, index) => {
    const sheet = sheets[index] as DrawnSheet;
    for (const { row, top } of rows) {
      row.draw(sheet, top);
      if (row.begins !== undefined) began[row.begins] = sheet;
    }
    stamp(sheet, { plan, faces, page: index + 1, of: placed.length });
    sheet.write(part, pages);
  });
  part.assign(pages, part.obj({ Type: 'Pages', Kids: sheets.map(({ ref }) => ref), Count: sheets.length }));
  await finishPdfFile(file, part, {
    title: plan.mark === '' ? plan.title : `${plan.title} (${plan.mark})`,
    author: plan.board,
    creator: plan.creator,
    at: Date.parse(plan.at),
    pages,
    outline: writeOutline(part, bookmarksOf(plan, sheets[0] as DrawnSheet, began)),
    faces,
  });
  return placed.length;
}

interface PlacedRow {
  readonly row: Row;
  readonly top: number;
}

/** Rows that must stay with the next one move to the next page together, unless they fill a page. */
function paginate(rows: readonly Row[]): readonly (readonly PlacedRow[])[] {
  const pages: PlacedRow[][] = [[]];
  const first = sheetSize.height - topMargin;
  let top = first;
  for (let from = 0; from < rows.length; ) {
    let to = from;
    while (rows[to]?.keepsNext && to + 1 < rows.length) to += 1;
    const block = rows.slice(from, to + 1);
    const height = block.reduce((sum, row) => sum + row.height, 0);
    const isAlone = height > first - bottom;
    if (!isAlone && top - height < bottom) top = newPage();
    for (const row of block) {
      if (top - row.height < bottom) top = newPage();
      if (row.isSpace && top === first) continue;
      pages.at(-1)?.push({ row, top });
      top -= row.height;
    }
    from = to + 1;
  }
  return pages;

  function newPage(): number {
    if (pages.at(-1)?.length !== 0) pages.push([]);
    return first;
  }
}

interface Stamped {
  readonly plan: RecordPlan;
  readonly faces: RecordFaces;
  readonly page: number;
  readonly of: number;
}

function stamp(sheet: DrawnSheet, { plan, faces, page, of }: Stamped): void {
  const small = { face: faces.regular, size: 8.5, colour: faintColour };
  const right = sheetSize.width - margin;
  const count = `${page} of ${of}`;
  sheet.text(count, { x: right - textWidth(count, small), y: 44 }, small);
  if (page > 1) sheet.text(shortened(plan.title, small), { x: margin, y: 44 }, small);
  if (plan.mark !== '') {
    const style = { face: faces.bold, size: 11, colour: markColour };
    sheet.text(plan.mark, { x: right - textWidth(plan.mark, style), y: sheetSize.height - 48 }, style);
  }
}

/** Fits on one line beside the page number. */
function shortened(title: string, style: Parameters<typeof textWidth>[1]): string {
  const most = sheetSize.width - 2 * margin - 60;
  if (textWidth(title, style) <= most) return title;
  const letters = [...title];
  while (letters.length > 0 && textWidth(`${letters.join('')}…`, style) > most) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

function bookmarksOf(plan: RecordPlan, first: DrawnSheet, began: readonly DrawnSheet[]): readonly Bookmark[] {
  interface Open extends Bookmark {
    readonly depth: number;
    readonly below: Open[];
  }
  const top: Open = { depth: -1, title: '', page: first.ref, below: [] };
  let line: Open[] = [top];
  plan.sections.forEach((section, nth) => {
    const { depth } = section;
    const title = section.kind === 'item' ? `${section.number} ${section.title}`.trim() : section.words;
    const mark: Open = { depth, title, page: (began[nth] ?? first).ref, below: [] };
    line = line.filter((each) => each.depth < depth);
    (line.at(-1) ?? top).below.push(mark);
    line = [...line, mark];
  });
  return [{ title: plan.title, page: first.ref, below: [] }, ...top.below];
}
