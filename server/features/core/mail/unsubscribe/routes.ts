import { getUnsubscribe, unsubscribe as unsubscribeEndpoint } from '#contract/mail.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { unsubscribe } from './commands.ts';
import { choiceLabel } from './present.ts';
import { isMuted, onBoardOf } from './queries.ts';

export const unsubscribeRoutes: readonly Route[] = [
  implement(getUnsubscribe, async ({ context, params }) =>
    onBoardOf(context, params, async (scope) => ({
      board: { title: scope.board.title, logo_url: scope.board.logoUrl, primary_color: scope.board.primaryColor },
      label: choiceLabel(params.choice),
      is_stopped: await isMuted(scope, { memberId: params.member_id, choice: params.choice }),
    })),
  ),

  implement(unsubscribeEndpoint, async ({ context, params }) => {
    await unsubscribe(context, params);
  }),
];
