import type { DrawnMark } from '../../../domain/xfdf/mark.ts';

const names: Readonly<Record<DrawnMark['kind'], string>> = {
  highlight: 'Highlight',
  underline: 'Underline',
  strikeout: 'Strike-out',
  squiggly: 'Squiggly underline',
  ink: 'Ink',
  square: 'Rectangle',
  circle: 'Ellipse',
  line: 'Line',
  polygon: 'Polygon',
  polyline: 'Lines',
  freetext: 'Text',
  text: 'Note',
  stamp: 'Stamp',
};

/** What a mark is called: its kind, its page and its note. */
export function markLabel(mark: DrawnMark): string {
  const note = mark.contents ? `: ${mark.contents}` : '';
  return `${names[mark.kind]} on page ${mark.page + 1}${note}`;
}
