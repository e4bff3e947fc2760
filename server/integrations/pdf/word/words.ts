import { BorderStyle, type IParagraphOptions, Paragraph, TextRun } from 'docx';

/** These fonts are included in Windows and macOS and have good substitutes elsewhere. */
export const serif = 'Georgia';
export const sans = 'Arial';
export const [ink, second, faint, hairline, red] = ['1C1A16', '45413A', '5F5A50', 'C9C2B2', '9C2F20'];

export const points = (count: number): number => count * 20;
export const margin = points(64);
export const numberWidth = points(36);

export const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
export const line = (color: string) => ({ style: BorderStyle.SINGLE, size: 6, color, space: 6 });

export interface Style {
  readonly font?: string;
  /** Half points. */
  readonly size?: number;
  readonly color?: string;
  readonly bold?: boolean;
  readonly italics?: boolean;
}
export const small: Style = { font: sans, size: 19, color: faint };

export type ParagraphOptions = Omit<IParagraphOptions, 'children'>;

export const isRightToLeft = (text: string): boolean =>
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text);

export function words(text: string, style: Style = {}, options: ParagraphOptions = {}): Paragraph {
  return new Paragraph({ ...options, bidirectional: isRightToLeft(text), children: runs(text, style) });
}

/** XML forbids these characters, and Word would report the whole file as damaged. */
export const withoutControls = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the letters to remove.
  text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');

export const runs = (text: string, style: Style, rightToLeft = isRightToLeft(text)): readonly TextRun[] =>
  withoutControls(text)
    .split('\n')
    .map((each, nth) => new TextRun({ ...style, text: each, rightToLeft, ...(nth === 0 ? {} : { break: 1 }) }));
