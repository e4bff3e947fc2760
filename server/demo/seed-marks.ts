import { writePdfDate } from '#domain/xfdf/date.ts';
import type { Mark, Quad } from '#domain/xfdf/mark.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { storeAnnotations } from '#server/features/papers/annotations/annotations.ts';
import { loadDocument } from '#server/features/papers/documents/load.ts';
import type { PlacedLine } from '#tools/demo-files/pdf-paper.ts';
import { asMember, type Seeding } from './seeding.ts';

export type DemoMark =
  | { readonly kind: 'highlight'; readonly phrase: string; readonly color: string }
  /** A note beside the line that holds the phrase. */
  | { readonly kind: 'note'; readonly phrase: string; readonly words: string }
  | { readonly kind: 'underline'; readonly phrase: string; readonly color: string };

/** Marks phrases of a paper as a reader would: the lines that were set say where they stand. */
export async function seedMarks(
  seeding: Seeding,
  given: {
    readonly userId: string;
    readonly author: string;
    readonly at: Date;
    readonly documentId: string;
    readonly lines: readonly PlacedLine[];
    readonly marks: readonly DemoMark[];
  },
): Promise<void> {
  const date = writePdfDate(given.at.getTime(), 0);
  const marks = given.marks.map((mark, nth) => ({
    ...markOf(mark, given.lines),
    id: `demo-${nth + 1}`,
    author: given.author,
    created: date,
    modified: date,
  }));
  await asMember(seeding, given, async (scope) => {
    const document = await loadDocument(scope, given.documentId);
    if (document.version_id === null) throw new Error('A document without a file cannot be marked.');
    await storeAnnotations(scope, document, {
      versionId: document.version_id,
      xfdf: writeXfdf({ marks, envelope: [] }),
      baseRevision: 0,
    });
  });
}

function markOf(
  mark: DemoMark,
  lines: readonly PlacedLine[],
): Mark & { readonly kind: 'highlight' | 'underline' | 'text' } {
  const { page, quads } = findPhrase(lines, mark.phrase);
  const first = quads[0];
  if (!first) throw new Error(`The paper does not say: ${mark.phrase}`);
  if (mark.kind === 'note') {
    const rect = { left: 562, right: 582, bottom: first.topLeft.y - 18, top: first.topLeft.y + 2 };
    return { kind: 'text', id: '', page, rect, contents: mark.words, colour: '#ffe27a', icon: 'Comment' };
  }
  const rect = {
    left: Math.min(...quads.map((quad) => quad.bottomLeft.x)),
    right: Math.max(...quads.map((quad) => quad.topRight.x)),
    bottom: Math.min(...quads.map((quad) => quad.bottomLeft.y)),
    top: Math.max(...quads.map((quad) => quad.topLeft.y)),
  };
  return { kind: mark.kind, id: '', page, rect, quads, colour: mark.color, contents: mark.phrase };
}

/** One quad for each line that the phrase runs over. Throws when the paper does not hold it. */
export function findPhrase(
  lines: readonly PlacedLine[],
  phrase: string,
): { readonly page: number; readonly quads: readonly Quad[] } {
  for (const [nth, line] of lines.entries()) {
    for (const from of startsOf(line.text, phrase)) {
      const quads = follow(lines, { nth, from, phrase });
      if (quads) return { page: line.page, quads };
    }
  }
  throw new Error(`The paper does not say: ${phrase}`);
}

/** Places in the line where the phrase begins, whole or broken off at the line's end. */
function startsOf(text: string, phrase: string): readonly number[] {
  const whole = text.indexOf(phrase);
  if (whole >= 0) return [whole];
  const words = phrase.split(' ');
  for (let count = words.length - 1; count > 0; count -= 1) {
    const head = words.slice(0, count).join(' ');
    if (text === head || text.endsWith(` ${head}`)) return [text.length - head.length];
  }
  return [];
}

function follow(
  lines: readonly PlacedLine[],
  at: { readonly nth: number; readonly from: number; readonly phrase: string },
): readonly Quad[] | null {
  const quads: Quad[] = [];
  let left = at.phrase;
  for (let { nth, from } = at; left !== ''; nth += 1, from = 0) {
    const line = lines[nth];
    if (!line || line.page !== lines[at.nth]?.page) return null;
    const part = line.text.slice(from, from + left.length);
    if (!left.startsWith(part)) return null;
    quads.push(quadOf(line, { from, part }));
    left = left.slice(part.length).trimStart();
  }
  return quads;
}

function quadOf(line: PlacedLine, of: { readonly from: number; readonly part: string }): Quad {
  const left = line.left + line.widthOf(line.text.slice(0, of.from));
  const right = left + line.widthOf(of.part);
  const top = line.baseline + line.size * 0.78;
  const bottom = line.baseline - line.size * 0.24;
  return {
    topLeft: { x: left, y: top },
    topRight: { x: right, y: top },
    bottomLeft: { x: left, y: bottom },
    bottomRight: { x: right, y: bottom },
  };
}
