import { getBoardProvider, setBoardProvider } from '#contract/providers.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { providerMessages } from '#domain/messages/providers.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { AppError, invalid, notFound, refused } from '#server/errors.ts';
import { findProvider } from '#server/features/access/providers/queries.ts';
import { cookieNames } from '#server/http/cookies.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { setProviderOfBoard } from './commands.ts';
import { boardProvider, offeredProviders, opensByProvider, readBoardProvider } from './queries.ts';

export const boardProviderRoutes: readonly Route[] = [
  implementRead(getBoardProvider, {
    reads: { chosen: boardProvider, providers: offeredProviders },
    answer({ found: { chosen, providers } }) {
      if (chosen === null) throw notFound();
      return { ...chosen, providers: [...providers] };
    },
  }),

  implement(setBoardProvider, async ({ request, scope, body: { provider_id: id, required } }) => {
    if (required && id === null) throw invalid({ provider_id: validationMessages.required });
    const provider = id === null ? null : await findProvider(scope.tx, id);
    if (id !== null && provider === null) throw notFound();
    if (required && provider !== null) {
      await refuseShutOut(scope, request.cookie(cookieNames.session), provider);
    }
    await setProviderOfBoard(scope, { provider, required });
    return readBoardProvider(scope);
  }),
];

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
