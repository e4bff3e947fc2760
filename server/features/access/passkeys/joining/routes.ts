import { beginJoining, joinByPasskey } from '#contract/passkeys.ts';
import { completeSignIn } from '#server/features/access/devices/commands.ts';
import { addChallenge, challengeLimit } from '#server/features/access/passkeys/challenges/commands.ts';
import { signInBrowserOf } from '#server/http/attempt-source.ts';
import { browserHashOf } from '#server/http/cookies.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { findJoining, join, joiningOptions } from './commands.ts';

export const joiningRoutes: readonly Route[] = [
  implement(
    beginJoining,
    async ({ context, request, body }) => {
      const invitation = await findJoining(context, body.invitation_id);
      const challenge = await addChallenge(context, { browser: browserHashOf(request), purpose: 'join' });
      return { options: await joiningOptions(context, invitation, challenge) };
    },
    { limit: challengeLimit },
  ),

  implement(
    joinByPasskey,
    async ({ context, request, body }) => {
      const { redeemed, passkeyId, account } = await join(context, { body, browser: browserHashOf(request) });
      const { userId, boardId, url } = redeemed;
      const proof = { kind: 'passkey', passkeyId } as const;
      const session = { userId, proof, account, boardId, remember: false, isExpected: true } as const;
      await completeSignIn(context, signInBrowserOf(context, request), session);
      return { url };
    },
    { limit: { name: 'invitation-address', points: 60, seconds: 900, per: 'network' } },
  ),
];
