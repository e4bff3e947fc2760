/** The cells of a code: one character each, or empty. */
export type CodeCells = readonly string[];

export const emptyCells = (count: number): CodeCells => Array.from({ length: count }, () => '');

/** Where the next character goes, with the cells as they are then. */
interface Filled {
  readonly cells: CodeCells;
  readonly focus: number;
}

/** Writes characters from a cell on. As many as there are cells, or more, are the whole code and begin at the first. */
export function fillCells(cells: CodeCells, from: number, characters: string): Filled {
  const begin = characters.length >= cells.length ? 0 : from;
  const end = Math.min(begin + characters.length, cells.length);
  const filled = cells.map((cell, index) => (index >= begin && index < end ? characters.charAt(index - begin) : cell));
  return { cells: filled, focus: Math.min(end, cells.length - 1) };
}

/** Backspace in a cell: takes its character, or from an empty one the character before. */
export function eraseCell(cells: CodeCells, index: number): Filled {
  const at = cells[index] === '' ? Math.max(index - 1, 0) : index;
  return { cells: cells.map((cell, each) => (each === at ? '' : cell)), focus: at };
}

export const isFull = (cells: CodeCells): boolean => cells.every((cell) => cell !== '');
