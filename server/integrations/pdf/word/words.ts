import {
  BorderStyle,
  ExternalHyperlink,
  HeadingLevel,
  type IParagraphOptions,
  Paragraph,
  type ParagraphChild,
  TextRun,
} from 'docx';
import type { RichBlock, RichInline } from '#domain/rich-text.ts';

/** These fonts are included in Windows and macOS and have good substitutes elsewhere. */
export const serif = 'Georgia';
export const sans = 'Arial';
export const [ink, second, faint, hairline, red] = ['1C1A16', '45413A', '5F5A50', 'C9C2B2', '9C2F20'];

export const points = (count: number): number => count * 20;
export const margin = points(64);
export const numberWidth = points(36);

export const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
export const line = (color: string) => ({ style: BorderStyle.SINGLE, size: 6, color, space: 6 });

interface Style {
  readonly font?: string;
  /** Half points. */
  readonly size?: number;
  readonly color?: string;
  readonly bold?: boolean;
  readonly italics?: boolean;
}
export const small: Style = { font: sans, size: 19, color: faint };

type ParagraphOptions = Omit<IParagraphOptions, 'children'>;

const isRightToLeft = (text: string): boolean =>
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text);

export function words(text: string, style: Style = {}, options: ParagraphOptions = {}): Paragraph {
  return new Paragraph({ ...options, bidirectional: isRightToLeft(text), children: runs(text, style) });
}

/** XML forbids these characters, and Word would report the whole file as damaged. */
const withoutControls = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the letters to remove.
  text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');

export const runs = (text: string, style: Style, rightToLeft = isRightToLeft(text)): readonly TextRun[] =>
  withoutControls(text)
    .split('\n')
    .map((each, nth) => new TextRun({ ...style, text: each, rightToLeft, ...(nth === 0 ? {} : { break: 1 }) }));

export interface Surroundings {
  readonly colour: string;
  readonly lineWidth: number;
  readonly startList: (start: number) => string;
}

const headings = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3, HeadingLevel.HEADING_4];
export const headingAt = (depth: number) => headings[depth] ?? HeadingLevel.HEADING_4;

interface Place {
  readonly depth: number;
  /** Number of lists that enclose the paragraph. Word supports at most nine levels. */
  readonly level: number;
  readonly options: ParagraphOptions;
}

export function blocksOf(blocks: readonly RichBlock[], place: Place, around: Surroundings): readonly Paragraph[] {
  return blocks.flatMap((block) => paragraphsOf(block, place, around));
}

function paragraphsOf(block: RichBlock, place: Place, around: Surroundings): readonly Paragraph[] {
  switch (block.type) {
    case 'paragraph':
      return [richParagraph(block.content, place.options)];
    case 'heading':
      return [
        richParagraph(block.content, { ...place.options, heading: headingAt(place.depth + block.attrs.level - 2) }),
      ];
    case 'blockquote': {
      const indent = { left: numberWidth * (place.level + 2) };
      return blocksOf(block.content, { ...place, options: { ...place.options, indent } }, around);
    }
    case 'bulletList':
    case 'orderedList': {
      const level = Math.min(place.level, 8);
      const indent = { left: numberWidth * (level + 1.5), hanging: numberWidth / 2 };
      const options: ParagraphOptions =
        block.type === 'bulletList'
          ? { bullet: { level }, indent }
          : { numbering: { reference: around.startList(block.attrs.start), level: 0 }, indent };
      const inner = { indent: { left: numberWidth * (level + 1.5) } };
      return block.content.flatMap(({ content: [first, ...rest] }) => [
        ...(first === undefined ? [] : blocksOf([first], { ...place, level: level + 1, options }, around)),
        ...blocksOf(rest, { ...place, level: level + 1, options: inner }, around),
      ]);
    }
  }
}

function richParagraph(content: readonly RichInline[] | undefined, options: ParagraphOptions): Paragraph {
  const inlines = content ?? [];
  const whole = inlines.map((inline) => (inline.type === 'text' ? inline.text : '\n')).join('');
  const bidirectional = isRightToLeft(whole);
  const children = inlines.map((inline): ParagraphChild => {
    if (inline.type === 'hardBreak') return new TextRun({ break: 1 });
    const kinds = new Set(inline.marks?.map(({ type }) => type));
    // Styles that are not set here are inherited from the paragraph, for example from a heading.
    const style = { ...(kinds.has('bold') && { bold: true }), ...(kinds.has('italic') && { italics: true }) };
    const link = inline.marks?.find((mark) => mark.type === 'link');
    if (link === undefined)
      return new TextRun({ ...style, text: withoutControls(inline.text), rightToLeft: bidirectional });
    const text = new TextRun({
      ...style,
      text: withoutControls(inline.text),
      rightToLeft: bidirectional,
      underline: {},
    });
    return new ExternalHyperlink({ link: link.attrs.href, children: [text] });
  });
  return new Paragraph({ ...options, bidirectional, children });
}
