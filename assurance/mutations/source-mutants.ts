import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript6';
import type { Kind, Mutant } from './mutant.ts';

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

interface Rules {
  readonly predicates?: 'all' | readonly string[];
  readonly as?: 'predicate' | 'guard';
  readonly handlers?: boolean;
  readonly visibility?: boolean;
}

interface Alternative {
  readonly kind: Kind;
  readonly text: string;
  readonly what: string;
}

const shownCharactersMax = 110;

function instrument(file: string, text: string, { rules, from }: { readonly rules: Rules; readonly from: number }) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const timesSeen = new Map<string, number>();

  const add = (node: ts.Node, { kind, what }: Alternative): number => {
    const index = from + mutants.length;
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const flat = node.getText().replaceAll(/\s+/g, ' ');
    const shown = flat.length > shownCharactersMax ? `${flat.slice(0, shownCharactersMax - 1)}…` : flat;
    const name = `${file}: ${shown} → ${what}`;
    const nth = (timesSeen.get(name) ?? 0) + 1;
    timesSeen.set(name, nth);
    const change = { by: 'source', index } as const;
    mutants.push({ name: nth === 1 ? name : `${name} (${nth})`, kind, where: `${file}:${line}`, change });
    return index;
  };

  const render = (node: ts.Node): string => {
    const numbered = alternativesOf(node, rules).map((each) => ({ ...each, index: add(node, each) }));
    let rendered = '';
    let at = node.getStart();
    node.forEachChild((child) => {
      if (child.getStart() < at) return;
      rendered += text.slice(at, child.getStart()) + render(child);
      at = child.getEnd();
    });
    rendered += text.slice(at, node.getEnd());
    return numbered.reduce((whole, alternative) => {
      const isActive = `globalThis.__mutant?.(${alternative.index})`;
      return ts.isBlock(node)
        ? whole.replace('{', `{ if (${isActive}) return ${alternative.text};`)
        : `(${isActive} ? (${alternative.text}) : ${whole})`;
    }, rendered);
  };
  return { code: text.slice(0, source.getStart()) + render(source), mutants };
}

function alternativesOf(node: ts.Node, { predicates = [], as = 'predicate', handlers, visibility }: Rules) {
  const isInPredicate = predicates === 'all' || predicates.includes(outermostName(node));
  return [
    ...(isInPredicate ? conditionAlternatives(node, as) : []),
    ...(handlers ? handlerAlternatives(node) : []),
    ...(visibility ? visibilityAlternatives(node) : []),
  ];
}

function outermostName(node: ts.Node): string {
  let name = '';
  for (let at = node; at.parent; at = at.parent) {
    if (ts.isFunctionDeclaration(at) && at.name) name = at.name.text;
    if (ts.isVariableDeclaration(at) && ts.isIdentifier(at.name)) name = at.name.text;
  }
  return name;
}

function visibilityAlternatives(node: ts.Node): readonly Alternative[] {
  const { parent } = node;
  if (!parent || !(ts.isFunctionDeclaration(parent) || ts.isArrowFunction(parent)) || parent.body !== node) return [];
  const name = outermostName(node);
  const of = (text: string): readonly Alternative[] => [{ kind: 'visibility', text, what: name }];
  if (name === 'withheldWhere') return of('sql`false`');
  if (name === 'isWithheld') return of('false');
  if (name.endsWith('VisibleWhere')) return of('sql`true`');
  return name.startsWith('canSee') ? of('true') : [];
}

