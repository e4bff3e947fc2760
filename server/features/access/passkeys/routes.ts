import type { Passkey } from '#contract/passkeys.ts';
import * as endpoints from '#contract/passkeys.ts';
import { passkeyMessages } from '#domain/messages/sign-in.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { refused } from '#server/errors.ts';
import { endWeakerSessions, refuseWhereShut } from '#server/features/access/two-factor/commands.ts';
import { browserHashOf } from '#server/http/cookies.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { verifyCreation } from '#server/integrations/webauthn/webauthn.ts';
import { addChallenge, challengeLimit, spendChallenge } from './challenges/commands.ts';
import { addPasskey, beginPasskey, offerPasskey, removePasskey, renamePasskey } from './commands.ts';
import type { PasskeyRow } from './queries.ts';
import { listPasskeys } from './queries.ts';

export const passkeyRoutes: readonly Route[] = [
  implement(endpoints.listPasskeys, async ({ context, session }) => {
    const found = await withUserScope(context, session.userId, listPasskeys);
    return { passkeys: found.map(presentPasskey) };
  }),

  implement(
    endpoints.beginPasskey,
    async ({ context, request, session }) => {
      await withUserScope(context, session.userId, (scope) => refuseWhereShut(scope, session.id));
      const challenge = await addChallenge(context, { browser: browserHashOf(request), purpose: 'add' });
      return { options: await beginPasskey(context, { userId: session.userId, challenge }) };
    },
    { limit: challengeLimit },
  ),

  implement(endpoints.addPasskey, async ({ context, request, session, body: { name, made } }) => {
    const browser = browserHashOf(request);
    const spent = await spendChallenge(context, { browser, purpose: 'add', clientData: made.client_data });
    const credential = spent && (await verifyCreation(made, spent));
    if (!credential) throw refused(passkeyMessages.refused);
    const { transports } = made;
    return withUserScope(context, session.userId, async (scope) => {
      await refuseWhereShut(scope, session.id);
      const created = { name, credential, transports, from: request };
      const { kept, recoveryCodes } = await addPasskey(scope, context.secrets, created);
      if (recoveryCodes.length > 0) await endWeakerSessions(scope, session.id);
      return { passkey: presentPasskey(kept), recovery_codes: recoveryCodes };
    });
  }),

  implement(endpoints.offerPasskey, async ({ context, session }) => ({
    is_offered: await withUserScope(context, session.userId, offerPasskey),
  })),

  implement(endpoints.renamePasskey, async ({ context, session, params: { id }, body: { name } }) => {
    await withUserScope(context, session.userId, (scope) => renamePasskey(scope, { id, name }));
  }),

  implement(endpoints.removePasskey, async ({ context, session, params }) => {
    await withUserScope(context, session.userId, (scope) =>
      removePasskey(scope, context.secrets, { id: params.id, sessionId: session.id }),
    );
  }),
];

const presentPasskey = (row: Omit<PasskeyRow, 'credential_id'>): Passkey => ({
  id: row.id,
  name: row.name,
  kind: row.transports.some((each) => each === 'internal' || each === 'hybrid') ? 'device' : 'security-key',
  added_at: row.created_at.toISOString(),
  used_at: row.last_used_at?.toISOString() ?? null,
});
