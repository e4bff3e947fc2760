import * as endpoints from '#contract/providers.ts';
import { beginLimit } from '#server/features/access/providers/commands.ts';
import { redirectAddressOf } from '#server/features/access/providers/queries.ts';
import { begin } from '#server/features/access/providers/routes.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { addNewProvider, askProvider, changeProvider, removeProvider, setProviderOff } from './commands.ts';
import { presentFinding } from './present.ts';
import { findNextId, listSiteProviders } from './queries.ts';

export const providerSetupRoutes: readonly Route[] = [
  implement(endpoints.listSiteProviders, async ({ context, session }) => {
    const id = await findNextId(context, session.userId);
    return {
      providers: await listSiteProviders(context, session.userId),
      next: { id, redirect_address: redirectAddressOf(context.config, id) },
    };
  }),

  implement(endpoints.addProvider, async ({ context, session, body }) => {
    await addNewProvider(context, session.userId, body);
  }),

  implement(endpoints.editProvider, async ({ context, session, params, body }) => {
    await changeProvider(context, { byUserId: session.userId, id: params.id }, body);
  }),

  implement(endpoints.switchProvider, async ({ context, session, params, body }) => {
    await setProviderOff(context, { byUserId: session.userId, id: params.id }, body.is_off);
  }),

  implement(endpoints.removeProvider, async ({ context, session, params }) => {
    await removeProvider(context, { byUserId: session.userId, id: params.id });
  }),

  implement(
    endpoints.beginProviderTest,
    ({ context, request, session: { id: sessionId }, params: { id: providerId } }) =>
      begin(context, request, { providerId, purpose: 'test', sessionId, next: '/admin/site/sign-in' }),
    { limit: beginLimit },
  ),

  implement(
    endpoints.testProvider,
    async ({ context, params, body }) => ({
      findings: (await askProvider(context, params.id, body)).map(presentFinding),
    }),
    { limit: { name: 'provider-test', points: 30, seconds: 900, per: 'user' } },
  ),
];
