import { expect, test } from 'vitest';
import { letterCount, type PageText, wordsOfPage } from '#domain/revisions/page-words.ts';
import { pagesOfTargets, papersOf, planMarks, settleMarks, type WordPiece } from '#domain/revisions/place-marks.ts';
import { changedPages } from '#domain/revisions/text-changes.ts';
import type { Annotation, Quad, TextMarkup } from '#domain/xfdf/annotation.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import { compareWords } from './compare-words.ts';

interface Word {
  readonly id: number;
  readonly text: string;
}
type Paragraph = readonly Word[];

interface Layout {
  readonly across: number;
  readonly lines: number;
  readonly left: number;
  readonly header: (page: number) => string | null;
  readonly spelled: (text: string) => string;
}

const vocabulary =
  'the board of trustees shall approve each annual budget before a first quarter ends and any change in office or lease needs consent from two officers who are not party to it under article seven finance audit report committee quorum member vote chair secretary notice agenda paper minutes resolution reserve capital income expense grant pier harbour insurance roof survey tenant rent deposit interest loan bank auditor charity act section schedule policy risk register review office efficient profit final'.split(
    ' ',
  );
const plain: Layout = {
  across: 70,
  lines: 30,
  left: 60,
  spelled: (text) => text,
  header: (page) => `Harbour Street Trust, page ${page}`,
};

function drawing(seed: number) {
  const next = seededNumbers(seed);
  const below = (most: number): number => Math.floor(next() * most);
  let ids = 0;
  const word = (text: string): Word => {
    ids += 1;
    return { id: ids, text };
  };
  const sentence = (): Word[] => {
    const words = Array.from({ length: 6 + below(14) }, () => word(vocabulary[below(vocabulary.length)] ?? 'the'));
    return [...words.slice(0, -1), word(`${words.at(-1)?.text}.`)];
  };
  const paragraph = (): Paragraph => Array.from({ length: 2 + below(4) }, sentence).flat();
  const copied = (of: Paragraph): Paragraph => of.map(({ text }) => word(text));
  return { below, paragraph, copied };
}

function set(paragraphs: readonly Paragraph[], layout: Layout) {
  const pages: { text: string; pieces: WordPiece[]; idOf: Map<number, number> }[] = [];
  let lines: { words: Word[] }[] = [];
  const close = (): void => {
    const page = pages.length + 1;
    const header = layout.header(page);
    const rows = [...(header === null ? [] : [{ words: [{ id: 0, text: header }] }]), ...lines];
    const text = rows.map(({ words }) => words.map((each) => layout.spelled(each.text)).join(' ')).join('\n');
    const [pieces, idOf] = [[] as WordPiece[], new Map<number, number>()];
    const tokens = wordsOfPage({ page, text });
    let [at, nth] = [0, 0];
    rows.forEach(({ words }, row) => {
      let column = 0;
      for (const { id, text: shown } of words) {
        const end = at + letterCount(shown);
        for (; (tokens[nth]?.to ?? Number.POSITIVE_INFINITY) <= end; nth += 1) {
          const { from, to } = tokens[nth] ?? { from: 0, to: 0 };
          const [left, right] = [from, to].map((letter) => layout.left + 6 * (column + letter - at));
          pieces.push({ from, to, quad: box(left ?? 0, 700 - 14 * row, right ?? 0, 712 - 14 * row) });
          idOf.set(from, id);
        }
        column += shown.length + 1;
        at = end;
      }
    });
    pages.push({ text, pieces, idOf });
    lines = [];
  };
  for (const paragraph of paragraphs) {
    let line: Word[] = [];
    const end = (): void => {
      lines.push({ words: line });
      line = [];
      if (lines.length === layout.lines) close();
    };
    for (const word of paragraph) {
      if ([...line, word].map(({ text }) => text).join(' ').length > layout.across) end();
      line.push(word);
    }
    if (line.length > 0) end();
  }
  if (lines.length > 0) close();
  return pages;
}

const box = (left: number, bottom: number, right: number, top: number): Quad => ({
  topLeft: { x: left, y: top },
  topRight: { x: right, y: top },
  bottomLeft: { x: left, y: bottom },
  bottomRight: { x: right, y: bottom },
});
const textsOf = (pages: ReturnType<typeof set>): PageText[] => pages.map(({ text }, nth) => ({ page: nth + 1, text }));

function idsUnder(pages: ReturnType<typeof set>, mark: Annotation): readonly number[] {
  const page = pages[mark.page];
  if (page === undefined || mark.kind === 'opaque') return [];
  const middle = ({ bottomLeft, topRight }: Quad) => ({
    x: (bottomLeft.x + topRight.x) / 2,
    y: (bottomLeft.y + topRight.y) / 2,
  });
  if ('quads' in mark) {
    const covers = (quad: Quad, { x, y }: { x: number; y: number }) =>
      x >= quad.bottomLeft.x && x <= quad.topRight.x && y >= quad.bottomLeft.y && y <= quad.topRight.y;
    const under = page.pieces.filter((piece) => mark.quads.some((quad) => covers(quad, middle(piece.quad))));
    return [...new Set(under.map(({ from }) => page.idOf.get(from) ?? 0))];
  }
  const beside = page.pieces.find(
    ({ quad }) =>
      Math.abs(quad.bottomLeft.x - mark.rect.left) < 0.01 && Math.abs(quad.bottomLeft.y - mark.rect.bottom) < 0.01,
  );
  return beside === undefined ? [] : [page.idOf.get(beside.from) ?? 0];
}

