import { createPortal } from 'react-dom';
import { type LetterRange, letterCount } from '#domain/revisions/page-words.ts';
import type { TextChange } from '#domain/revisions/text-changes.ts';
import { linesOf, type ViewRect } from '#web/viewer/annotations/text-quads.ts';
import { useBringIntoView } from '#web/viewer/find/use-find.ts';
import { piecesOf } from '#web/viewer/pdf/selected-text.ts';
import { type ShownPage, type Stage, useShownPages, useShownWords } from '#web/viewer/stage.ts';
import styles from './change-layer.module.css';
import type { ChangeSteps } from './change-steps.tsx';

/** `bars` marks changed lines of the new version. `added` and `removed` mark words of the new and the old version. */
type Look = 'bars' | 'added' | 'removed';

interface ChangeLayerProps {
  readonly stage: Stage | null;
  readonly changes: readonly TextChange[];
  readonly look: Look;
  readonly current: ChangeSteps['current'];
}

/** Page units. */
const barWidth = 3;
const barDistance = 12;

export function ChangeLayer({ stage, changes, look, current }: ChangeLayerProps) {
  useShownWords(stage);
  const bring = useBringIntoView(current?.step);
  return useShownPages(stage).map((page) => {
    const { width, height } = page.surface.size;
    // Draws the current change last, because bars on the same line overlap.
    const shown = linesByChange(page, changes, look).toSorted(
      (one, other) => Number(one.index === current?.index) - Number(other.index === current?.index),
    );
    return createPortal(
      <svg className={styles.layer} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {shown.flatMap(({ index, lines }) =>
          lines.map(({ left, top, right, bottom }, nth) => (
            <g
              // biome-ignore lint/suspicious/noArrayIndexKey: rectangles have no other name
              key={`${index}-${nth}`}
              ref={index === current?.index && nth === 0 ? bring : undefined}
              className={styles[look]}
              data-change={index}
              data-current={index === current?.index || undefined}
            >
              <rect x={left} y={top} width={right - left} height={bottom - top} />
              {look !== 'bars' && (
                <line
                  x1={left}
                  x2={right}
                  y1={look === 'added' ? bottom : (top + bottom) / 2}
                  y2={look === 'added' ? bottom : (top + bottom) / 2}
                />
              )}
            </g>
          )),
        )}
      </svg>,
      page.under,
      `changes-${page.surface.page}`,
    );
  });
}

function linesByChange(page: ShownPage, changes: readonly TextChange[], look: Look) {
  const text = page.element.querySelector('.textLayer');
  const number = page.surface.page + 1;
  const wanted = changes.flatMap((change, index) =>
    lettersOfChange(change, look).flatMap((range) => (range.page === number ? [{ index, ...range }] : [])),
  );
  if (text === null || wanted.length === 0) return [];
  const ranges = letterRanges(text, wanted);
  const found = wanted.map(({ index }, nth) => ({ index, range: ranges[nth] ?? null }));
  const written = look === 'bars' ? piecesOf(page, contentsOf(text)) : [];
  return [...Map.groupBy(found, ({ index }) => index)].flatMap(([index, some]) => {
    const lines = linesOf(some.flatMap(({ range }) => (range === null ? [] : piecesOf(page, range))));
    if (lines.length === 0) return [];
    return [{ index, lines: look === 'bars' ? [barBeside(lines, written)] : lines }];
  });
}

/** If words were only removed, marks the letters around their former place. */
function lettersOfChange({ before, after, page, at }: TextChange, look: Look): readonly LetterRange[] {
  if (look === 'removed') return before;
  if (look === 'added' || after.length > 0) return after;
  return [
    { page, from: at, to: at + 1 },
    { page, from: at - 1, to: at },
  ];
}

function contentsOf(text: Element): Range {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range;
}

/** Places the bar to the left of all words on the lines, not only of the changed ones. */
function barBeside(lines: readonly ViewRect[], written: readonly ViewRect[]): ViewRect {
  const [top, bottom] = [Math.min(...lines.map((line) => line.top)), Math.max(...lines.map((line) => line.bottom))];
  const beside = written.filter((piece) => {
    const middle = (piece.top + piece.bottom) / 2;
    return middle > top && middle < bottom;
  });
  const left = Math.max(0, Math.min(...[...lines, ...beside].map((line) => line.left)) - barDistance);
  return { left, right: left + barWidth, top, bottom };
}

type Letters = Pick<LetterRange, 'from' | 'to'>;

/** Counts letters of the NFKD text without white space, as the server does. Ranges outside the page become null. */
function letterRanges(text: Element, wanted: readonly Letters[]): readonly (Range | null)[] {
  const pieces: (Letters & { readonly node: Text })[] = [];
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const from = at;
    at += letterCount(node.data);
    if (at > from) pieces.push({ node, from, to: at });
  }
  return wanted.map(({ from, to }) => {
    const first = pieces.find((piece) => piece.to > from);
    const last = pieces.findLast((piece) => piece.from < to);
    if (!first || !last || to <= from || to > at) return null;
    const range = document.createRange();
    range.setStart(first.node, offsetOf(first.node.data, from - first.from));
    range.setEnd(last.node, offsetOf(last.node.data, to - 1 - last.from, 'after'));
    return range;
  });
}

function offsetOf(data: string, letters: number, side: 'before' | 'after' = 'before'): number {
  let passed = 0;
  let at = 0;
  for (const character of data) {
    const next = passed + letterCount(character);
    if (next > letters) return side === 'before' ? at : at + character.length;
    passed = next;
    at += character.length;
  }
  return at;
}
