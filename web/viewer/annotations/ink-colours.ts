import { defaultColours } from '#domain/xfdf/default-colours.ts';

const inks = [
  { colour: 'yellow', name: 'Yellow', value: defaultColours.highlight },
  { colour: 'green', name: 'Green', value: '#bfe3b4' },
  { colour: 'blue', name: 'Blue', value: '#b7d8f3' },
  { colour: 'rose', name: 'Rose', value: '#f6c0cb' },
  { colour: 'red', name: 'Red', value: defaultColours.line },
  { colour: 'black', name: 'Black', value: defaultColours.text },
] as const;

export type InkColour = (typeof inks)[number]['colour'];

const byColour = (part: (ink: (typeof inks)[number]) => string) =>
  Object.fromEntries(inks.map((ink) => [ink.colour, part(ink)])) as Readonly<Record<InkColour, string>>;

export const inkColours = byColour(({ value }) => value);

export const inkColourNames = byColour(({ name }) => name);

export const inkColourOrder: readonly InkColour[] = inks.map(({ colour }) => colour);
