import { inlineToPlainText, type RichInline, type RichMark } from '#domain/rich-text.ts';
import { type Face, type Sheet, type TextStyle, textWidth } from '#server/integrations/pdf/book/sheet.ts';

/** Words with the same style within a line. */
export interface Run {
  readonly words: string;
  readonly style: TextStyle;
  readonly url?: string | undefined;
}

/** Drawn with its baseline at `y`. */
export type SetLine = readonly Run[];

/** Lines are at most `width` wide. Longer words are broken. */
export function wrapRuns(runs: readonly Run[], width: number): readonly SetLine[] {
  const lines: Run[][] = [[]];
  let used = 0;
  let gap: Run | null = null;
  const breakLine = (): void => {
    lines.push([]);
    used = 0;
    gap = null;
  };
  const put = (run: Run, wide: number): void => {
    const line = lines.at(-1) as Run[];
    const last = line.at(-1);
    if (last?.style === run.style && last.url === run.url) line[line.length - 1] = joined(last, run);
    else line.push(run);
    used += wide;
  };
  for (const token of runs.flatMap(tokensOf)) {
    if (token.words === '\n') {
      breakLine();
      continue;
    }
    if (token.words === ' ') {
      if (used > 0) gap = token;
      continue;
    }
    const wide = textWidth(token.words, token.style);
    const space: number = gap === null ? 0 : textWidth(' ', gap.style);
    if (used > 0 && used + space + wide > width) breakLine();
    else if (gap !== null) put(gap, space);
    gap = null;
    if (wide <= width - used) {
      put(token, wide);
      continue;
    }
    for (const letter of token.words) {
      const letterWide = textWidth(letter, token.style);
      if (used > 0 && used + letterWide > width) breakLine();
      put({ ...token, words: letter }, letterWide);
    }
  }
  return lines;
}

const joined = (one: Run, other: Run): Run => ({ ...one, words: one.words + other.words });

/** Splits into words, single spaces and line ends. A non-breaking space belongs to its word. */
const tokensOf = (run: Run): readonly Run[] =>
  (run.words.match(/\n|[ \t\r\f\v]+|[^ \t\r\f\v\n]+/g) ?? []).map((words) => ({
    ...run,
    words: /^[ \t\r\f\v]/.test(words) ? ' ' : words,
  }));

export function drawLine(sheet: Sheet, line: SetLine, at: { readonly x: number; readonly y: number }): void {
  let { x } = at;
  for (const { words, style, url } of line) {
    const wide = textWidth(words, style);
    sheet.text(words, { x, y: at.y }, style);
    if (url !== undefined) {
      sheet.rule({ x, y: at.y - 2, width: wide, height: 0.5 }, style.colour);
      sheet.link({ rect: [x, at.y - 3, x + wide, at.y + style.size], to: { url } });
    }
    x += wide;
  }
}

export interface InlineFaces {
  readonly text: Face;
  readonly italic: Face;
  readonly bold: Face;
}

interface InlineStyle {
  readonly faces: InlineFaces;
  readonly size: number;
  readonly colour: string;
  readonly linkColour: string;
  /** The font of text without marks. */
  readonly plain: keyof InlineFaces;
}

/** Each style is one object, so that neighbours with the same style are set together. */
export function runsOfInline(content: readonly RichInline[] = [], given: InlineStyle): readonly Run[] {
  const styles = new Map<string, TextStyle>();
  const styleOf = (face: keyof InlineFaces, colour: string): TextStyle => {
    const key = `${face} ${colour}`;
    const style = styles.get(key) ?? { face: given.faces[face], size: given.size, colour };
    styles.set(key, style);
    return style;
  };
  return content.map((inline) => {
    const marks: readonly RichMark[] = inline.type === 'text' ? (inline.marks ?? []) : [];
    const has = (type: RichMark['type']): boolean => marks.some((mark) => mark.type === type);
    const face = has('bold') ? 'bold' : has('italic') ? 'italic' : given.plain;
    const url = marks.find((mark) => mark.type === 'link')?.attrs.href;
    return {
      words: inlineToPlainText([inline]),
      style: styleOf(face, url === undefined ? given.colour : given.linkColour),
      url,
    };
  });
}
