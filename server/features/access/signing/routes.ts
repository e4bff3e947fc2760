import * as endpoints from '#contract/signatures.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { challengeLimit } from '#server/features/access/passkeys/challenges/commands.ts';
import { beginAtProvider, beginLimit } from '#server/features/access/providers/commands.ts';
import { loadConnection } from '#server/features/access/providers/queries.ts';
import { attemptSourceOf } from '#server/http/attempt-source.ts';
import { bindBrowser, browserHashOf, originOf } from '#server/http/cookies.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { beginByPasskey, confirmByPasskey, confirmByPassword, readSigningMethods } from './commands.ts';

export const signingRoutes: readonly Route[] = [
  implement(endpoints.listSigningMethods, ({ context, session }) =>
    withUserScope(context, session.userId, readSigningMethods),
  ),

  implement(
    endpoints.beginSigningByPasskey,
    async ({ context, request, body }) => ({
      options: await beginByPasskey(context, { browser: browserHashOf(request), file: body }),
    }),
    { limit: challengeLimit },
  ),

  implement(endpoints.confirmSigningByPasskey, async ({ context, request, session, body: { signed } }) => {
    const { userId } = session;
    await confirmByPasskey(context, { signed, ip: request.ip, browser: browserHashOf(request), userId });
  }),

  implement(endpoints.confirmSigningByPassword, async ({ context, request, session, body }) => {
    await confirmByPassword(context, { ...body, session, source: attemptSourceOf(request) });
  }),

  implement(
    endpoints.beginSigningByProvider,
    async ({ context, request, session, params, body: { file } }) => {
      const { provider_id: providerId } = await loadConnection(context, session.userId, params.id);
      return {
        url: await beginAtProvider(context, {
          providerId,
          browser: bindBrowser(request),
          purpose: 'sign',
          sessionId: session.id,
          next: `/sign/${file.request_id}?confirmed=1`,
          file,
          origin: originOf(context, request),
        }),
      };
    },
    { limit: beginLimit },
  ),
];
