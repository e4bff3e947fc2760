import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

const group = /\(([^()?]*\|[^()]*)\)(?![?*])/g;

export function deadAlternatives(
  rules: readonly IRegularForbiddenRuleType[],
  files: readonly string[],
): readonly string[] {
  return rules.flatMap(({ name, from, to }) =>
    [from.path, from.pathNot, to.path, to.pathNot]
      .flatMap((paths) => paths ?? [])
      .filter((pattern) => !/\$\d|\.\+/.test(pattern))
      .flatMap(alternativesOf)
      .filter((pattern) => !files.some((file) => new RegExp(pattern).test(file)))
      .map((pattern) => `live-rules: ${pattern} of ${name} matches no file`),
  );
}

function alternativesOf(pattern: string): readonly string[] {
  const found = [...pattern.matchAll(group)];
  if (found.length === 0) return [pattern];
  return found.flatMap(({ 0: whole, 1: alternatives = '', index }) =>
    alternatives.split('|').map((each) => `${pattern.slice(0, index)}(${each})${pattern.slice(index + whole.length)}`),
  );
}
