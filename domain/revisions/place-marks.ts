import type { Annotation, DrawnAnnotation, Point, Quad, Rect, TextMarkup } from '#domain/xfdf/annotation.ts';
import { bodyWords, type LetterRange, lettersOf, type PageText, type PageWord, runningLines } from './page-words.ts';

/** A word that is broken over two lines has two boxes. */
export interface WordPiece {
  readonly from: number;
  readonly to: number;
  readonly quad: Quad;
}

/** Returns null if positions on the page are unknown, as for scans. Pages are one-based. */
export type PiecesOf = (page: number) => readonly WordPiece[] | null;

export interface Paper {
  readonly texts: ReadonlyMap<number, string>;
  readonly words: readonly PageWord[];
  readonly places: ReadonlyMap<string, readonly number[]>;
}

export interface Papers {
  readonly before: Paper;
  readonly after: Paper;
}

export function papersOf(before: readonly PageText[], after: readonly PageText[]): Papers {
  const running = runningLines([...before, ...after]);
  return { before: paperOf(before, running), after: paperOf(after, running) };
}

function paperOf(pages: readonly PageText[], running: ReadonlySet<string>): Paper {
  const words = bodyWords(pages, running);
  const places = Map.groupBy(words.keys(), (index) => words[index]?.key ?? '');
  return { texts: new Map(pages.map(({ page, text }) => [page, text])), words, places };
}

/** A moved page matches only if its text is unique in both versions. */
export function samePages(before: Paper, after: Paper): ReadonlyMap<number, number> {
  const pagesOf = ({ texts }: Paper) =>
    Map.groupBy(
      [...texts].filter(([, text]) => text.trim() !== ''),
      ([, text]) => text,
    );
  const later = pagesOf(after);
  const moves = new Map<number, number>();
  for (const [text, pages] of pagesOf(before)) {
    const candidates = later.get(text) ?? [];
    for (const [page] of pages) {
      const isMoved = pages.length === 1 && candidates.length === 1;
      const same = candidates.find(([other]) => other === page) ?? (isMoved ? candidates[0] : undefined);
      if (same) moves.set(page, same[0]);
    }
  }
  return moves;
}

interface Target {
  readonly mark: Annotation;
  readonly page: number;
  readonly isSame: boolean;
  readonly words: readonly LetterRange[];
  readonly anchor: { readonly before: LetterRange; readonly after: LetterRange } | null;
}

export interface Placing {
  readonly targets: readonly Target[];
  readonly stayed: readonly string[];
}

export function planMarks(papers: Papers, marks: readonly Annotation[], pieces: PiecesOf): Placing {
  const same = samePages(papers.before, papers.after);
  const find = finderOf(papers);
  const targets: Target[] = [];
  const stayed: string[] = [];
  for (const mark of marks.filter((each) => !isReply(each))) {
    const target = targetOf(mark, { same, find, pieces: pieces(mark.page + 1) ?? [] });
    if (target === null) stayed.push(mark.id);
    else targets.push(target);
  }
  return { targets, stayed };
}

export const pagesOfTargets = ({ targets }: Placing): readonly number[] => [
  ...new Set(targets.flatMap(({ page, words }) => [page, ...words.map((word) => word.page)])),
];

export interface PlacedMarks {
  readonly placed: readonly Annotation[];
  readonly cameAlong: readonly string[];
  readonly stayed: readonly string[];
}

export function settleMarks(
  { targets, stayed }: Placing,
  marks: readonly Annotation[],
  pieces: { readonly before: PiecesOf; readonly after: PiecesOf },
): PlacedMarks {
  const settled = targets.map((target) => ({ id: target.mark.id, mark: settle(target, pieces) }));
  const placed = new Map(settled.flatMap(({ id, mark }) => (mark === null ? [] : [[id, mark] as const])));
  const replies = marks.flatMap((mark) => {
    const root = isReply(mark) ? placed.get(rootOf(mark, marks)) : undefined;
    return root === undefined ? [] : [onPage(mark, root.page)];
  });
  return {
    placed: [...placed.values(), ...replies],
    cameAlong: [...placed.keys()],
    stayed: [...stayed, ...settled.filter(({ mark }) => mark === null).map(({ id }) => id)],
  };
}

export const isReply = (mark: Annotation): boolean => mark.kind === 'text' && mark.inReplyTo !== undefined;

export function rootOf(mark: Annotation, marks: readonly Annotation[]): string {
  let root = mark;
  for (let steps = 0; steps < marks.length && root.kind === 'text' && root.inReplyTo !== undefined; steps += 1) {
    const above = marks.find(({ id }) => root.kind === 'text' && id === root.inReplyTo);
    if (above === undefined) break;
    root = above;
  }
  return root.id;
}

