import type { FreeTextAnnotation } from './annotation.ts';
import { defaultColours } from './default-colours.ts';
import { readNumbers, roundToHundredths } from './values.ts';

export interface FreeTextLook {
  readonly colour: string;
  readonly fontSize: number;
  readonly align: 'left' | 'center' | 'right';
}

const readMax = 500;

const usual: FreeTextLook = { colour: defaultColours.text, fontSize: 12, align: 'left' };

/** Attributes override the default style (CSS), which overrides the default appearance (PDF operators). */
export function freeTextLook(annotation: Omit<FreeTextAnnotation, 'kind'>): FreeTextLook {
  const defaultStyle = (annotation.defaultStyle ?? '').slice(0, readMax);
  const defaultAppearance = (annotation.defaultAppearance ?? '').slice(0, readMax);
  return {
    colour: annotation.textColour ?? styleColour(defaultStyle) ?? appearanceColour(defaultAppearance) ?? usual.colour,
    fontSize: annotation.fontSize ?? styleSize(defaultStyle) ?? appearanceSize(defaultAppearance) ?? usual.fontSize,
    align:
      alignOf(annotation.justification) ?? alignOf(/text-align\s*:\s*(\w+)/.exec(defaultStyle)?.[1]) ?? usual.align,
  };
}

export function withTextColour(annotation: FreeTextAnnotation, colour: string): FreeTextAnnotation {
  const { fontSize } = freeTextLook(annotation);
  const { defaultStyle, defaultAppearance } = annotation;
  return {
    ...annotation,
    textColour: colour,
    ...(defaultAppearance === undefined ? {} : { defaultAppearance: defaultAppearanceOf(colour, fontSize) }),
    ...(defaultStyle === undefined ? {} : { defaultStyle: defaultStyle.replace(styleColourPattern, `$1${colour}`) }),
  };
}

export function defaultAppearanceOf(colour: string, fontSize: number): string {
  const channels = [1, 3, 5].map((from) => roundToHundredths(Number.parseInt(colour.slice(from, from + 2), 16) / 255));
  return `${channels.join(' ')} rg /Helv ${fontSize} Tf`;
}

const styleColourPattern = /((?:^|[;\s])color\s*:\s*)(#[0-9a-fA-F]{6})/;

function styleColour(style: string): string | undefined {
  return styleColourPattern.exec(style)?.[2]?.toLowerCase();
}

function styleSize(style: string): number | undefined {
  return sizeOf(/(?:^|[;\s])font(?:-size)?\s*:[^;]*?(\d[\d.]{0,7})\s*pt/.exec(style)?.[1]);
}

function appearanceSize(appearance: string): number | undefined {
  return sizeOf(/(\d[\d.]{0,7})\s+Tf/.exec(appearance)?.[1]);
}

/** PDF viewers choose the size if it is 0. */
function sizeOf(text: string | undefined): number | undefined {
  const size = Number(text);
  return size > 0 ? size : undefined;
}

export function appearanceColour(appearance: string): string | undefined {
  const found = /((?:[\d.]+\s+){1,4})(g|rg|k)\b/.exec(appearance);
  const values = readNumbers(found?.[1]) ?? [];
  const [a = 0, b = 0, c = 0, black = 0] = values;
  if (found?.[2] === 'g' && values.length === 1) return hex([a, a, a]);
  if (found?.[2] === 'rg' && values.length === 3) return hex([a, b, c]);
  if (found?.[2] === 'k' && values.length === 4) return hex([a, b, c].map((ink) => (1 - ink) * (1 - black)));
  return undefined;
}

function hex(channels: readonly number[]): string {
  const two = (channel: number) =>
    Math.round(Math.min(1, Math.max(0, channel)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${channels.map(two).join('')}`;
}

function alignOf(word: string | undefined): FreeTextLook['align'] | undefined {
  if (word === 'centered' || word === 'center') return 'center';
  return word === 'right' || word === 'left' ? word : undefined;
}
