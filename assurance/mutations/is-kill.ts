import type { RunnerTaskResult, TestError } from 'vitest';
import type { Kind } from './mutant.ts';

export function isKill(result: RunnerTaskResult | undefined, kind: Kind): boolean {
  if (result?.state !== 'fail' || Object.values(result.hooks ?? {}).includes('run')) return false;
  const isAssertion = ({ name }: TestError): boolean => name === 'AssertionError';
  return result.errors?.some(kind === 'control' ? isAssertion : isUnmetExpectation) ?? false;
}

export function isUnmetExpectation(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message, actual, expected, cause } = error as TestError;
  if (name !== 'AssertionError') return isUnmetExpectation(cause);
  return failuresIn(actual) <= failuresIn(expected) && !`${message}`.includes('"msg":"","request_id"');
}

function failuresIn(value: unknown): number {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (/^"?<!doctype/i.test(text)) return 0;
  return text.match(/(?<![\w.'-])500(?![\w.'-])|"request_id":/g)?.length ?? 0;
}