const isTextMark = (mark: Annotation): mark is TextMarkup =>
  ['highlight', 'underline', 'strikeout', 'squiggly'].includes(mark.kind);

interface Search {
  readonly same: ReadonlyMap<number, number>;
  readonly find: ReturnType<typeof finderOf>;
  readonly pieces: readonly WordPiece[];
}

const noteWords = 12;

function targetOf(mark: Annotation, { same, find, pieces }: Search): Target | null {
  const page = mark.page + 1;
  const samePage = same.get(page);
  const covered = isTextMark(mark) ? coveredBy(mark, pieces) : [];
  const near = mark.kind === 'text' ? nearest(mark.rect, pieces) : null;
  if (samePage !== undefined) {
    const moved = <Range extends object>(range: Range) => ({ ...range, page: samePage });
    const anchor = near && { before: { ...near, page }, after: moved(near) };
    return { mark, page: samePage, isSame: true, words: covered.map(moved), anchor };
  }
  if (isTextMark(mark)) {
    const words = find.marked(page, covered, mark.words);
    const [first] = words ?? [];
    if (words === null || first === undefined || words.some((word) => word.page !== first.page)) return null;
    return { mark, page: first.page, isSame: false, words, anchor: null };
  }
  const after = near && find.around(page, near);
  if (!near || !after) return null;
  return { mark, page: after.page, isSame: false, words: [], anchor: { before: { ...near, page }, after } };
}

const contextCharacters = 30;
const wordsAloneMin = 4;

function finderOf({ before, after }: Papers) {
  const indexes = new Map(before.words.map(({ page, from }, index) => [`${page} ${from}`, index]));
  const indexOf = (page: number, from: number): number | undefined => indexes.get(`${page} ${from}`);
  const only = (from: number, to: number): number | null => {
    const keys = before.words.slice(from, to).map(({ key }) => key);
    return occurrence(before, keys) === null ? null : occurrence(after, keys);
  };
  const reach = (start: number, step: 1 | -1): number => {
    let at = start;
    for (let characters = 0; characters < contextCharacters && before.words[at + step] !== undefined; at += step)
      characters += (before.words[at + step]?.key.length ?? 0) + 1;
    return at;
  };
  return {
    marked(page: number, covered: readonly WordPiece[], stored: string | undefined): readonly PageWord[] | null {
      const found = [...new Set(covered.map(({ from }) => indexOf(page, from)))];
      const [first] = found;
      const last = found.at(-1);
      if (first === undefined || last === undefined || last - first !== found.length - 1) return null;
      const words = before.words.slice(first, last + 1);
      if (!agrees(words, stored)) return null;
      const [from, to] = [reach(first, -1), reach(last, 1)];
      const inContext = only(from, to + 1);
      if (inContext !== null) return after.words.slice(inContext + first - from, inContext + last - from + 1);
      if (words.filter(({ key }) => /[\p{L}\p{N}]/u.test(key)).length < wordsAloneMin) return null;
      const alone = only(first, last + 1);
      return alone === null ? null : after.words.slice(alone, alone + words.length);
    },
    around(page: number, { from }: WordPiece): PageWord | null {
      const index = indexOf(page, from);
      if (index === undefined || before.words.length < noteWords) return null;
      const start = Math.min(Math.max(0, index - noteWords / 2 + 1), before.words.length - noteWords);
      const found = only(start, start + noteWords);
      return found === null ? null : (after.words[found + index - start] ?? null);
    },
  };
}

function agrees(words: readonly PageWord[], stored: string | undefined): boolean {
  if (stored === undefined) return true;
  // Removes the ellipsis first, because normalisation turns it into three periods.
  const plain = (text: string): string => lettersOf(text.replace(/\u2026$/u, '')).replaceAll(/[-\u2010\u00ad]/gu, '');
  const [read, known] = [plain(words.map(({ key }) => key).join('')), plain(stored)];
  return read.includes(known) || known.includes(read);
}

function occurrence({ words, places }: Paper, keys: readonly string[]): number | null {
  const counts = keys.map((key) => places.get(key)?.length ?? 0);
  const rarest = counts.indexOf(Math.min(...counts));
  let found: number | null = null;
  for (const place of places.get(keys[rarest] ?? '') ?? []) {
    const start = place - rarest;
    if (!keys.every((key, nth) => words[start + nth]?.key === key)) continue;
    if (found !== null) return null;
    found = start;
  }
  return found;
}

const cornersOf = ({ topLeft, topRight, bottomLeft, bottomRight }: Quad): readonly Point[] => [
  topLeft,
  topRight,
  bottomLeft,
  bottomRight,
];

