import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import type { EventAnswer, FileAnswer } from './implement.ts';
import { sendEvents, streamHeaders } from './send-events.ts';
import { sendFile } from './send-file.ts';

export async function send(sending: {
  readonly context: Context;
  readonly endpoint: Endpoint;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly answer: unknown;
}): Promise<unknown> {
  const { context, endpoint, request, reply, answer } = sending;
  if (endpoint.reply === 'file' || endpoint.reply === 'page') return sendFile(request, reply, answer as FileAnswer);
  if (endpoint.reply === 'stream' && request.method !== 'HEAD')
    return sendEvents(request, reply, answer as EventAnswer);
  if (endpoint.reply === 'stream') return reply.headers(streamHeaders).send(Readable.from([]));
  if (context.checkAnswers) endpoint.answer?.parse(answer);
  reply.code(endpoint.status ?? 200).header('cache-control', 'no-store');
  return endpoint.reply === 'plain' ? reply.send(answer) : reply.send({ status: 'success', data: answer });
}

export function openApiSchema(endpoint: Endpoint): Record<string, unknown> {
  const answered =
    endpoint.reply === 'data' && endpoint.answer
      ? z.object({ status: z.literal('success'), data: endpoint.answer })
      : endpoint.answer;
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.name.split('.')[0]],
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    ...(answered && endpoint.reply !== 'stream' ? { response: { [endpoint.status ?? 200]: answered } } : {}),
  };
}
