import { getSetup, setUp } from '#contract/setup.ts';
import { normaliseEmail } from '#domain/validation.ts';
import { completeSignIn } from '#server/features/access/devices/commands.ts';
import { signInBrowserOf } from '#server/http/attempt-source.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { isSetupOpen, openInstallation } from './commands.ts';

export const setupRoutes: readonly Route[] = [
  implement(getSetup, async ({ context, query }) => ({ is_open: await isSetupOpen(context, query.token) })),

  implement(setUp, async ({ context, request, body }) => {
    const made = await openInstallation(context, body);
    const account = normaliseEmail(body.email);
    await completeSignIn(context, signInBrowserOf(context, request), {
      ...made,
      account,
      remember: false,
      isExpected: true,
    });
    return { url: '/home' };
  }),
];
