import * as endpoints from '#contract/providers.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { providerMessages } from '#domain/messages/providers.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { AppError, invalid, notFound, refused } from '#server/errors.ts';
import { bindBrowser, cookieNames, originOf } from '#server/http/cookies.ts';
import { implement, implementRead, type RequestContext, type Route } from '#server/http/implement.ts';
import { beginAtProvider, beginLimit, disconnect, type ProviderSignInStart, setProviderOfBoard } from './commands.ts';
import {
  accountPage,
  boardProvider,
  findProvider,
  isSession,
  listConnections,
  listOffered,
  loadConnection,
  offeredProviders,
  opensByProvider,
  readBoardProvider,
} from './queries.ts';

export const providerRoutes: readonly Route[] = [
  implementRead(endpoints.getBoardProvider, {
    reads: { chosen: boardProvider, providers: offeredProviders },
    answer({ found: { chosen, providers } }) {
      if (chosen === null) throw notFound();
      return { ...chosen, providers: [...providers] };
    },
  }),

  implement(endpoints.setBoardProvider, async ({ request, scope, body: { provider_id: id, required } }) => {
    if (required && id === null) throw invalid({ provider_id: validationMessages.required });
    const provider = id === null ? null : await findProvider(scope.tx, id);
    if (id !== null && provider === null) throw notFound();
    if (required && provider !== null) {
      await refuseShutOut(scope, request.cookie(cookieNames.session), provider);
    }
    await setProviderOfBoard(scope, { provider, required });
    return readBoardProvider(scope);
  }),

  implement(endpoints.listConnections, async ({ context, session }) => {
    const connections = await withUserScope(context, session.userId, listConnections);
    return { connections, providers: await listOffered(context) };
  }),

  implement(
    endpoints.connectProvider,
    ({ context, request, session: { id: sessionId }, body: { provider_id: providerId, next = accountPage } }) =>
      begin(context, request, { providerId, purpose: 'connect', sessionId, next }),
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
      const { provider_id: providerId } = await loadConnection(context, session.userId, params.id);
      return begin(context, request, { providerId, purpose: 'confirm', sessionId: session.id, next: body.next });
    },
    { limit: beginLimit },
  ),
];

export const begin = async (
  context: Context,
  request: RequestContext,
  given: Omit<ProviderSignInStart, 'browser' | 'origin'>,
) => ({
  url: await beginAtProvider(context, { ...given, browser: bindBrowser(request), origin: originOf(context, request) }),
});

/** Throws if the admin's current session would lose access to the board. */
async function refuseShutOut(
  { tx }: BoardScope,
  token: string | undefined,
  provider: { readonly id: string; readonly name: string; readonly is_off: boolean },
): Promise<void> {
  if (token === undefined) throw new AppError('session-expired');
  if (provider.is_off) throw refused(providerMessages.isOff);
  if (!(await opensByProvider(tx, token, provider.id))) throw refused(providerMessages.shutsYouOut(provider.name));
}
