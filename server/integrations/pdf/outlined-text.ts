import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fontkit from '@cantoo/fontkit';
import bidiFactory from 'bidi-js';

const ownFonts = join(import.meta.dirname, 'fonts', 'scripts');
const standardFonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
);

const plain = join(standardFonts, 'LiberationSans-Regular.ttf');
const scriptFont = (script: string): string => join(ownFonts, `noto-sans-${script}.woff2`);
/** Contains nearly all of Unicode. */
const last = join(ownFonts, 'unifontex.woff2');

/** Opening a font takes time, so only those of the text's scripts are opened. */
const fontsOfScripts: readonly (readonly [RegExp, string])[] = [
  [/\p{Script_Extensions=Arabic}/u, 'arabic'],
  [/\p{Script_Extensions=Hebrew}/u, 'hebrew'],
  [/\p{Script_Extensions=Devanagari}/u, 'devanagari'],
  [/\p{Script_Extensions=Bengali}/u, 'bengali'],
  [/\p{Script_Extensions=Tamil}/u, 'tamil'],
  [/\p{Script_Extensions=Thai}/u, 'thai'],
  [/\p{Script_Extensions=Hangul}/u, 'kr'],
  [/[\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u, 'jp'],
  [/[\p{Script_Extensions=Han}\uff00-\uffef]/u, 'sc'],
];

interface Glyph {
  readonly path: { readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[] };
}
interface Layout {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[];
}
interface Font {
  readonly unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string, features?: object, script?: string, language?: string, direction?: string): Layout;
}

const opened = new Map<string, Font>();
function openFont(file: string): Font {
  const font = opened.get(file) ?? (fontkit.create(readFileSync(file)) as unknown as Font);
  opened.set(file, font);
  return font;
}

const hasLetter = (font: Font, letter: string): boolean => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

function fontFor(letter: string, isJapanese: boolean): Font {
  if (hasLetter(openFont(plain), letter)) return openFont(plain);
  const scripts = fontsOfScripts.flatMap(([pattern, script]) => (pattern.test(letter) ? [script] : []));
  const files = [...scripts.map((script) => scriptFont(script === 'sc' && isJapanese ? 'jp' : script)), last];
  return files.map(openFont).find((font) => hasLetter(font, letter)) ?? openFont(last);
}

interface Run {
  readonly font: Font;
  readonly text: string;
  readonly isRightToLeft: boolean;
}

// Its types declare an ES module, and Node loads a CommonJS one.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** In visual order (Unicode Standard Annex 9). */
function runsOf(line: string): readonly Run[] {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(line);
  const mirrored = bidi.getMirroredCharactersMap(line, levels);
  const runs: { font: Font; text: string; level: number }[] = [];
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line);
  let at = 0;
  for (const letter of line) {
    const level = levels[at] ?? paragraphs[0]?.level ?? 0;
    const before = runs.at(-1);
    const isJoined = before !== undefined && /[\s\p{M}\p{P}\p{Cf}]/u.test(letter) && hasLetter(before.font, letter);
    const font = isJoined ? before.font : fontFor(letter, isJapanese);
    const text = mirrored.get(at) ?? letter;
    at += letter.length;
    // Emoji modifiers and joiners are invisible in fonts that do not know them.
    if (/[\p{Emoji_Modifier}\p{Variation_Selector}\p{Cf}]/u.test(letter) && font === openFont(last)) continue;
    if (before !== undefined && before.level === level && before.font === font) before.text += text;
    else runs.push({ font, text, level });
  }
  // Reverses every stretch of a level or more, from the highest down to 1 (rule L2).
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let from = 0; from < runs.length; from += 1) {
      if ((runs[from]?.level ?? 0) < level) continue;
      let to = from;
      while ((runs[to]?.level ?? 0) >= level) to += 1;
      runs.splice(from, to - from, ...runs.slice(from, to).reverse());
      from = to;
    }
  }
  return runs.map(({ font, text, level }) => ({ font, text, isRightToLeft: level % 2 === 1 }));
}

const layOut = ({ font, text, isRightToLeft }: Run): Layout =>
  font.layout(text, undefined, undefined, undefined, isRightToLeft ? 'rtl' : 'ltr');

export const outlinedWidth = (line: string): number =>
  runsOf(line).reduce((sum, run) => {
    return sum + layOut(run).positions.reduce((all, { xAdvance }) => all + xAdvance, 0) / run.font.unitsPerEm;
  }, 0);

/** PDF operators for a line of any script; `y` is the base line. */
export function outlinedText(line: string, { x, y, size }: Record<'x' | 'y' | 'size', number>): string {
  const drawn: string[] = [];
  let pen = x;
  for (const run of runsOf(line)) {
    const scale = size / run.font.unitsPerEm;
    const { glyphs, positions } = layOut(run);
    glyphs.forEach((glyph, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      drawn.push(outlineOf(glyph, { x: pen + xOffset * scale, y: y + yOffset * scale, scale }));
      pen += xAdvance * scale;
    });
  }
  return drawn.join(' ');
}

function outlineOf(glyph: Glyph, { x, y, scale }: Record<'x' | 'y' | 'scale', number>) {
  const { commands } = glyph.path;
  if (commands.length === 0) return '';
  const drawn: string[] = [];
  let [lastX, lastY] = [0, 0];
  for (const { command, args } of commands) {
    const points = args.map((value, index) => (index % 2 === 0 ? x : y) + value * scale);
    const numbers = command === 'quadraticCurveTo' ? cubicOf([lastX, lastY], points) : points;
    drawn.push(`${numbers.map(decimal).join(' ')} ${operators[command] ?? 'h'}`);
    if (points.length > 0) [lastX, lastY] = points.slice(-2) as [number, number];
  }
  return `${drawn.join(' ')} f`;
}

const operators: Readonly<Record<string, string>> = {
  moveTo: 'm',
  lineTo: 'l',
  quadraticCurveTo: 'c',
  bezierCurveTo: 'c',
  closePath: 'h',
};

/** PDF has no quadratic curves. */
function cubicOf([fromX, fromY]: readonly [number, number], points: readonly number[]): readonly number[] {
  const [controlX = 0, controlY = 0, toX = 0, toY = 0] = points;
  const toward = (from: number, to: number): number => from + (2 / 3) * (to - from);
  const start = [toward(fromX, controlX), toward(fromY, controlY)];
  return [...start, toward(toX, controlX), toward(toY, controlY), toX, toY];
}

const decimal = (value: number): string => String(Math.round(value * 100) / 100 + 0);
