const always = ['contents', 'contents-richtext', 'popup'];

/** The children of an annotation that the model holds, or lets fall; whatever else stands there is kept among the mark's extras. */
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
