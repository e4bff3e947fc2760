import { confirmAccount, getInvitation } from '../../../contract/invitations.ts';
import { notFound } from '../../errors.ts';
import { implement, type Route } from '../../http/implement.ts';
import { findOpenInvitation } from './queries.ts';
import { redeemInvitation } from './redeem.ts';

export const invitationRoutes: readonly Route[] = [
  implement(getInvitation, async ({ context, params }) => {
    const found = await findOpenInvitation(context, params.uuid);
    if (!found) throw notFound();
    return {
      invitation: {
        id: found.invitation_id,
        user: { first_name: found.first_name, email: found.email },
        board: { title: found.title, logo_url: found.logo_url, primary_color: found.primary_color },
        account_exists: found.account_exists,
      },
    };
  }),

  implement(confirmAccount, async ({ context, visit, body }) => {
    const redeemed = await redeemInvitation(context, visit, body);
    await visit.control.start({ userId: redeemed.userId, boardId: redeemed.boardId, remember: false });
    return {
      slug: redeemed.slug,
      url: body.mode === 'createAccount' ? `/people/edit/${redeemed.slug}?profileSetup=1` : '/home',
    };
  }),
];
