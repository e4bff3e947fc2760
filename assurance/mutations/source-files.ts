import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript6';
import type { Mutant } from './mutant.ts';
import { instrument } from './source-mutants.ts';
import type { Rules } from './source-rules.ts';

/** The functions that every call passes before its handler. */
const guards: Readonly<Record<string, readonly string[]>> = {
  'server/http/read-route.ts': ['addReadRoute', 'tokenOf'],
  'server/http/adapter.ts': ['addHandledRoute', 'refuseStranger', 'handleInScope', 'withMagicScope'],
  'server/http/board-of.ts': ['boardOf'],
  'server/http/request-context.ts': ['refuseForgery'],
  'server/http/cookies.ts': ['isCsrfToken', 'isOwnOrigin'],
  'server/http/session.ts': ['isConfirmed', 'startSession', 'confirmSession'],
  'server/http/rate-limits.ts': ['createRateLimits', 'networkOf'],
  'server/db/board-scope.ts': ['enterBoard', 'withBoardJobScope'],
  'server/db/find-board.ts': ['findMagicLink'],
  'server/errors.ts': ['authorize'],
};
/** Rules whose outcome is passed to policies. */
const otherRules: Readonly<Record<string, readonly string[]>> = {
  'domain/meeting-window.ts': ['areEditsClosed', 'attendanceState'],
};

export interface Sources {
  readonly mutants: readonly Mutant[];
  /** By absolute path. */
  readonly code: ReadonlyMap<string, string>;
}

/** Files that contain both a SQL condition and the equivalent row predicate. */
const ofHomes = /^server\/features\/(homes\/.*|members\/audience)\/visibility\.ts$/;

/** Instruments every source that decides who may do what. */
export function readSources(root: string): Sources {
  const policies = globSync('server/features/**/{policy,visibility}.ts', { cwd: root }).toSorted();
  const called = new Map<string, readonly string[]>(Object.entries(otherRules));
  for (const policy of policies) {
    for (const [file, names] of calledRules(root, policy)) called.set(file, [...(called.get(file) ?? []), ...names]);
  }
  const features = globSync('server/features/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).toSorted();
  const plan: [string, Rules][] = [
    ...policies.map((file): [string, Rules] => [
      file,
      {
        predicates: 'all',
        as: 'predicate',
        handlers: false,
        ...(ofHomes.test(file) ? { visibility: true as const } : {}),
      },
    ]),
    ...[...called].map(([file, names]): [string, Rules] => [
      file,
      { predicates: names, as: 'predicate', handlers: false },
    ]),
    ...Object.entries(guards).map(([file, names]): [string, Rules] => [
      file,
      { predicates: names, as: 'guard', handlers: false },
    ]),
    ...features
      .filter((file) => !policies.includes(file) && !called.has(file))
      .map((file): [string, Rules] => [file, { predicates: 'none', as: 'guard', handlers: true }]),
  ];
  const mutants: Mutant[] = [];
  const code = new Map<string, string>();
  for (const [file, rules] of plan) {
    const path = join(root, file);
    if (code.has(path)) throw new Error(`${file} is planned twice: its first mutants would never be switched on.`);
    const text = readFileSync(path, 'utf8');
    expectNames(file, text, [...(guards[file] ?? []), ...(otherRules[file] ?? [])]);
    const made = instrument(file, text, { rules, from: mutants.length });
    if (made.mutants.length === 0) continue;
    mutants.push(...made.mutants);
    code.set(path, made.code);
  }
  return { mutants, code };
}

/** Without this check a renamed function would silently have no mutants. */
function expectNames(file: string, text: string, names: readonly string[]): void {
  for (const name of names) {
    if (!new RegExp(`\\b(function|const) ${name}\\b`).test(text)) throw new Error(`${file} no longer has ${name}.`);
  }
}

/** The functions of `domain/` that a policy imports, by file. */
function calledRules(root: string, policy: string): ReadonlyMap<string, readonly string[]> {
  const source = ts.createSourceFile(policy, readFileSync(join(root, policy), 'utf8'), ts.ScriptTarget.Latest, true);
  const found = new Map<string, readonly string[]>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const [, file] = /^#(domain\/.+)$/.exec(statement.moduleSpecifier.text) ?? [];
    const named = statement.importClause?.namedBindings;
    if (file === undefined || statement.importClause?.isTypeOnly || !named || !ts.isNamedImports(named)) continue;
    found.set(
      file,
      named.elements.filter((each) => !each.isTypeOnly).map(({ name }) => name.text),
    );
  }
  return found;
}
