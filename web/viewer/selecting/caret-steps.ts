export interface CaretStep {
  readonly unit: 'letter' | 'word' | 'line' | 'edge';
  readonly direction: 1 | -1;
  readonly isSelecting: boolean;
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const steps: Readonly<Record<string, readonly [CaretStep['unit'], CaretStep['direction']]>> = {
  ArrowLeft: ['letter', -1],
  ArrowRight: ['letter', 1],
  ArrowUp: ['line', -1],
  ArrowDown: ['line', 1],
  Home: ['edge', -1],
  End: ['edge', 1],
};

type PressedKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/** Handles the arrow keys, Home and End as in a text field. Returns null for other keys. */
export function caretStepOf({ key, shiftKey, ctrlKey, altKey, metaKey }: PressedKey): CaretStep | null {
  const [unit, direction] = steps[key] ?? [];
  if (unit === undefined || direction === undefined || metaKey) return null;
  if (!ctrlKey && !altKey) return { unit, direction, isSelecting: shiftKey };
  const isByWord = unit === 'letter' && (isMac ? altKey && !ctrlKey : ctrlKey && !altKey);
  return isByWord ? { unit: 'word', direction, isSelecting: shiftKey } : null;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Maximum length of a letter with its accents, in UTF-16 code units. */
const letterMax = 40;

const letterAt = (text: string, at: number): string =>
  letters.segment(text.slice(at, at + letterMax)).containing(0)?.segment ?? '';

/** The caret moves to the start of a word. A selection grows to the word's end, so that it contains whole words. */
export function stepFrom(text: string, at: number, { unit, direction, isSelecting }: CaretStep): number {
  const farthest = direction === 1 ? text.length : 0;
  if (unit === 'letter') {
    if (direction === 1) return at + letterAt(text, at).length;
    return at - ([...letters.segment(text.slice(Math.max(0, at - letterMax), at))].at(-1)?.segment.length ?? 0);
  }
  if (unit === 'word') {
    const all = [...words.segment(text)].filter(({ isWordLike }) => isWordLike);
    if (direction === -1) return all.findLast(({ index }) => index < at)?.index ?? farthest;
    const stops = all.map(({ index, segment }) => (isSelecting ? index + segment.length : index));
    return stops.find((stop) => stop > at) ?? farthest;
  }
  const { lines, nth } = lineAt(text, at);
  const line = lines[nth];
  if (line === undefined) return farthest;
  if (unit === 'edge') return direction === 1 ? line.end : line.start;
  const next = lines[nth + direction];
  return next === undefined ? farthest : Math.min(next.start + at - line.start, next.end);
}

function lineAt(text: string, at: number) {
  const lines = [...text.matchAll(/[^\n]+/g)].map(({ 0: words, index }) => ({
    start: index,
    end: index + words.length,
  }));
  return {
    lines,
    nth: Math.max(
      0,
      lines.findLastIndex(({ start }) => start <= at),
    ),
  };
}

interface Moved {
  readonly from: number;
  readonly to: number;
  readonly anchor: number;
}

export function spokenOf(text: string, { from, to, anchor }: Moved, { unit, isSelecting }: CaretStep): string {
  if (isSelecting) {
    const passed = text.slice(Math.min(from, to), Math.max(from, to)).replaceAll(/\s+/g, ' ').trim();
    if (passed === '') return '';
    return `${passed} ${Math.abs(to - anchor) > Math.abs(from - anchor) ? 'selected' : 'not selected'}`;
  }
  if (unit === 'word') return words.segment(text).containing(to)?.segment ?? '';
  if (unit !== 'line') return letterAt(text, to);
  const { lines, nth } = lineAt(text, to);
  return text.slice(lines[nth]?.start, lines[nth]?.end);
}
