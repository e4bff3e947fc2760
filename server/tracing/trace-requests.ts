import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addLogFields, routeOf } from '#server/http/request-log.ts';
import { errorType, type Spans } from './spans.ts';

const propagator = new W3CTraceContextPropagator();
const headers = {
  get: (request: FastifyRequest, name: string) => request.headers[name],
  keys: (request: FastifyRequest) => Object.keys(request.headers),
};

/** By the route's pattern: addresses hold secrets. */
export function traceRequests(app: FastifyInstance, { tracer, active }: Spans): void {
  const traced = new WeakMap<FastifyRequest, { readonly span: Span; readonly context: Context }>();
  app.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request);
    const { logLevel } = request.routeOptions;
    // Probes ask all the time, and an open page is one request for hours.
    if (logLevel === 'silent' || route === '/ajax/events') return done();
    // The first answers of a page are calls within its request.
    const outer = active.getStore();
    const parent = outer ?? contextOfProxy(request);
    const attributes = { 'http.request.method': request.method, 'http.route': route };
    const kind = outer === undefined ? SpanKind.SERVER : SpanKind.INTERNAL;
    const span = tracer.startSpan(`${request.method} ${route}`, { kind, attributes }, parent);
    const context = trace.setSpan(parent, span);
    traced.set(request, { span, context });
    if (span.isRecording()) addLogFields(request, { trace: span.spanContext().traceId });
    const end = (): void => {
      if (!span.isRecording()) return;
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
    reply.raw.once('finish', end);
    // Who asked has gone.
    reply.raw.once('close', end);
    active.run(context, done);
  });
  // A body comes in by its connection, which knows of no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const found = traced.get(request);
    if (found === undefined) done();
    else active.run(found.context, done);
  });
  app.addHook('onError', async (request, _reply, error) => {
    traced.get(request)?.span.setAttribute('error.type', errorType(error));
  });
}

/** Of a proxy that `TRUST_PROXY` names; anybody else could join a trace that is not theirs, and have all of theirs recorded. */
const contextOfProxy = (request: FastifyRequest): Context =>
  (request.ips?.length ?? 0) > 1 ? propagator.extract(ROOT_CONTEXT, request, headers) : ROOT_CONTEXT;