const revisions = ['reworded', 'inserted', 'moved', 'layout', 'converter'] as const;

test('5,000 marks carried over to revised papers are neither lost nor placed on the wrong words', () => {
  const counts = { marks: 0, surviving: 0, survivingPlaced: 0, placed: 0 };
  for (let seed = 1; seed <= 200; seed += 1) {
    const { below, paragraph, copied } = drawing(seed);
    const kind = revisions[seed % revisions.length] ?? 'moved';
    const paragraphs = Array.from({ length: 20 + below(20) }, paragraph);
    paragraphs.splice(below(paragraphs.length), 0, copied(paragraphs[3] ?? []));
    const revised = [...paragraphs];
    let layout = plain;
    if (kind === 'reworded') revised.splice(below(revised.length), 1 + below(2), paragraph());
    if (kind === 'inserted') revised.splice(below(revised.length), 0, ...Array.from({ length: 6 }, paragraph));
    if (kind === 'moved') revised.push(...revised.splice(2 + below(5), 4));
    if (kind === 'layout') layout = { ...plain, across: 55 + below(40), lines: 20 + below(30), left: 90 };
    if (kind === 'converter')
      layout = {
        ...plain,
        left: 72,
        header: () => null,
        spelled: (text) => text.replace('ffi', 'ﬃ').replace('fi', 'ﬁ'),
      };
    const [before, after] = [set(paragraphs, plain), set(revised, layout)];
    const marks = Array.from({ length: 25 }, (_, nth): Annotation => {
      const page = below(before.length);
      const { pieces = [], idOf } = before[page] ?? {};
      const words = [...Map.groupBy(pieces, ({ from }) => idOf?.get(from) ?? 0)].filter(([id]) => id !== 0);
      const start = below(words.length);
      const marked = words.slice(start, start + 1 + below(12)).flatMap(([, word]) => word);
      const base = { id: `${seed}-${nth}`, page, contents: 'kept', colour: '#ffcc00' };
      const at = marked[0]?.quad ?? box(0, 0, 1, 1);
      const rect = { left: at.bottomLeft.x, bottom: at.bottomLeft.y, right: at.topRight.x, top: at.topRight.y };
      if (nth % 8 === 7) return { ...base, kind: 'ink', rect, strokes: [[at.topLeft, at.bottomRight]] };
      if (nth % 4 === 3) return { ...base, kind: 'text', rect };
      const quads = marked.map(({ quad }) => quad);
      return { ...base, kind: 'highlight', rect, quads } satisfies TextMarkup;
    });
    const papers = papersOf(textsOf(before), textsOf(after));
    const piecesIn = (pages: ReturnType<typeof set>) => (page: number) => pages[page - 1]?.pieces ?? null;
    const plan = planMarks(papers, marks, piecesIn(before));
    expect(pagesOfTargets(plan).every((page) => page <= after.length)).toBe(true);
    const result = settleMarks(plan, marks, { before: piecesIn(before), after: piecesIn(after) });
    expect([...result.cameAlong, ...result.stayed].toSorted()).toEqual(marks.map(({ id }) => id).toSorted());
    const wordsAfter = after.flatMap(({ pieces, idOf }) => [...new Set(pieces.map(({ from }) => idOf.get(from) ?? 0))]);
    const order = wordsAfter.filter((id) => id !== 0).join(' ');
    const spelled = new Map([...paragraphs, ...revised].flat().map(({ id, text }) => [id, text]));
    const wordsOf = (ids: readonly number[]) => ids.map((id) => (id === 0 ? 'header' : spelled.get(id)));
    for (const mark of marks) {
      const placed = result.placed.find(({ id }) => id === mark.id);
      const truth = idsUnder(before, mark);
      if (placed !== undefined) {
        const [ids, name] = [idsUnder(after, placed), `${kind} ${mark.id}`];
        expect(wordsOf(ids), name).toEqual(wordsOf(truth));
        expect(ids.filter((id) => truth.includes(id)).length, name).toBeGreaterThan(0);
        expect(placed).toMatchObject({ contents: 'kept', colour: '#ffcc00' });
      }
      counts.marks += 1;
      counts.placed += placed === undefined ? 0 : 1;
      if (mark.kind === 'ink' || !` ${order} `.includes(` ${truth.join(' ')} `)) continue;
      counts.surviving += 1;
      counts.survivingPlaced += placed === undefined ? 0 : 1;
    }
    const changes = compareWords(papers.before.words, papers.after.words);
    if (kind === 'layout' || kind === 'converter') expect(changes).toEqual([]);
    else expect(changedPages(changes ?? []).length).toBeLessThan(after.length);
  }
  expect(counts.marks).toBe(5_000);
  expect(counts.survivingPlaced / counts.surviving).toBeGreaterThan(0.9);
});
