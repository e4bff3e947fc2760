import ts from 'typescript6';
import type { Kind } from './mutant.ts';

/** A replacement for a node. */
export interface Alternative {
  readonly kind: Kind;
  /** TypeScript. For a block, the value that it returns at once. */
  readonly text: string;
  readonly what: string;
  readonly isBlock?: true;
}

/** Selects what is broken in a file. */
export interface Rules {
  /** The functions whose conditions are broken. */
  readonly predicates: 'all' | 'none' | readonly string[];
  /** The kind of these mutants. */
  readonly as: 'predicate' | 'guard';
  /** Whether `authorize`, refusals, loads and limits are removed. */
  readonly handlers: boolean;
  /** Whether SQL conditions of visibility and the equivalent row predicates become true. */
  readonly visibility?: true;
}

export function alternativesOf(node: ts.Node, source: ts.SourceFile, rules: Rules): readonly Alternative[] {
  return [
    ...(isInPredicate(node, rules) ? conditionAlternatives(node, source, rules.as) : []),
    ...(rules.handlers ? handlerAlternatives(node, source) : []),
    ...(rules.visibility ? visibilityAlternatives(node) : []),
  ];
}

/** Everybody on the board sees everything, and nothing is withheld. */
function visibilityAlternatives(node: ts.Node): readonly Alternative[] {
  const { parent } = node;
  const isBody = parent && (ts.isFunctionDeclaration(parent) || ts.isArrowFunction(parent)) && parent.body === node;
  const name = isBody ? (outermostName(node) ?? '') : '';
  if (isBody && name in withholding) {
    return [
      {
        kind: 'visibility',
        text: withholding[name] ?? '',
        what: name,
        ...(ts.isBlock(node) ? { isBlock: true as const } : {}),
      },
    ];
  }
  const isCondition = /VisibleWhere$/.test(name);
  if (!isCondition && !/^canSee/.test(name)) return [];
  const block = ts.isBlock(node) ? { isBlock: true as const } : {};
  return [{ kind: 'visibility', text: isCondition ? 'sql`true`' : 'true', what: name, ...block }];
}

const withholding: Readonly<Record<string, string>> = { withheldWhere: 'sql`false`', isWithheld: 'false' };

function isInPredicate(node: ts.Node, { predicates }: Rules): boolean {
  if (predicates === 'none') return false;
  if (predicates === 'all') return true;
  const name = outermostName(node);
  return name !== null && predicates.includes(name);
}

/** The name of the top-level declaration that contains a node. */
function outermostName(node: ts.Node): string | null {
  let at: ts.Node = node;
  let name: string | null = null;
  while (at.parent) {
    if (ts.isFunctionDeclaration(at) && at.name) name = at.name.text;
    if (ts.isVariableDeclaration(at) && ts.isIdentifier(at.name)) name = at.name.text;
    at = at.parent;
  }
  return name;
}

const flipped: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '>=',
  [ts.SyntaxKind.LessThanEqualsToken]: '>',
  [ts.SyntaxKind.GreaterThanToken]: '<=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '<',
};
/** The same comparison with its boundary on the other side. */
const shifted: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
};

function conditionAlternatives(
  node: ts.Node,
  source: ts.SourceFile,
  kind: 'predicate' | 'guard',
): readonly Alternative[] {
  const of = (text: string, what: string): Alternative => ({ kind, text, what });
  const whole =
    ts.isExpression(node) && isWholeCondition(node) && !isExistenceCheck(node, source)
      ? [of('true', 'true'), of('false', 'false')]
      : [];
  return [...whole, ...partAlternatives(node, source, of), ...bodyAlternatives(node, kind)];
}

type Make = (text: string, what: string) => Alternative;

function partAlternatives(node: ts.Node, source: ts.SourceFile, of: Make): readonly Alternative[] {
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [node.left.getText(source), node.right.getText(source)];
    const operator = node.operatorToken.kind;
    if (operator === ts.SyntaxKind.AmpersandAmpersandToken || operator === ts.SyntaxKind.BarBarToken) {
      // Without an existence check the other side would not compile.
      const guarded = isExistenceCheck(node.left, source) ? [] : [of(right, 'without its left side')];
      return [...guarded, of(left, 'without its right side')];
    }
    if (isExistenceCheck(node, source)) return [];
    return [flipped[operator], shifted[operator]].flatMap((other) =>
      other === undefined ? [] : [of(`${left} ${other} ${right}`, other)],
    );
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return isExistenceCheck(node, source) ? [] : [of(node.operand.getText(source), 'without its !')];
  }
  return [];
}

