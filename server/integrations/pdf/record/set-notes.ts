import type { RichBlock, RichText } from '#domain/rich-text.ts';
import { type TextStyle, textWidth } from '#server/integrations/pdf/book/sheet.ts';
import {
  beside,
  type Column,
  ink,
  lineHeight,
  type RecordFaces,
  type Row,
  secondaryColour,
  space,
  textRows,
} from './row.ts';
import { runsOfInline } from './set-text.ts';

interface NotesGiven {
  readonly faces: RecordFaces;
  readonly colour: string;
}

const indent = 18;

export function notesRows(text: RichText, column: Column, given: NotesGiven): readonly Row[] {
  return blockRows(text.content, column, { ...given, isQuoted: false });
}

interface BlockGiven extends NotesGiven {
  readonly isQuoted: boolean;
}

function blockRows(blocks: readonly RichBlock[], column: Column, given: BlockGiven): readonly Row[] {
  return blocks.flatMap((block, nth) => [...(nth === 0 ? [] : [space(4)]), ...oneBlock(block, column, given)]);
}

function oneBlock(block: RichBlock, column: Column, given: BlockGiven): readonly Row[] {
  const { faces, isQuoted } = given;
  const style = { faces, linkColour: given.colour, size: 11, colour: isQuoted ? secondaryColour : ink };
  switch (block.type) {
    case 'paragraph': {
      const runs = runsOfInline(block.content, { ...style, plain: isQuoted ? 'italic' : 'text' });
      return textRows(runs, { ...column, leading: lineHeight });
    }
    case 'heading': {
      const size = block.attrs.level === 2 ? 11.5 : 11;
      const runs = runsOfInline(block.content, { ...style, plain: 'bold', size });
      return textRows(runs, { ...column, leading: 16, keepsNext: true });
    }
    case 'blockquote':
      return blockRows(block.content, narrower(column), { ...given, isQuoted: true });
    case 'bulletList':
    case 'orderedList':
      return listRows(block, column, given);
  }
}

const narrower = ({ x, width }: Column): Column => ({ x: x + indent, width: Math.max(width - indent, 4 * indent) });

function listRows(
  list: Extract<RichBlock, { readonly type: 'bulletList' | 'orderedList' }>,
  column: Column,
  given: BlockGiven,
): readonly Row[] {
  const style: TextStyle = { face: given.faces.text, size: 11, colour: given.colour };
  return list.content.flatMap((item, nth) => {
    const sign = list.type === 'bulletList' ? '•' : `${list.attrs.start + nth}.`;
    const rows = blockRows(item.content, narrower(column), given);
    const x = column.x + indent - 6 - textWidth(sign, style);
    return beside(rows, (sheet, top) => sheet.text(sign, { x, y: top - lineHeight * 0.75 }, style));
  });
}
