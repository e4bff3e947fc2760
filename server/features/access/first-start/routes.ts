import { getSetup, setUp } from '#contract/setup.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { isSetupOpen, openInstallation } from './commands.ts';

export const setupRoutes: readonly Route[] = [
  implement(getSetup, async ({ context, query }) => ({ is_open: await isSetupOpen(context, query.token) })),

  implement(setUp, async ({ context, request, body }) => {
    const made = await openInstallation(context, body);
    await request.control.start({ ...made, remember: false });
    return { url: '/home' };
  }),
];
