import type { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, type Span, type SpanOptions, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';

/** What is made of spans: those that are begun, and within which work runs now. */
export interface Spans {
  readonly tracer: Tracer;
  readonly active: AsyncLocalStorage<Context>;
}

export interface SpanGiven extends SpanOptions {
  readonly name: string;
  /** By default all that is thrown. */
  readonly isFailure?: (error: unknown) => boolean;
}

/** Null where nothing is recorded: outside requests and jobs, after their end, and in those that are not sampled. */
export function recordingParent({ active }: Spans): Context | null {
  const context = active.getStore();
  return context !== undefined && trace.getSpan(context)?.isRecording() ? context : null;
}

/** A part of a request or a job. */
export async function inChildSpan<T>(spans: Spans, given: SpanGiven, work: () => Promise<T>): Promise<T> {
  const parent = recordingParent(spans);
  return parent === null ? work() : inSpan(spans, { ...given, parent }, work);
}

export async function inSpan<T>(
  { tracer, active }: Spans,
  { name, parent, isFailure = () => true, ...options }: SpanGiven & { readonly parent: Context },
  work: () => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, options, parent);
  try {
    return await active.run(trace.setSpan(parent, span), work);
  } catch (error) {
    if (isFailure(error)) fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

export function fail(span: Span, error: unknown): void {
  span.setAttribute('error.type', errorType(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** A code or a class; the sentence may quote what somebody wrote. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? code : error.name;
}
