import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';

/** A line of text as it stands on a page: points, origin bottom left. */
export interface PlacedLine {
  /** Counted from 0. */
  readonly page: number;
  readonly text: string;
  readonly left: number;
  readonly baseline: number;
  readonly size: number;
  /** Width in points of a part of the line. */
  readonly widthOf: (part: string) => number;
}

export interface FinishedPaper {
  readonly bytes: Uint8Array;
  readonly pageCount: number;
  /** What was set as running text, for marks on it. */
  readonly lines: readonly PlacedLine[];
}

export interface PaperTable {
  readonly columns: readonly { readonly label: string; readonly share: number; readonly align: 'left' | 'right' }[];
  readonly rows: readonly {
    readonly cells: readonly string[];
    /** A sum stands between rules; a result on a tint as well. */
    readonly weight?: 'plain' | 'sum' | 'result';
  }[];
}

const page = { width: 612, height: 792, left: 58, right: 554, top: 700, bottom: 70 } as const;
const measure = page.right - page.left;

/** A paper of several pages in the manner of a board's: cover, running heads, headings, paragraphs, tables, bars. */
export async function createPaper(about: {
  readonly organisation: string;
  readonly title: string;
  readonly author: string;
  /** `#rrggbb` */
  readonly color: string;
  readonly date: Date;
}) {
  const pdf = await PDFDocument.create();
  pdf.setTitle(about.title, { showInWindowTitleBar: true });
  pdf.setAuthor(about.author);
  pdf.setSubject(about.organisation);
  pdf.setCreationDate(about.date);
  pdf.setModificationDate(about.date);
  pdf.setLanguage('en');
  const book = await pdf.embedFont(StandardFonts.TimesRoman);
  const bookItalic = await pdf.embedFont(StandardFonts.TimesRomanItalic);
  const plain = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const accent = colorOf(about.color);
  const ink = rgb(0.11, 0.1, 0.09);
  const quiet = rgb(0.41, 0.38, 0.34);
  const hairline = rgb(0.86, 0.84, 0.8);
  const lines: PlacedLine[] = [];
  let sheet: PDFPage | null = null;
  let y = 0;

  const onSheet = (): PDFPage => sheet ?? newPage();

  function newPage(): PDFPage {
    sheet = pdf.addPage([page.width, page.height]);
    text(sheet, about.organisation, { left: page.left, baseline: 742, size: 8.5, font: bold, color: quiet });
    const width = plain.widthOfTextAtSize(about.title, 8.5);
    text(sheet, about.title, { left: page.right - width, baseline: 742, size: 8.5, font: plain, color: quiet });
    rule(sheet, 732, accent, 0.8);
    const number = String(pdf.getPageCount());
    text(sheet, number, {
      left: page.right - plain.widthOfTextAtSize(number, 8.5),
      baseline: 42,
      size: 8.5,
      font: plain,
      color: quiet,
    });
    y = page.top;
    return sheet;
  }

  /** Makes room for `height` points, on the next page if need be. */
  function room(height: number): PDFPage {
    if (sheet === null || y - height < page.bottom) return newPage();
    return sheet;
  }

  function text(
    on: PDFPage,
    words: string,
    how: { left: number; baseline: number; size: number; font: PDFFont; color: ReturnType<typeof rgb> },
  ): void {
    on.drawText(words, { x: how.left, y: how.baseline, size: how.size, font: how.font, color: how.color });
  }

  function rule(on: PDFPage, at: number, color: ReturnType<typeof rgb>, thickness: number): void {
    on.drawLine({ start: { x: page.left, y: at }, end: { x: page.right, y: at }, thickness, color });
  }

  function setLines(
    words: string,
    how: { font: PDFFont; size: number; leading: number; color?: ReturnType<typeof rgb>; indent?: number },
  ): void {
    const left = page.left + (how.indent ?? 0);
    for (const line of wrap(words, how.font, how.size, measure - (how.indent ?? 0))) {
      const on = room(how.leading);
      y -= how.leading;
      text(on, line, { left, baseline: y, size: how.size, font: how.font, color: how.color ?? ink });
      lines.push({
        page: pdf.getPageCount() - 1,
        text: line,
        left,
        baseline: y,
        size: how.size,
        widthOf: (part) => how.font.widthOfTextAtSize(part, how.size),
      });
    }
  }

  return {
    /** The first page: filled with the organisation's colour, with a row of roofs. */
    cover(given: { readonly kicker: string; readonly lines: readonly string[]; readonly note: string }): void {
      const on = pdf.addPage([page.width, page.height]);
      on.drawRectangle({ x: 0, y: 0, width: page.width, height: page.height, color: accent });
      const pale = rgb(0.93, 0.91, 0.86);
      const roofs =
        'M0 120 L0 60 L46 22 L92 60 L92 120 M92 60 L92 78 L150 34 L208 78 L208 120 M208 78 L208 52 L262 8 L316 52 L316 120 M316 66 L370 30 L424 66 L424 120 M424 66 L424 48 L460 20 L496 48 L496 120 M0 120 L496 120';
      on.drawSvgPath(roofs, { x: page.left, y: 600, borderColor: pale, borderWidth: 1.1, borderOpacity: 0.75 });
      text(on, given.kicker, { left: page.left, baseline: 330, size: 12, font: bold, color: pale });
      given.lines.forEach((line, nth) => {
        text(on, line, { left: page.left, baseline: 288 - nth * 42, size: 36, font: book, color: rgb(1, 1, 1) });
      });
      text(on, given.note, { left: page.left, baseline: 96, size: 12, font: bookItalic, color: pale });
      sheet = null;
    },
    newPage: (): void => {
      newPage();
    },
    /** Starts a page of its own. */
    chapter(heading: string, lead?: string): void {
      newPage();
      y -= 14;
      setLines(heading, { font: book, size: 25, leading: 28 });
      if (lead) setLines(lead, { font: bookItalic, size: 13, leading: 22, color: quiet });
      y -= 10;
    },
    heading(words: string): void {
      room(70);
      y -= 16;
      setLines(words, { font: bold, size: 12, leading: 16 });
      y -= 2;
    },
    paragraph(words: string): void {
      setLines(words, { font: book, size: 11.5, leading: 16.5 });
      y -= 8;
    },
    /** Numbered when `numbers`, else with dashes. */
    list(items: readonly string[], numbers = false): void {
      items.forEach((item, nth) => {
        const on = room(16.5);
        text(on, numbers ? `${nth + 1}.` : '–', {
          left: page.left + 4,
          baseline: y - 16.5,
          size: 11.5,
          font: book,
          color: accent,
        });
        setLines(item, { font: book, size: 11.5, leading: 16.5, indent: 22 });
        y -= 3;
      });
      y -= 5;
    },
    table(table: PaperTable): void {
      const rowHeight = 19;
      const lefts = columnLefts(table);
      const cell = (
        on: PDFPage,
        column: number,
        words: string,
        font: PDFFont,
        color: ReturnType<typeof rgb>,
        size: number,
      ): void => {
        const edge = lefts[column] ?? { left: page.left, right: page.right };
        const isRight = table.columns[column]?.align === 'right';
        const left = isRight ? edge.right - font.widthOfTextAtSize(words, size) : edge.left;
        text(on, words, { left, baseline: y - 13, size, font, color });
      };
      const head = (on: PDFPage): void => {
        table.columns.forEach((column, nth) => {
          cell(on, nth, column.label, bold, quiet, 8.5);
        });
        y -= rowHeight;
        rule(on, y, ink, 0.9);
      };
      let on = room(rowHeight * 4);
      y -= 4;
      head(on);
      for (const row of table.rows) {
        if (y - rowHeight < page.bottom) {
          on = newPage();
          head(on);
        }
        const weight = row.weight ?? 'plain';
        if (weight === 'result')
          on.drawRectangle({
            x: page.left,
            y: y - rowHeight,
            width: measure,
            height: rowHeight,
            color: accent,
            opacity: 0.1,
          });
        row.cells.forEach((words, nth) => {
          cell(on, nth, words, weight === 'plain' ? plain : bold, ink, 9.5);
        });
        const label = row.cells[0] ?? '';
        const font = weight === 'plain' ? plain : bold;
        lines.push({
          page: pdf.getPageCount() - 1,
          text: label,
          left: page.left,
          baseline: y - 13,
          size: 9.5,
          widthOf: (part) => font.widthOfTextAtSize(part, 9.5),
        });
        y -= rowHeight;
        rule(on, y, weight === 'plain' ? hairline : weight === 'sum' ? ink : accent, weight === 'plain' ? 0.5 : 1);
      }
      y -= 14;
    },
    /** A bar chart; `note` says what the bars are. */
    bars(given: {
      readonly title: string;
      readonly note: string;
      readonly bars: readonly { readonly label: string; readonly value: number }[];
    }): void {
      const height = 120;
      room(height + 60);
      const on = onSheet();
      y -= 16;
      text(on, given.title, { left: page.left, baseline: y, size: 10.5, font: bold, color: ink });
      y -= 14;
      text(on, given.note, { left: page.left, baseline: y, size: 9, font: plain, color: quiet });
      const most = Math.max(...given.bars.map((bar) => bar.value));
      const step = measure / given.bars.length;
      const foot = y - height - 14;
      given.bars.forEach((bar, nth) => {
        const tall = (bar.value / most) * height;
        const left = page.left + nth * step + step * 0.22;
        on.drawRectangle({ x: left, y: foot, width: step * 0.56, height: tall, color: accent });
        const value = String(bar.value);
        text(on, value, {
          left: left + step * 0.28 - plain.widthOfTextAtSize(value, 8.5) / 2,
          baseline: foot + tall + 4,
          size: 8.5,
          font: plain,
          color: ink,
        });
        text(on, bar.label, {
          left: left + step * 0.28 - plain.widthOfTextAtSize(bar.label, 8.5) / 2,
          baseline: foot - 13,
          size: 8.5,
          font: plain,
          color: quiet,
        });
      });
      on.drawLine({ start: { x: page.left, y: foot }, end: { x: page.right, y: foot }, thickness: 0.8, color: ink });
      y = foot - 30;
    },
    pageCount: (): number => pdf.getPageCount(),
    async finish(): Promise<FinishedPaper> {
      return { bytes: await pdf.save(), pageCount: pdf.getPageCount(), lines };
    },
  };
}

export type Paper = Awaited<ReturnType<typeof createPaper>>;

function columnLefts(table: PaperTable): readonly { readonly left: number; readonly right: number }[] {
  const whole = table.columns.reduce((sum, column) => sum + column.share, 0);
  let left: number = page.left;
  return table.columns.map((column) => {
    const width = (column.share / whole) * measure;
    const edges = { left, right: left + width - (column.align === 'right' ? 0 : 8) };
    left += width;
    return edges;
  });
}

function wrap(words: string, font: PDFFont, size: number, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function colorOf(hex: string) {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return rgb(part(1), part(3), part(5));
}
