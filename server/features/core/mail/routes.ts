import * as endpoints from '#contract/mail.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { resendMail, sendTestMail, unsubscribe } from './commands.ts';
import { presentDeliveries } from './present.ts';
import { countMail, isMuted, listMail, onBoardOf } from './queries.ts';
import { choiceLabel } from './unsubscribing.ts';

export const mailRoutes: readonly Route[] = [
  implement(endpoints.listDeliveries, async ({ context, session, query }) => {
    const rows = await listMail(context, session.userId, query);
    return presentDeliveries(rows, await countMail(context, session.userId));
  }),

  implement(endpoints.resendMail, async ({ context, session, params }) => {
    await resendMail(context, params.id, session.userId);
  }),

  implement(endpoints.sendTestMail, ({ context, session }) => sendTestMail(context, session.userId), {
    limit: { name: 'test-mail', points: 30, seconds: 900, per: 'user' },
  }),

  implement(endpoints.getUnsubscribe, async ({ context, params }) =>
    onBoardOf(context, params, async (scope) => ({
      board: { title: scope.board.title, logo_url: scope.board.logoUrl, primary_color: scope.board.primaryColor },
      label: choiceLabel(params.choice),
      is_stopped: await isMuted(scope, { memberId: params.member_id, choice: params.choice }),
    })),
  ),

  implement(endpoints.unsubscribe, async ({ context, params }) => {
    await unsubscribe(context, params);
  }),
];
