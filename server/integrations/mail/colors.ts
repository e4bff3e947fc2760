import { contrastRatio, isBoardColor, onBoardColor } from '#domain/board-settings.ts';

/** Copied from web/styles/tokens.css, because mail programs do not support light-dark(). */
export const light = {
  paper: '#f7f5f0',
  paperDeep: '#eeebe3',
  surface: '#fdfcfa',
  ink: '#1c1a16',
  ink2: '#4d483f',
  ink3: '#686256',
  line: '#e1dcd1',
  lineStrong: '#c9c2b4',
} as const;

export const dark = {
  paper: '#171613',
  paperDeep: '#282521',
  surface: '#1f1d1a',
  ink: '#f0ece3',
  ink2: '#c8c1b4',
  ink3: '#a19a8c',
  line: '#35312b',
  lineStrong: '#4b463e',
} as const;

export const defaultBoardColor = '#124e52';

export type BoardColors = Readonly<{ fill: string; onFill: string; edge: string; ink: string }>;

export function boardColors(color: string): Readonly<{ light: BoardColors; dark: BoardColors }> {
  const board = isBoardColor(color) ? color.toLowerCase() : defaultBoardColor;
  const darkFill = movedUntil(board, '#ffffff', dark.surface, 1.9);
  return {
    light: {
      fill: board,
      onFill: onBoardColor(board),
      edge: movedUntil(board, '#000000', light.surface, 3),
      ink: movedUntil(board, '#000000', light.paperDeep, 5),
    },
    dark: {
      fill: darkFill,
      onFill: onBoardColor(darkFill),
      edge: movedUntil(board, '#ffffff', dark.surface, 3),
      ink: movedUntil(board, '#ffffff', dark.paperDeep, 6),
    },
  };
}

function movedUntil(color: string, towards: string, against: string, ratio: number): string {
  const steps = 25;
  const mixes = Array.from({ length: steps + 1 }, (_, step) => mix(color, towards, step / steps));
  return mixes.find((candidate) => contrastRatio(candidate, against) >= ratio) ?? towards;
}

function mix(color: string, other: string, share: number): string {
  const [from, to] = [channels(color), channels(other)];
  return `#${from
    .map((value, index) =>
      Math.round(value + ((to[index] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