function bodyAlternatives(node: ts.Node, kind: 'predicate' | 'guard'): readonly Alternative[] {
  if (!ts.isBlock(node) || !isPredicate(node.parent)) return [];
  return ['true', 'false'].map((text) => ({ kind, text, what: `always ${text}`, isBlock: true as const }));
}

/** The condition of an `if` or of `? :`, the result of a predicate, or one of the rights in an object. */
function isWholeCondition(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent)) return parent.expression === node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isArrowFunction(parent)) return parent.body === node && isPredicate(parent);
  return ts.isPropertyAssignment(parent) && parent.initializer === node && isInRights(parent);
}

const isPredicate = (node: ts.Node): boolean =>
  (ts.isArrowFunction(node) || ts.isFunctionDeclaration(node)) && node.type?.kind === ts.SyntaxKind.BooleanKeyword;

function isInRights(node: ts.PropertyAssignment): boolean {
  const around = node.parent.parent;
  return ts.isReturnStatement(around) && ts.isBlock(around.parent) && isResultOfRights(around.parent.parent);
}

const isResultOfRights = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) && node.type !== undefined && /Can$/.test(node.type.getText());

/** `!row`, `row`, `row === undefined`: the rest would not compile without it, so no test is needed. */
function isExistenceCheck(node: ts.Expression, source: ts.SourceFile): boolean {
  const text = node.getText(source);
  return (
    /^!?(row|home|found|visit|session|known|link|item|place|document|\w+\.session|meeting|\w+\.rows\[0\](\?\.\w+)?)$/.test(
      text,
    ) || / [!=]== (undefined|null)$/.test(text)
  );
}

/** Lines that could be removed from a handler without any other change. */
function handlerAlternatives(node: ts.Node, source: ts.SourceFile): readonly Alternative[] {
  if (ts.isCallExpression(node) && node.expression.getText(source) === 'authorize') {
    return [{ kind: 'authorize', text: 'undefined', what: 'not asked' }];
  }
  if (ts.isCallExpression(node) && /[lL]imits(\(.*\))?\.take$/.test(node.expression.getText(source))) {
    return [{ kind: 'limit', text: 'Promise.resolve()', what: 'no limit' }];
  }
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'where'
  ) {
    const isBoard = /^'(\w+\.)?board_id'$/.test(node.arguments[0]?.getText(source) ?? '');
    const isLoad = /^load[A-Z]/.test(outermostName(node) ?? '');
    const condition = node.arguments.map((each) => each.getText(source)).join(', ');
    const without = {
      kind: 'load',
      text: node.expression.expression.getText(source),
      what: `without where(${condition})`,
    } as const;
    return isLoad && !isBoard ? [without] : [];
  }
  if (!ts.isExpression(node) || !ts.isIfStatement(node.parent) || node.parent.expression !== node) return [];
  return throwsRefusal(node.parent.thenStatement, source) ? withoutParts(node, source) : [];
}

const throwsRefusal = (then: ts.Statement, source: ts.SourceFile): boolean => {
  const [only] = ts.isBlock(then) ? then.statements : [then];
  return (
    only !== undefined &&
    ts.isThrowStatement(only) &&
    /^throw (notFound|forbidden)\(\)|^throw new AppError\('(session-expired|too-many|too-large|forbidden)'/.test(
      only.getText(source),
    )
  );
};

/** Removes each reason of a refusal. */
function withoutParts(condition: ts.Expression, source: ts.SourceFile): readonly Alternative[] {
  const parts = operandsOf(condition);
  const kept = (without: ts.Expression) => parts.filter((part) => part !== without).map((part) => part.getText(source));
  return parts
    .filter((part) => !isExistenceCheck(part, source) && !isNothingFound(part, source))
    .map((part) => ({
      kind: 'load',
      text: kept(part).join(' || ') || 'false',
      what: `not refused for ${part.getText(source)}`,
    }));
}

const isNothingFound = (part: ts.Expression, source: ts.SourceFile): boolean => /^!\w+$/.test(part.getText(source));

const operandsOf = (node: ts.Expression): readonly ts.Expression[] =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.BarBarToken
    ? [...operandsOf(node.left), ...operandsOf(node.right)]
    : [node];
