import { defaultColours } from '#domain/xfdf/default-colours.ts';

/** The tools offer the colours in this order. */
export const inkColours = {
  yellow: defaultColours.highlight,
  green: '#bfe3b4',
  blue: '#b7d8f3',
  rose: '#f6c0cb',
  red: defaultColours.line,
  black: defaultColours.text,
} as const;

export type InkColour = keyof typeof inkColours;
