import type { BodyOf } from '#contract/endpoint.ts';
import * as endpoints from '#contract/providers.ts';
import type { Context } from '#server/context.ts';
import { beginLimit } from '#server/features/access/providers/commands.ts';
import { lastFailure, listOffered } from '#server/features/access/providers/queries.ts';
import { begin } from '#server/features/access/providers/routes.ts';
import { signInBrowserOf } from '#server/http/attempt-source.ts';
import { cookieNames, rememberedBoard } from '#server/http/cookies.ts';
import { implement, type RequestContext, type Route } from '#server/http/implement.ts';
import { finish, type ReturningBrowser } from './commands.ts';

export const signInByProviderRoutes: readonly Route[] = [
  implement(endpoints.listProviders, async ({ context, request }) => ({
    providers: await listOffered(context),
    failure: await lastFailure(context, request.cookie(cookieNames.provider)),
  })),

  implement(
    endpoints.beginProviderSignIn,
    ({ context, request, params, body }) =>
      begin(context, request, { providerId: params.id, sessionId: null, ...purposeOf(body) }),
    { limit: beginLimit },
  ),

  implement(
    endpoints.finishProviderSignIn,
    async ({ context, request, params, query }) => ({
      kind: 'redirect' as const,
      // A HEAD request must not use up the sign-in.
      url: request.isHead
        ? '/login'
        : await finish(context, returningBrowser(context, request), {
            providerId: params.id,
            query: parametersOf(query),
          }),
    }),
    { limit: { name: 'provider-finish', points: 60, seconds: 900, per: 'network' } },
  ),
];

const purposeOf = ({ next, board, invitation_id: invitation }: BodyOf<typeof endpoints.beginProviderSignIn>) =>
  invitation === undefined
    ? ({ purpose: 'sign-in', next, board } as const)
    : ({ purpose: 'invitation', next: `/inv/${invitation}`, invitation } as const);

function parametersOf(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) parameters.append(name, String(each));
  }
  return parameters;
}

const returningBrowser = (context: Context, request: RequestContext): ReturningBrowser => ({
  ...signInBrowserOf(context, request),
  session: request.session,
  bound: request.cookie(cookieNames.provider),
  board: rememberedBoard(context, request),
  holdPending: request.control.holdPending,
  confirm: request.control.confirm,
});
