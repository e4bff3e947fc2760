import * as endpoints from '#contract/providers.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { notFound } from '#server/errors.ts';
import { beginAtProvider, beginLimit } from '#server/features/access/providers/commands.ts';
import { accountPage, listOffered } from '#server/features/access/providers/queries.ts';
import { bindBrowser, originOf } from '#server/http/cookies.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { disconnect } from './commands.ts';
import { isSession, listConnections } from './queries.ts';

export const connectionRoutes: readonly Route[] = [
  implement(endpoints.listConnections, async ({ context, session }) => {
    const connections = await withUserScope(context, session.userId, listConnections);
    return { connections, providers: await listOffered(context) };
  }),

  implement(
    endpoints.connectProvider,
    async ({ context, request, session, body }) => ({
      url: await beginAtProvider(context, {
        providerId: body.provider_id,
        browser: bindBrowser(request),
        purpose: 'connect',
        sessionId: session.id,
        next: body.next ?? accountPage,
        origin: originOf(context, request),
      }),
    }),
    { limit: beginLimit },
  ),

  implement(endpoints.disconnectProvider, async ({ context, request, session, params }) => {
    const isSignedOut = await withUserScope(context, session.userId, async (scope) => {
      await disconnect(scope, context.secrets, params.id);
      return !(await isSession(scope, session.id));
    });
    if (isSignedOut) await request.control.end();
    return { signed_out: isSignedOut };
  }),

  implement(
    endpoints.confirmByProvider,
    async ({ context, request, session, params, body }) => {
      const own = await withUserScope(context, session.userId, listConnections);
      const connection = own.find(({ id }) => id === params.id);
      if (!connection) throw notFound();
      return {
        url: await beginAtProvider(context, {
          providerId: connection.provider_id,
          browser: bindBrowser(request),
          purpose: 'confirm',
          sessionId: session.id,
          next: body.next,
          origin: originOf(context, request),
        }),
      };
    },
    { limit: beginLimit },
  ),
];
