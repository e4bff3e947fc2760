import ts from 'typescript6';
import type { Mutant } from './mutant.ts';
import { type Alternative, alternativesOf, type Rules } from './source-rules.ts';

/** A file that contains all of its mutants. A switch selects one at run time, so that one process can try them all. */
export interface Instrumented {
  readonly code: string;
  readonly mutants: readonly Mutant[];
}

/** The global function that says whether the mutant with a given number is active. */
export const switchName = '__mutant';

/** `file` is relative to the root. Mutants are numbered from `from`. */
export function instrument(
  file: string,
  text: string,
  { rules, from }: { readonly rules: Rules; readonly from: number },
): Instrumented {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const mutants: Mutant[] = [];
  const seen = new Map<string, number>();
  const numberOf = (node: ts.Node, { kind, what }: Alternative): number => {
    const index = from + mutants.length;
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const shown = short(node.getText(source));
    const key = `${file} ${shown} ${what}`;
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    const name = `${file}: ${shown} → ${what}${nth === 1 ? '' : ` (${nth})`}`;
    mutants.push({ name, kind, where: `${file}:${line}`, what: `${shown} → ${what}`, change: { by: 'source', index } });
    return index;
  };

  /** Returns the instrumented text of the node. */
  const render = (node: ts.Node): string => {
    const alternatives = alternativesOf(node, source, rules);
    const numbered = alternatives.map((each) => ({ each, index: numberOf(node, each) }));
    const children: ts.Node[] = [];
    node.forEachChild((child) => {
      children.push(child);
    });
    let text = '';
    let at = node.getStart(source);
    for (const child of children.toSorted((one, other) => one.getStart(source) - other.getStart(source))) {
      const begin = child.getStart(source);
      if (begin < at) continue;
      text += source.text.slice(at, begin) + render(child);
      at = child.getEnd();
    }
    text += source.text.slice(at, node.getEnd());
    for (const { each, index } of numbered) {
      const test = `globalThis.${switchName}?.(${index})`;
      text = each.isBlock
        ? text.replace('{', `{ if (${test}) return ${each.text};`)
        : `(${test} ? (${each.text}) : ${text})`;
    }
    return text;
  };
  const code = source.text.slice(0, source.getStart(source)) + render(source);
  return { code, mutants };
}

const shownCharactersMax = 110;

function short(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ');
  return flat.length > shownCharactersMax ? `${flat.slice(0, shownCharactersMax - 1)}…` : flat;
}
