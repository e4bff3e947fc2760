import { type Face, type Faces, type Sheet, sheetSize, type TextStyle } from '#server/integrations/pdf/book/sheet.ts';
import { drawLine, type Run, wrapRuns } from './set-text.ts';

export const margin = 64;
export const contentWidth = sheetSize.width - 2 * margin;
export const ink = '#1c1a16';
export const secondaryColour = '#45413a';
export const faintColour = '#5f5a50';
export const lineHeight = 15.5;

export type RecordFaces = Faces & { readonly text: Face; readonly italic: Face };

/** A unit that a page break does not divide. */
export interface Row {
  readonly height: number;
  /** A page must not end with this row. */
  readonly keepsNext: boolean;
  /** Left out at the top of a page. */
  readonly isSpace?: true;
  /** Index of the section that starts with this row. */
  readonly begins?: number;
  /** `top` is its upper edge. */
  draw(sheet: Sheet, top: number): void;
}

export const space = (height: number): Row => ({
  height,
  keepsNext: true,
  isSpace: true,
  draw: () => undefined,
});

export interface Column {
  readonly x: number;
  readonly width: number;
}

interface Setting extends Column {
  readonly leading: number;
  /** The last line also stays with the following row. */
  readonly keepsNext?: boolean;
}

/** One row per line. The first two stay together, and so do the last two. */
export function textRows(runs: readonly Run[], { x, width, leading, keepsNext = false }: Setting): readonly Row[] {
  const lines = wrapRuns(runs, width);
  return lines.map((line, nth) => ({
    height: leading,
    keepsNext: (nth === 0 && lines.length > 1) || nth === lines.length - 2 || (keepsNext && nth === lines.length - 1),
    draw: (sheet, top) => drawLine(sheet, line, { x, y: top - leading * 0.75 }),
  }));
}

export const plain = (words: string, style: TextStyle): readonly Run[] => [{ words, style }];

export const rule = (column: Column, colour: string, height = 0.75): Row => ({
  height: 1,
  keepsNext: true,
  draw: (sheet, top) => sheet.rule({ x: column.x, y: top, width: column.width, height }, colour),
});

/** Sets content beside the first of the rows. */
export function beside(
  rows: readonly Row[],
  drawn: (sheet: Sheet, top: number) => void,
  begins?: number,
): readonly Row[] {
  return rows.map((row, nth) =>
    nth > 0
      ? row
      : {
          ...row,
          ...(begins === undefined ? {} : { begins }),
          draw(sheet, top) {
            drawn(sheet, top);
            row.draw(sheet, top);
          },
        },
  );
}
