import { annotationCharactersMax, noAnnotations } from './annotation.ts';
import { type ParsedXfdf, parseXfdf } from './parse.ts';
import { writeXfdf } from './write.ts';

export type NormalisedXfdf =
  | { readonly kind: 'normalised'; readonly xfdf: string }
  | Extract<ParsedXfdf, { kind: 'refused' }>;

export function normaliseXfdf(text: string): NormalisedXfdf {
  if (isOwnWriting(text)) return { kind: 'normalised', xfdf: text };
  const parsed = parseXfdf(text);
  return parsed.kind === 'refused' ? parsed : { kind: 'normalised', xfdf: writeXfdf(parsed.annotations) };
}

export function withoutAnnotations(xfdf: string): string {
  const parsed = parseXfdf(xfdf);
  return writeXfdf({ ...(parsed.kind === 'parsed' ? parsed.annotations : noAnnotations), annotations: [] });
}

/** True only if parsing and writing would return the text unchanged. False is safe: it takes the slower path. */
export function isOwnWriting(text: string): boolean {
  if (text.length >= annotationCharactersMax || !text.startsWith(start) || !text.endsWith(end)) return false;
  if (unwritable.test(text) || !text.isWellFormed()) return false;
  const last = text.length - end.length;
  const names = new Set<string>();
  let at = start.length;
  while (at < last) {
    const pattern = patterns.get(text.slice(at + 1, text.indexOf(' ', at)));
    if (!pattern) return false;
    pattern.lastIndex = at;
    const [, name, left, bottom, right, top] = pattern.exec(text) ?? [];
    if (name === undefined || names.has(name)) return false;
    if (Number(left) > Number(right) || Number(bottom) > Number(top)) return false;
    names.add(name);
    at = pattern.lastIndex;
  }
  return at === last;
}

const start = '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots>';
const end = '</annots></xfdf>';

/** Excludes carriage returns, which we escape, and characters that XML cannot contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/;

// Each repetition begins with a character that cannot follow it, so the expression never backtracks.
const number = String.raw`(?!-0[^.])-?(?:0|[1-9]\d{0,5})(?:\.\d?[1-9])?`;
const numbers = `${number}(?:,${number})*`;
const point = `${number},${number}`;
const points = `${point}(?:;${point})*`;
const quad = Array.from({ length: 4 }, () => point).join(',');
const colour = '#[0-9a-f]{6}';
const fraction = String.raw`(?:1|0(?:\.\d?[1-9])?)`;
const flags = '(?:[A-Za-z]+(?:,[A-Za-z]+)*)?';
const line = String.raw`[^<>&"\t\n]*(?:&(?:amp|lt|gt|quot|#13|#10|#9);[^<>&"\t\n]*)*`;
const elementText = '[^<>&]*(?:&(?:amp|lt|gt|#13);[^<>&]*)*';
const rect = Array.from({ length: 4 }, () => `(${number})`).join(',');

const optional = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => `(?: ${name}="${value}")?`)
    .join('');
const border = { width: number, style: line, dashes: numbers, intensity: number };
const ends = { head: line, tail: line, 'interior-color': colour };
const base =
  ` name="((?!")${line})" page="(?:0|[1-9]\\d{0,4})" rect="${rect}"` +
  optional({ title: line, subject: line, creationdate: line, date: line, color: colour, opacity: fraction, flags });
const contents = `(?:<contents>(?!<)${elementText}</contents>)?`;

interface Kind {
  readonly names: readonly string[];
  readonly attributes: string;
  readonly children?: string;
  readonly childrenMayLack?: string;
}

const kinds: readonly Kind[] = [
  {
    names: ['highlight', 'underline', 'strikeout', 'squiggly'],
    attributes: ` coords="${quad}(?:,${quad})*"${optional({ words: line })}`,
  },
  { names: ['ink'], attributes: optional(border), children: `<inklist>(?:<gesture>${points}</gesture>)+</inklist>` },
  {
    names: ['square', 'circle'],
    attributes: optional({ ...border, 'interior-color': colour, fringe: `${point},${point}` }),
  },
  { names: ['line'], attributes: `${optional(border)} start="${point}" end="${point}"${optional(ends)}` },
  {
    names: ['polygon', 'polyline'],
    attributes: optional({ ...border, ...ends }),
    children: `<vertices>${points}</vertices>`,
  },
  {
    names: ['freetext'],
    attributes: optional({
      ...border,
      justification: line,
      callout: `${point}(?:,${point})*`,
      TextColor: colour,
      FontSize: number,
    }),
    childrenMayLack: ['defaultappearance', 'defaultstyle']
      .map((name) => `(?:<${name}>(?!<)${elementText}</${name}>)?`)
      .join(''),
  },
  {
    names: ['text'],
    attributes: optional({ icon: line, inreplyto: line, replyType: line, state: line, statemodel: line }),
  },
  { names: ['stamp'], attributes: optional({ icon: line }) },
];

const patterns: ReadonlyMap<string, RegExp> = new Map(
  kinds.flatMap(({ names, attributes, children, childrenMayLack = '' }) =>
    names.map((name) => {
      const end = `</${name}>`;
      const inner = children
        ? `>${contents}${children}${end}`
        : `(?:/>|>(?!${end})${contents}${childrenMayLack}${end})`;
      return [name, new RegExp(`<${name}${base}${attributes}${inner}`, 'y')];
    }),
  ),
);