const otherComparisons: Partial<Record<ts.SyntaxKind, readonly string[]>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ['!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ['==='],
  [ts.SyntaxKind.LessThanToken]: ['>=', '<='],
  [ts.SyntaxKind.LessThanEqualsToken]: ['>', '<'],
  [ts.SyntaxKind.GreaterThanToken]: ['<=', '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ['<', '>'],
};

function conditionAlternatives(node: ts.Node, kind: 'predicate' | 'guard'): readonly Alternative[] {
  const of = (text: string, what = text): Alternative => ({ kind, text, what });
  if (ts.isBlock(node) && isPredicate(node.parent)) return [of('true', 'always true'), of('false', 'always false')];
  if (!ts.isExpression(node)) return [];
  const isNeeded = isExistenceCheck(node);
  const whole = isWholeCondition(node) && !isNeeded ? [of('true'), of('false')] : [];
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [node.left.getText(), node.right.getText()];
    const operator = node.operatorToken.kind;
    if (operator === ts.SyntaxKind.AmpersandAmpersandToken || operator === ts.SyntaxKind.BarBarToken) {
      const withoutLeft = isExistenceCheck(node.left) ? [] : [of(right, 'without its left side')];
      return [...whole, ...withoutLeft, of(left, 'without its right side')];
    }
    const others = isNeeded ? [] : (otherComparisons[operator] ?? []);
    return [...whole, ...others.map((other) => of(`${left} ${other} ${right}`, other))];
  }
  const isNegation = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
  return isNegation && !isNeeded ? [...whole, of(node.operand.getText(), 'without its !')] : whole;
}

function isWholeCondition(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent)) return parent.expression === node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isArrowFunction(parent)) return parent.body === node && isPredicate(parent);
  return ts.isPropertyAssignment(parent) && parent.initializer === node && isInRights(parent);
}

const isPredicate = (node: ts.Node): boolean =>
  (ts.isArrowFunction(node) || ts.isFunctionDeclaration(node)) && node.type?.kind === ts.SyntaxKind.BooleanKeyword;

function isInRights(property: ts.PropertyAssignment): boolean {
  const statement = property.parent.parent;
  const maker = ts.isReturnStatement(statement) && ts.isBlock(statement.parent) ? statement.parent.parent : undefined;
  return maker !== undefined && ts.isFunctionDeclaration(maker) && /Can$/.test(maker.type?.getText() ?? '');
}

function isExistenceCheck(node: ts.Expression): boolean {
  const rows = 'row|home|found|visit|session|known|link|item|place|document|meeting';
  const check = `^!?(${rows}|\\w+\\.session|\\w+\\.rows\\[0\\](\\?\\.\\w+)?)$| [!=]== (undefined|null)$`;
  return new RegExp(check).test(node.getText());
}

function handlerAlternatives(node: ts.Node): readonly Alternative[] {
  if (ts.isCallExpression(node)) {
    const called = node.expression.getText();
    if (called === 'authorize') return [{ kind: 'authorize', text: 'undefined', what: 'not asked' }];
    if (/[lL]imits(\(.*\))?\.take$/.test(called))
      return [{ kind: 'limit', text: 'Promise.resolve()', what: 'no limit' }];
    if (called.endsWith('.where')) return /^load[A-Z]/.test(outermostName(node)) ? withoutCondition(node) : [];
  }
  if (!ts.isExpression(node) || !ts.isIfStatement(node.parent) || node.parent.expression !== node) return [];
  return throwsRefusal(node.parent.thenStatement) ? withoutReasons(node) : [];
}

function withoutCondition({ expression, arguments: given }: ts.CallExpression): readonly Alternative[] {
  if (!ts.isPropertyAccessExpression(expression) || /^'(\w+\.)?board_id'$/.test(given[0]?.getText() ?? '')) return [];
  const condition = given.map((each) => each.getText()).join(', ');
  return [{ kind: 'load', text: expression.expression.getText(), what: `without where(${condition})` }];
}

function throwsRefusal(then: ts.Statement): boolean {
  const [only] = ts.isBlock(then) ? then.statements : [then];
  const refusal =
    /^throw (notFound|forbidden)\(\)|^throw new AppError\('(session-expired|too-many|too-large|forbidden)'/;
  return only !== undefined && refusal.test(only.getText());
}

function withoutReasons(condition: ts.Expression): readonly Alternative[] {
  const reasons = operandsOf(condition);
  return reasons.flatMap((reason) => {
    if (isExistenceCheck(reason) || /^!\w+$/.test(reason.getText())) return [];
    const others = reasons.filter((each) => each !== reason).map((each) => each.getText());
    return [{ kind: 'load', text: others.join(' || ') || 'false', what: `not refused for ${reason.getText()}` }];
  });
}

const operandsOf = (node: ts.Expression): readonly ts.Expression[] =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.BarBarToken
    ? [...operandsOf(node.left), ...operandsOf(node.right)]
    : [node];
