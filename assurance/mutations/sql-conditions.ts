/** A piece of SQL and its replacement. */
export interface SqlAlternative {
  readonly start: number;
  readonly end: number;
  readonly instead: 'true' | 'false';
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Skips comments, and the dollar quotes inside a body, whose content is SQL too. */
function tokensOf(sql: string): readonly Token[] {
  const pattern =
    /--[^\n]*|\/\*[\s\S]*?\*\/|\$[a-z_]*\$|'(?:[^']|'')*'|"[^"]*"|\$\d+|[a-z_][\w.]*|\d[\w.]*|::|<>|[<>!]=|@@|\|\||:=|=>|\s+|./gi;
  return [...sql.matchAll(pattern)].flatMap((match) => {
    const [text] = match;
    const isNothing = /^(\s|--|\/\*|\$[a-z_]*\$$)/i.test(text);
    return isNothing ? [] : [{ text: text.toLowerCase(), start: match.index, end: match.index + text.length }];
  });
}

const clauseEnds = new Set(
  'group order limit offset returning union except intersect for then loop join inner cross where having window on'.split(
    ' ',
  ),
);

/**
 * Every condition of a function's body: after `where`, `on`, `having`, `if` and `when`, and each `exists`. Parts of a conjunction
 * become true, parts of a disjunction false. Conditions of branches become both.
 */
export function conditionsOf(body: string): readonly SqlAlternative[] {
  const tokens = tokensOf(body);
  const found: SqlAlternative[] = [];
  const add = (from: number, to: number, instead: 'true' | 'false'): void => {
    const [first, last] = [tokens[from], tokens[to - 1]];
    if (!first || !last || (to - from === 1 && (first.text === 'true' || first.text === 'false'))) return;
    found.push({ start: first.start, end: last.end, instead });
  };
  const split = (from: number, to: number): void => {
    const ors = partsBetween(tokens, { from, to }, 'or');
    if (ors.length > 1) {
      for (const part of ors) {
        add(part.from, part.to, 'false');
        split(part.from, part.to);
      }
      return;
    }
    const ands = partsBetween(tokens, { from, to }, 'and');
    if (ands.length > 1) {
      for (const part of ands) {
        add(part.from, part.to, 'true');
        split(part.from, part.to);
      }
      return;
    }
    // Brackets around a condition, not those of a call or a subquery.
    const isBracketed = tokens[from]?.text === '(' && closing(tokens, from) === to - 1;
    if (isBracketed && !['select', 'with'].includes(tokens[from + 1]?.text ?? '')) split(from + 1, to - 1);
  };
  for (const [index, { text }] of tokens.entries()) {
    const before = tokens[index - 1]?.text;
    const after = tokens[index + 1]?.text;
    const isBranch =
      (text === 'if' && before !== 'end') || text === 'elsif' || (text === 'when' && caseOf(tokens, index) === 'when');
    const isFilter =
      text === 'where' || text === 'having' || (text === 'on' && after !== 'conflict' && before !== 'distinct');
    if (isBranch || isFilter) {
      const from = index + 1;
      const to = endOfCondition(tokens, from);
      // The parts of a conjunction are broken one by one, which is stricter.
      if (isBranch || partsBetween(tokens, { from, to }, 'and').length === 1) add(from, to, 'true');
      if (isBranch) add(from, to, 'false');
      split(from, to);
    } else if (text === 'exists' && after === '(') {
      add(index, closing(tokens, index + 1) + 1, 'true');
    }
  }
  const known = new Set<string>();
  return found
    .filter(({ start, end, instead }) => {
      const key = `${start} ${end} ${instead}`;
      return !known.has(key) && known.add(key);
    })
    .toSorted((one, other) => one.start - other.start);
}

/** The token after the `case` of a `when`: another `when`, or the value that is compared. */
function caseOf(tokens: readonly Token[], when: number): string | undefined {
  let depth = 0;
  for (let at = when - 1; at >= 0; at -= 1) {
    const text = tokens[at]?.text;
    if (text === 'end') depth += 1;
    if (text === 'case') {
      if (depth === 0) return tokens[at + 1]?.text;
      depth -= 1;
    }
  }
  return undefined;
}

function endOfCondition(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    if (text === '(' || text === 'case') depth += 1;
    if (text === ')' || text === 'end') {
      if (depth === 0) return at;
      depth -= 1;
    }
    const isOuterJoin = text === 'left' && tokens[at + 1]?.text !== '(';
    if (depth === 0 && (text === ';' || clauseEnds.has(text) || isOuterJoin)) return at;
  }
  return tokens.length;
}

function closing(tokens: readonly Token[], opening: number): number {
  let depth = 0;
  for (let at = opening; at < tokens.length; at += 1) {
    if (tokens[at]?.text === '(') depth += 1;
    if (tokens[at]?.text === ')') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('A bracket is never closed.');
}

function partsBetween(
  tokens: readonly Token[],
  { from, to }: { readonly from: number; readonly to: number },
  word: 'and' | 'or',
): readonly { readonly from: number; readonly to: number }[] {
  const parts: { from: number; to: number }[] = [];
  let depth = 0;
  let isRange = false;
  let begin = from;
  for (let at = from; at < to; at += 1) {
    const text = tokens[at]?.text;
    if (text === '(' || text === 'case') depth += 1;
    if (text === ')' || text === 'end') depth -= 1;
    if (depth > 0) continue;
    if (text === 'between') isRange = true;
    if (text !== word) continue;
    if (word === 'and' && isRange) {
      isRange = false;
      continue;
    }
    parts.push({ from: begin, to: at });
    begin = at + 1;
  }
  parts.push({ from: begin, to });
  return parts;
}
