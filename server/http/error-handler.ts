import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NextStep } from '#contract/endpoint.ts';
import { answerError, type Refusal, refusalOf } from './error-answer.ts';
import { isNavigation, loginAddress, withNext } from './navigation.ts';
import { canBePage, type Pages } from './pages.ts';
import { refusalPage, refusalPagePolicy } from './refusal-page.ts';
import type { RefusedBodies } from './refused-bodies.ts';

/** Calls are refused in JSON; whoever opened the address is led on, or reads why not. */
export function addErrorHandler(
  app: FastifyInstance,
  given: { readonly pages: Pages; readonly refusedBodies: RefusedBodies },
): void {
  app.setErrorHandler<FastifyError | Error>(async (error, request, reply) => {
    given.refusedBodies.count(request, error);
    if (!isNavigation(request)) return answerError(error, request, reply);
    return answerNavigation(given.pages, refusalOf(error, request, reply), { request, reply });
  });
}

const pageOfStep: Readonly<Record<NextStep, string>> = {
  'confirm-password': '/user/confirm-password',
  'set-up-two-factor': '/user/two-factor',
};

async function answerNavigation(
  pages: Pages,
  { status, body }: Refusal,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  if (status === 419) return reply.redirect(loginAddress(request.url, boardOf(request)), 302);
  if (body.step) return reply.redirect(withNext(pageOfStep[body.step], request.url), 302);
  if (status === 404 && canBePage(request, pages)) {
    try {
      return await pages.answer(request, reply, { missing: true });
    } catch (error) {
      // What is not there stays so; the plain page needs nothing that can fail.
      request.log.warn({ err: error }, 'the page of an address that is not there could not be made');
    }
  }
  return reply
    .code(status)
    .header('content-security-policy', refusalPagePolicy)
    .type('text/html; charset=utf-8')
    .send(refusalPage({ status, text: body.msg === '' ? undefined : body.msg, requestId: body.request_id }));
}

/** A label of DNS. An id in the same place of a call names a board, too, but no login screen. */
const isShortname = /^(?![0-9a-f-]{36}$)[a-z0-9-]{1,63}$/i;

/** As links in mail name it, so that /login shows that board. */
function boardOf({ query }: FastifyRequest): string | null {
  const { board } = query as { readonly board?: unknown };
  return typeof board === 'string' && isShortname.test(board) ? board : null;
}
