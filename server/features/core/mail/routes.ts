import { listDeliveries, resendMail as resendEndpoint, sendTestMail as testEndpoint } from '#contract/mail.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { resendMail, sendTestMail } from './commands.ts';
import { presentDeliveries } from './present.ts';
import { countMail, listMail } from './queries.ts';
import { unsubscribeRoutes } from './unsubscribe/routes.ts';

export const mailRoutes: readonly Route[] = [
  implement(listDeliveries, async ({ context, session, query }) => {
    const rows = await listMail(context, session.userId, query);
    return presentDeliveries(rows, await countMail(context, session.userId));
  }),

  implement(resendEndpoint, async ({ context, session, params }) => {
    await resendMail(context, params.id, session.userId);
  }),

  implement(testEndpoint, ({ context, session }) => sendTestMail(context, session.userId), {
    limit: { name: 'test-mail', points: 30, seconds: 900, per: 'user' },
  }),

  ...unsubscribeRoutes,
];
