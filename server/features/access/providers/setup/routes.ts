import * as contract from '#contract/providers.ts';
import { beginAtProvider, beginLimit } from '#server/features/access/providers/commands.ts';
import { redirectAddressOf } from '#server/features/access/providers/queries.ts';
import { bindBrowser, originOf } from '#server/http/cookies.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { addNewProvider, askProvider, changeProvider, removeProvider, setProviderOff } from './commands.ts';
import { presentFinding } from './present.ts';
import { findNextId, listSiteProviders } from './queries.ts';

export const providerRoutes: readonly Route[] = [
  implement(contract.listSiteProviders, async ({ context, session }) => {
    const id = await findNextId(context, session.userId);
    return {
      providers: await listSiteProviders(context, session.userId),
      next: { id, redirect_address: redirectAddressOf(context.config, id) },
    };
  }),

  implement(contract.addProvider, async ({ context, session, body }) => {
    await addNewProvider(context, session.userId, body);
  }),

  implement(contract.editProvider, async ({ context, session, params, body }) => {
    await changeProvider(context, { byUserId: session.userId, id: params.id }, body);
  }),

  implement(contract.switchProvider, async ({ context, session, params, body }) => {
    await setProviderOff(context, { byUserId: session.userId, id: params.id }, body.is_off);
  }),

  implement(contract.removeProvider, async ({ context, session, params }) => {
    await removeProvider(context, { byUserId: session.userId, id: params.id });
  }),

  implement(
    contract.beginProviderTest,
    async ({ context, request, session, params }) => ({
      url: await beginAtProvider(context, {
        providerId: params.id,
        browser: bindBrowser(request),
        purpose: 'test',
        sessionId: session.id,
        next: '/admin/site/sign-in',
        origin: originOf(context, request),
      }),
    }),
    { limit: beginLimit },
  ),

  implement(
    contract.testProvider,
    async ({ context, params, body }) => ({
      findings: (await askProvider(context, params.id, body)).map(presentFinding),
    }),
    { limit: { name: 'provider-test', points: 30, seconds: 900, per: 'user' } },
  ),
];
