import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript6';
import type { Mutant } from './mutant.ts';
import { instrument, type Rules } from './source-mutants.ts';

const guards: Readonly<Record<string, readonly string[]>> = {
  'server/http/request-steps.ts': ['kindOf', 'admit', 'refuseStranger', 'admitByToken', 'requireSessionCookie'],
  'server/http/read-route.ts': ['flightAnswer'],
  'server/http/adapter.ts': ['addRoute', 'handleInScope', 'scopesOf', 'withMagicScope'],
  'server/http/board-of.ts': ['boardOf'],
  'server/http/request-context.ts': ['refuseForgery'],
  'server/http/cookies.ts': ['isCsrfToken', 'isOwnOrigin'],
  'server/http/session.ts': ['isConfirmed', 'startSession', 'confirmSession'],
  'server/http/rate-limits.ts': ['createRateLimits', 'networkOf'],
  'server/db/board-scope.ts': ['enterBoard', 'withBoardJobScope'],
  'server/db/find-board.ts': ['findMagicLink'],
  'server/errors.ts': ['authorize'],
};
const otherRules: Readonly<Record<string, readonly string[]>> = {
  'domain/meeting-window.ts': ['areEditsClosed', 'attendanceState'],
};
const ofHomes = /^server\/features\/(homes\/.*|members\/audience)\/visibility\.ts$/;

export function readSources(root: string) {
  const features = globSync('server/features/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).toSorted();
  const policies = features.filter((file) => /\/(policy|visibility)\.ts$/.test(file));
  const called = new Map<string, readonly string[]>(Object.entries(otherRules));
  for (const [file, name] of policies.flatMap((policy) => calledRules(root, policy)))
    called.set(file, [...(called.get(file) ?? []), name]);
  // If a file occurs several times, the last entry applies.
  const plan = new Map<string, Rules>([
    ...features.map((file) => [file, { handlers: true }] as const),
    ...policies.map((file) => [file, { predicates: 'all', visibility: ofHomes.test(file) }] as const),
    ...[...called].map(([file, predicates]) => [file, { predicates }] as const),
    ...Object.entries(guards).map(([file, predicates]) => [file, { predicates, as: 'guard' }] as const),
  ]);
  const mutants: Mutant[] = [];
  const code = new Map<string, string>();
  for (const [file, rules] of plan) {
    const text = readFileSync(join(root, file), 'utf8');
    // Without this check, a renamed function would silently have no mutants.
    for (const name of [...(guards[file] ?? []), ...(otherRules[file] ?? [])])
      if (!new RegExp(`\\b(function|const) ${name}\\b`).test(text)) throw new Error(`${file} no longer has ${name}.`);
    const made = instrument(file, text, { rules, from: mutants.length });
    mutants.push(...made.mutants);
    if (made.mutants.length > 0) code.set(join(root, file), made.code);
  }
  return { mutants, code };
}

function calledRules(root: string, policy: string): readonly (readonly [string, string])[] {
  const source = ts.createSourceFile(policy, readFileSync(join(root, policy), 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const [, file] = /^#(domain\/.+)$/.exec(statement.moduleSpecifier.text) ?? [];
    const named = statement.importClause?.namedBindings;
    if (file === undefined || statement.importClause?.isTypeOnly || !named || !ts.isNamedImports(named)) return [];
    return named.elements.filter((each) => !each.isTypeOnly).map(({ name }) => [file, name.text] as const);
  });
}
