import type { DrawnMark } from '#domain/xfdf/mark.ts';

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

export function markKindName(mark: DrawnMark): string {
  return mark.kind === 'line' && [mark.head, mark.tail].some((end) => end?.includes('Arrow'))
    ? 'Arrow'
    : names[mark.kind];
}

/** What a mark is called: its kind, its page and its note. */
export function markLabel(mark: DrawnMark): string {
  const note = mark.contents ? `: ${mark.contents}` : '';
  return `${markKindName(mark)} on page ${mark.page + 1}${note}`;
}
