/**
 * Which attributes and children of an annotation are read into the model; whatever else stands there is
 * kept among the mark's extras. One table for reading and writing, so that nothing is written twice.
 */
const base = ['name', 'page', 'rect', 'title', 'subject', 'creationdate', 'date', 'color', 'opacity', 'flags'];
const border = ['width', 'style', 'dashes', 'intensity'];

export const knownAttributes: Readonly<Record<string, ReadonlySet<string>>> = {
  highlight: new Set([...base, 'coords']),
  underline: new Set([...base, 'coords']),
  strikeout: new Set([...base, 'coords']),
  squiggly: new Set([...base, 'coords']),
  ink: new Set([...base, ...border]),
  square: new Set([...base, ...border, 'interior-color', 'fringe']),
  circle: new Set([...base, ...border, 'interior-color', 'fringe']),
  line: new Set([...base, ...border, 'interior-color', 'start', 'end', 'head', 'tail']),
  polygon: new Set([...base, ...border, 'interior-color', 'head', 'tail']),
  polyline: new Set([...base, ...border, 'interior-color', 'head', 'tail']),
  freetext: new Set([...base, ...border, 'justification', 'callout', 'TextColor', 'FontSize']),
  text: new Set([...base, 'icon', 'inreplyto', 'replyType', 'state', 'statemodel']),
  stamp: new Set([...base, 'icon']),
};

const always = ['contents', 'contents-richtext', 'popup'];

export function knownChildren(kind: string): ReadonlySet<string> {
  switch (kind) {
    case 'ink':
      return new Set([...always, 'inklist']);
    case 'polygon':
    case 'polyline':
      return new Set([...always, 'vertices']);
    case 'freetext':
      return new Set([...always, 'defaultappearance', 'defaultstyle']);
    default:
      return new Set(always);
  }
}
