/** An operation of a content stream (ISO 32000-1, 7.8.2). The byte range includes its operands. */
export interface Operation {
  readonly operator: string;
  readonly operands: readonly string[];
  readonly start: number;
  readonly end: number;
}

const blank = /[\0\t\n\f\r ]/;
const delimiter = /[()<>[\]{}/%]/;
const comment = /%[^\r\n]*/y;
const regular = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const name = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const number = /^[-+.\d]/;
const constants: ReadonlySet<string> = new Set(['true', 'false', 'null']);
/** The letters EI may also occur in the data of an inline image, so printable text must follow them. */
const imageEnd = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r /<([%Q]|$)(?=[\0\x20-\x7e\s]{12}|[\0\x20-\x7e\s]*$)/g;

/** `text` contains the stream's bytes as Latin-1. */
export function* operationsOf(text: string): Generator<Operation> {
  let at = 0;
  let depth = 0;
  let operands: string[] = [];
  let start = -1;
  let operandStart = -1;
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? '';
  };
  const step = (length: number, change = 0): void => {
    if (start < 0) start = at;
    if (depth === 0) operandStart = at;
    at += length;
    depth = Math.max(0, depth + change);
    if (depth === 0 && operandStart >= 0) operands.push(text.slice(operandStart, at));
  };
  while (at < text.length) {
    const letter = text.charAt(at);
    if (blank.test(letter)) at += 1;
    else if (letter === '%') at += match(comment).length;
    else if (letter === '/') step(match(name).length);
    else if (letter === '(') step(stringLength(text, at));
    else if (text.startsWith('<<', at)) step(2, 1);
    else if (text.startsWith('>>', at)) step(2, -1);
    else if (letter === '<') step((text.indexOf('>', at) + 1 || text.length) - at);
    else if (letter === '[') step(1, 1);
    else if (letter === ']') step(1, -1);
    else if (delimiter.test(letter)) at += 1;
    else {
      const word = match(regular);
      if (depth > 0 || number.test(word) || constants.has(word)) {
        step(word.length);
        continue;
      }
      const begun = start < 0 ? at : start;
      at += word.length;
      if (word === 'BI') at = imageEndOf(text, at);
      yield { operator: word, operands, start: begun, end: at };
      [operands, start, operandStart] = [[], -1, -1];
    }
  }
}

function imageEndOf(text: string, from: number): number {
  const data = /\bID[\0\t\n\f\r ]/g;
  data.lastIndex = from;
  imageEnd.lastIndex = data.exec(text) ? data.lastIndex - 1 : from;
  return imageEnd.exec(text) ? imageEnd.lastIndex : text.length;
}

/** Returns the length including the parentheses (ISO 32000-1, 7.3.4.2). */
function stringLength(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '\\') at += 1;
    else if (letter === '(') open += 1;
    else if (letter === ')') open -= 1;
    if (open === 0) return at + 1 - from;
  }
  return text.length - from;
}