function boundsOf(points: readonly Point[]): Rect {
  const [across, up] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { left: Math.min(...across), right: Math.max(...across), bottom: Math.min(...up), top: Math.max(...up) };
}

const middleOf = ({ left, right, bottom, top }: Rect): Point => ({ x: (left + right) / 2, y: (bottom + top) / 2 });

function coveredBy({ quads }: TextMarkup, pieces: readonly WordPiece[]): readonly WordPiece[] {
  const marked = quads.map((quad) => boundsOf(cornersOf(quad)));
  return pieces.filter(({ quad }) => {
    const { x, y } = middleOf(boundsOf(cornersOf(quad)));
    return marked.some(({ left, right, bottom, top }) => x >= left && x <= right && y >= bottom && y <= top);
  });
}

function nearest(rect: Rect, pieces: readonly WordPiece[]): WordPiece | null {
  const { x, y } = middleOf(rect);
  let found: { readonly piece: WordPiece; readonly away: number } | null = null;
  for (const piece of pieces) {
    const middle = middleOf(boundsOf(cornersOf(piece.quad)));
    const away = Math.hypot(middle.x - x, middle.y - y);
    if (found === null || away < found.away) found = { piece, away };
  }
  return found?.piece ?? null;
}

function settle(
  { mark, page, isSame, words, anchor }: Target,
  pieces: { readonly before: PiecesOf; readonly after: PiecesOf },
): Annotation | null {
  const [earlier, later] = [pieces.before(mark.page + 1), pieces.after(page)];
  if (isSame && isSameLayout(earlier, later)) return onPage(mark, page - 1);
  if (later === null) return null;
  if (isTextMark(mark)) {
    const found = words.map((word) => later.filter(({ from, to }) => from >= word.from && to <= word.to));
    if (found.length === 0 || found.some((some) => some.length === 0)) return null;
    const quads = linesOf(found.flat().map(({ quad }) => quad));
    return { ...mark, page: page - 1, quads, rect: boundsOf(quads.flatMap(cornersOf)) };
  }
  if (anchor === null || mark.kind === 'opaque') return null;
  const from = earlier?.find((piece) => piece.from === anchor.before.from)?.quad.bottomLeft;
  const to = later.find((piece) => piece.from === anchor.after.from)?.quad.bottomLeft;
  return from && to ? shifted(mark, page - 1, { x: to.x - from.x, y: to.y - from.y }) : null;
}

function shifted(mark: DrawnAnnotation, page: number, { x, y }: Point): Annotation {
  const { left, right, bottom, top } = mark.rect;
  return { ...mark, page, rect: { left: left + x, right: right + x, bottom: bottom + y, top: top + y } };
}

function onPage(mark: Annotation, page: number): Annotation {
  if (mark.kind !== 'opaque') return { ...mark, page };
  return {
    ...mark,
    page,
    element: { ...mark.element, attributes: { ...mark.element.attributes, page: String(page) } },
  };
}

/** Points. Smaller differences are invisible. */
const layoutTolerance = 1;

/** Returns true if both layouts are unknown, as for scans, so that only the text is compared. */
function isSameLayout(earlier: readonly WordPiece[] | null, later: readonly WordPiece[] | null): boolean {
  if (earlier === null || later === null) return earlier === later;
  if (earlier.length !== later.length) return false;
  return earlier.every(({ quad }, index) => {
    const others = later[index] === undefined ? [] : cornersOf(later[index].quad);
    return cornersOf(quad).every(({ x, y }, nth) => {
      const other = others[nth];
      return other !== undefined && Math.abs(other.x - x) + Math.abs(other.y - y) <= layoutTolerance;
    });
  });
}

function linesOf(quads: readonly Quad[]): readonly Quad[] {
  const lines: Quad[] = [];
  for (const quad of quads) {
    const last = lines.at(-1);
    if (last !== undefined && isNextOnLine(last, quad)) {
      lines[lines.length - 1] = { ...last, topRight: quad.topRight, bottomRight: quad.bottomRight };
    } else lines.push(quad);
  }
  return lines;
}

function isNextOnLine(last: Quad, next: Quad): boolean {
  const along = { x: last.bottomRight.x - last.bottomLeft.x, y: last.bottomRight.y - last.bottomLeft.y };
  const length = Math.hypot(along.x, along.y) || 1;
  const [x, y] = [next.bottomLeft.x - last.bottomRight.x, next.bottomLeft.y - last.bottomRight.y];
  const height = Math.hypot(last.topLeft.x - last.bottomLeft.x, last.topLeft.y - last.bottomLeft.y);
  const ahead = (x * along.x + y * along.y) / length;
  const aside = Math.abs(x * along.y - y * along.x) / length;
  return aside < height * 0.3 && ahead > -height && ahead < height * 2;
}
