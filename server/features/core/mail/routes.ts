import {
  getUnsubscribe,
  listDeliveries,
  resendMail as resendEndpoint,
  unsubscribe as unsubscribeEndpoint,
} from '#contract/mail.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { listMail, resendMail } from './commands.ts';
import { describeUnsubscribe, unsubscribe } from './unsubscribe/commands.ts';

export const mailRoutes: readonly Route[] = [
  implement(listDeliveries, async ({ context, session, query }) => listMail(context, session.userId, query)),

  implement(resendEndpoint, async ({ context, session, params }) => {
    await resendMail(context, params.id, session.userId);
    return {};
  }),

  implement(getUnsubscribe, async ({ context, params }) => describeUnsubscribe(context, params)),

  implement(unsubscribeEndpoint, async ({ context, params }) => {
    await unsubscribe(context, params);
    return {};
  }),
];
