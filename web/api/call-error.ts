import type { NextStep } from '#contract/endpoint.ts';
import { defaultErrorMessage, type ErrorStatus, generalErrorMessage } from '#domain/messages/general.ts';

export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: ErrorStatus;
  readonly method: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly step: NextStep | null;
  /** False if the response may come from a program other than Dais, such as a proxy. */
  readonly isFromDais: boolean;

  constructor(given: {
    readonly status: ErrorStatus;
    readonly method: string;
    readonly message: string;
    readonly fields?: Readonly<Record<string, string>>;
    readonly step?: NextStep | null;
    readonly isFromDais?: boolean;
    readonly cause?: unknown;
  }) {
    super(given.message, { cause: given.cause });
    this.status = given.status;
    this.method = given.method;
    this.fields = given.fields ?? {};
    this.step = given.step ?? null;
    this.isFromDais = given.isFromDais ?? false;
  }
}

export function errorOfStatus(status: number, method: string, content: unknown): CallError {
  const message = generalErrorMessage(status, method);
  const isFromDais = isRecord(content) && content.status === 'error';
  return new CallError({ status, method, message, fields: fieldsOf(content), step: stepOf(content), isFromDais });
}

export function networkError(method: string, cause: unknown): CallError {
  return new CallError({ status: 'network', method, message: generalErrorMessage('network', method), cause });
}

/** Builds the error for a rejection that the server reports with HTTP 200. */
export function refusal(method: string, content: unknown): CallError {
  const msg = isRecord(content) && typeof content.msg === 'string' ? content.msg.trim() : '';
  return new CallError({ status: 200, method, message: msg === '' ? defaultErrorMessage : msg });
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Copied from the contract, because importing the contract would add Zod to the initial bundle. */
const steps: Readonly<Record<NextStep, true>> = {
  'confirm-password': true,
  'set-up-two-factor': true,
  'sign-in-by-provider': true,
};

function stepOf(content: unknown): NextStep | null {
  const step = isRecord(content) ? String(content.step) : '';
  return Object.hasOwn(steps, step) ? (step as NextStep) : null;
}

function fieldsOf(content: unknown): Readonly<Record<string, string>> {
  if (!isRecord(content) || !isRecord(content.errors)) return {};
  const entries = Object.entries(content.errors).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}
