export type InkColour = 'yellow' | 'green' | 'blue' | 'rose' | 'red' | 'black';

/** The tokens `--mark-*` as a file of annotations needs them; the same in both themes. */
export const inkColours: Readonly<Record<InkColour, string>> = {
  yellow: '#ffe27a',
  green: '#bfe3b4',
  blue: '#b7d8f3',
  rose: '#f6c0cb',
  red: '#b8321f',
  black: '#1c1a16',
};

export const inkColourNames: Readonly<Record<InkColour, string>> = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  rose: 'Rose',
  red: 'Red',
  black: 'Black',
};

export const inkColourOrder: readonly InkColour[] = ['yellow', 'green', 'blue', 'rose', 'red', 'black'];
