import * as site from '#contract/site.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { createBoard, nameFirstAdmin, setSuspended, updateBoard } from './boards/commands.ts';
import { listBoards, listUsers, readHealth } from './queries.ts';
import { resetSignIn, setDisabled, setSiteAdmin, signOut } from './users/commands.ts';

export const siteRoutes: readonly Route[] = [
  implement(site.listSiteBoards, async ({ context, session, query }) => listBoards(context, session.userId, query)),

  implement(site.createSiteBoard, async ({ context, session, body }) => ({
    id: await createBoard(context, session.userId, body),
  })),

  implement(site.updateSiteBoard, async ({ context, session, params, body }) => {
    await updateBoard(context, session.userId, { id: params.id, body });
  }),

  implement(site.suspendSiteBoard, async ({ context, session, params }) => {
    await setSuspended(context, session.userId, { id: params.id, isSuspended: true });
  }),

  implement(site.resumeSiteBoard, async ({ context, session, params }) => {
    await setSuspended(context, session.userId, { id: params.id, isSuspended: false });
  }),

  implement(site.inviteFirstAdmin, async ({ context, session, params, body }) => ({
    invited: await nameFirstAdmin(context, session.userId, { id: params.id, who: body }),
  })),

  implement(site.listSiteUsers, async ({ context, session, query }) => listUsers(context, session.userId, query)),

  implement(site.disableUser, async ({ context, session, params, body }) => {
    await setDisabled(context, { byUserId: session.userId, userId: params.id }, body.is_disabled);
  }),

  implement(site.setSiteAdmin, async ({ context, session, params, body }) => {
    await setSiteAdmin(context, { byUserId: session.userId, userId: params.id }, body.is_site_admin);
  }),

  implement(site.resetUserSignIn, async ({ context, session, params }) => {
    await resetSignIn(context, { byUserId: session.userId, userId: params.id });
  }),

  implement(site.signOutUser, async ({ context, session, params }) => {
    await signOut(context, { byUserId: session.userId, userId: params.id });
  }),

  implement(site.getSiteHealth, ({ context }) => readHealth(context)),
];
