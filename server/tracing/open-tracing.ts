import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DiagLogLevel, diag, type Context as SpanContext } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { version } from '#server/version.ts';
import type { Spans } from './spans.ts';
import { tracedPool } from './trace-database.ts';
import { traceRequests } from './trace-requests.ts';
import type { TraceSetting } from './trace-setting.ts';
import { traceJobs, traceParts } from './trace-work.ts';

/** A stop does not wait longer for a collector. */
const flushMsMax = 2_000;

export interface Tracing {
  readonly Pool: typeof pg.Pool;
  readonly traceRequests: (app: FastifyInstance) => void;
  readonly traceParts: (context: Context) => Context;
  readonly traceJobs: (handlers: readonly JobHandler[]) => readonly JobHandler[];
  /** Sends what there is. */
  stop(): Promise<void>;
}

/** Asks nothing of the collector yet. `nth` of several processes. */
export function openTracing(
  { endpoint, resource, sampler }: TraceSetting,
  { log, part }: { readonly log: Logger; readonly part: { readonly nth: number; readonly of: number } },
): Tracing {
  const say = (text: string): void => log.warn({ part: 'traces' }, text);
  const mute = (): void => undefined;
  const diagnostics = { error: say, warn: say, info: mute, debug: mute, verbose: mute };
  diag.setLogger(diagnostics, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const { 'service.instance.id': instance = randomUUID() } = resource;
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': version,
        ...resource,
        'service.instance.id': part.of === 1 ? instance : `${instance}-${part.nth}`,
        'process.pid': process.pid,
      }),
    ),
    sampler: samplerOf(sampler),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new QuietExporter(new OTLPTraceExporter({ url: endpoint }), log) }),
    ],
  });
  const spans: Spans = { tracer: provider.getTracer('dais', version), active: new AsyncLocalStorage<SpanContext>() };
  return {
    Pool: tracedPool(spans),
    traceRequests: (app) => traceRequests(app, spans),
    traceParts: (context) => traceParts(spans, context),
    traceJobs: (handlers) => traceJobs(spans, handlers),
    async stop() {
      await Promise.race([provider.shutdown(), pause(flushMsMax, undefined, { ref: false })]);
      diag.disable();
    },
  };
}

function samplerOf({ root, ratio, isParentBased }: TraceSetting['sampler']): Sampler {
  const own = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[root]();
  return isParentBased ? new ParentBasedSampler({ root: own }) : own;
}

/** A collector that is away is logged once, and once that it is back; the spans of the time between are lost. */
class QuietExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Logger;
  #isAway = false;

  constructor(exporter: SpanExporter, log: Logger) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      this.#note(result);
      // The processor would log each failure.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #note({ code, error }: ExportResult): void {
    const isAway = code !== ExportResultCode.SUCCESS;
    if (isAway && !this.#isAway)
      this.#log.warn({ reason: error?.message }, 'traces are lost: the collector takes none');
    if (!isAway && this.#isAway) this.#log.info('the collector takes traces again');
    this.#isAway = isAway;
  }
}
