import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { strangersBodyBytesMax } from '#contract/endpoint.ts';
import type { Context } from './context.ts';
import { accountRoutes } from './features/access/account/routes.ts';
import { deviceRoutes } from './features/access/devices/routes.ts';
import { setupRoutes } from './features/access/first-start/routes.ts';
import { redeemingRoutes } from './features/access/invitations/redeeming/routes.ts';
import { invitationRoutes } from './features/access/invitations/routes.ts';
import { passkeyRoutes } from './features/access/passkeys/routes.ts';
import { passkeySignInRoutes } from './features/access/passkeys/signing-in/routes.ts';
import { providerRoutes } from './features/access/providers/routes.ts';
import { providerSetupRoutes } from './features/access/providers/setup/routes.ts';
import { signInByProviderRoutes } from './features/access/providers/signing-in/routes.ts';
import { sessionRoutes } from './features/access/session/routes.ts';
import { signingRoutes } from './features/access/signing/routes.ts';
import { challengeRoutes } from './features/access/two-factor/challenge/routes.ts';
import { twoFactorRoutes } from './features/access/two-factor/routes.ts';
import { boardRoutes } from './features/core/boards/routes.ts';
import { eventRoutes } from './features/core/events/routes.ts';
import { mailRoutes } from './features/core/mail/routes.ts';
import { uploadRoutes } from './features/core/uploads/routes.ts';
import { actionItemRoutes } from './features/deciding/action-items/routes.ts';
import { decidingRoutes } from './features/deciding/deciding/routes.ts';
import { interestRoutes } from './features/deciding/interests/routes.ts';
import { minutesRoutes } from './features/deciding/meeting-minutes/routes.ts';
import { registerRoutes } from './features/deciding/motions/register/routes.ts';
import { motionRoutes } from './features/deciding/motions/routes.ts';
import { writtenRoutes } from './features/deciding/motions/written/routes.ts';
import { roomRoutes } from './features/deciding/room/routes.ts';
import { signatureRoutes } from './features/deciding/signatures/routes.ts';
import { announcementRoutes } from './features/homes/announcements/routes.ts';
import { libraryRoutes } from './features/homes/library/routes.ts';
import { agendaRoutes } from './features/homes/meetings/agenda/routes.ts';
import { attendanceRoutes } from './features/homes/meetings/attendance/routes.ts';
import { dateRoutes } from './features/homes/meetings/date-finding/routes.ts';
import { meetingRoutes } from './features/homes/meetings/routes.ts';
import { templateRoutes } from './features/homes/meetings/templates/routes.ts';
import { paperRequestRoutes } from './features/homes/paper-requests/routes.ts';
import { audienceRoutes } from './features/members/audience/routes.ts';
import { groupRoutes } from './features/members/groups/routes.ts';
import { editingRoutes } from './features/members/people/editing/routes.ts';
import { peopleRoutes } from './features/members/people/routes.ts';
import { logoRoutes, pictureRoutes } from './features/members/pictures/routes.ts';
import { profileRoutes } from './features/members/profile/routes.ts';
import { annotationRoutes } from './features/papers/annotations/routes.ts';
import { documentDeletionRoutes } from './features/papers/documents/deletion/routes.ts';
import { documentOpeningRoutes } from './features/papers/documents/openings/routes.ts';
import { documentRoutes } from './features/papers/documents/placements/routes.ts';
import { documentVersionRoutes } from './features/papers/documents/versions/routes.ts';
import { keptPaperRoutes } from './features/papers/kept-papers/routes.ts';
import { pollRoutes } from './features/papers/polls/routes.ts';
import { readingRoutes } from './features/papers/reading/routes.ts';
import { revisionRoutes } from './features/papers/revisions/routes.ts';
import { auditRoutes } from './features/views/audit-log/routes.ts';
import { boardBookRoutes } from './features/views/board-book/routes.ts';
import { calendarRoutes } from './features/views/calendar/routes.ts';
import { dashboardRoutes } from './features/views/dashboard/routes.ts';
import { magicLinkRoutes } from './features/views/magic/links/routes.ts';
import { magicRoutes } from './features/views/magic/routes.ts';
import { reportRoutes } from './features/views/reports/routes.ts';
import { searchRoutes } from './features/views/search/routes.ts';
import { siteRoutes } from './features/views/site/routes.ts';
import { firstCalls, pageStart } from './features/views/start/pages/routes.ts';
import { startRoutes } from './features/views/start/routes.ts';
import { supportRoutes } from './features/views/support/routes.ts';
import { waitingRoutes } from './features/views/waiting/routes.ts';
import { addRoute } from './http/adapter.ts';
import { addBodyParsers, createRefusedBodies } from './http/bodies.ts';
import { addErrorHandler, refuseUnparsed, refuseUnreadable } from './http/error-handler.ts';
import { addGracefulShutdown } from './http/graceful-shutdown.ts';
import { addHealth } from './http/health.ts';
import { addHostCheck } from './http/hosts.ts';
import type { Route } from './http/implement.ts';
import { addPages, collectMethods, createPages } from './http/pages.ts';
import { describeRequest } from './http/request-log.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { endEventsOnClose } from './http/send-events.ts';

export const routes: readonly Route[] = [
  ...startRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...deviceRoutes,
  ...passkeyRoutes,
  ...passkeySignInRoutes,
  ...challengeRoutes,
  ...twoFactorRoutes,
  ...signInByProviderRoutes,
  ...providerSetupRoutes,
  ...providerRoutes,
  ...setupRoutes,
  ...siteRoutes,
  ...peopleRoutes,
  ...editingRoutes,
  ...profileRoutes,
  ...pictureRoutes,
  ...boardRoutes,
  ...decidingRoutes,
  ...logoRoutes,
  ...auditRoutes,
  ...reportRoutes,
  ...groupRoutes,
  ...audienceRoutes,
  ...invitationRoutes,
  ...redeemingRoutes,
  ...meetingRoutes,
  ...templateRoutes,
  ...agendaRoutes,
  ...attendanceRoutes,
  ...roomRoutes,
  ...motionRoutes,
  ...registerRoutes,
  ...writtenRoutes,
  ...minutesRoutes,
  ...signatureRoutes,
  ...signingRoutes,
  ...dateRoutes,
  ...pollRoutes,
  ...actionItemRoutes,
  ...uploadRoutes,
  ...documentRoutes,
  ...documentOpeningRoutes,
  ...documentVersionRoutes,
  ...documentDeletionRoutes,
  ...boardBookRoutes,
  ...annotationRoutes,
  ...readingRoutes,
  ...keptPaperRoutes,
  ...revisionRoutes,
  ...libraryRoutes,
  ...announcementRoutes,
  ...paperRequestRoutes,
  ...interestRoutes,
  ...magicRoutes,
  ...magicLinkRoutes,
  ...mailRoutes,
  ...calendarRoutes,
  ...dashboardRoutes,
  ...waitingRoutes,
  ...searchRoutes,
  ...eventRoutes,
  ...supportRoutes,
];

const headersMsMax = 60_000;
const stopSecondsMin = 5;
/** Milliseconds without traffic after which a connection is closed. */
const stillMsMax = 120_000;

/** Does not listen, so that tests can inject requests without opening a port. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: context.config.trustProxy,
    // No timeout, because plugins may load slowly on a busy machine.
    pluginTimeout: 0,
    // No timeout, because a large upload may take a long time.
    requestTimeout: 0,
    http: { headersTimeout: headersMsMax },
    connectionTimeout: stillMsMax,
    keepAliveTimeout: 72_000,
    frameworkErrors: refuseUnreadable,
    clientErrorHandler: refuseUnparsed,
    // Applies only to unknown routes, because each route sets its own limit.
    bodyLimit: strangersBodyBytesMax,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  });
  const methodsOf = collectMethods(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  const pages = await createPages(context, { pageStart, firstCalls });
  const refusedBodies = createRefusedBodies(context.clock);
  addErrorHandler(app, { pages, refusedBodies });
  await app.register(cookie);
  await addSecurityHeaders(app, context);
  addHostCheck(app, context.config);
  addGracefulShutdown(app);
  endEventsOnClose(app, { stopSeconds: Math.max(stopSecondsMin, context.config.drainSeconds) });
  describeRequest(app);
  addHealth(app, context);
  addBodyParsers(app);
  app.decorateRequest('call', null);
  for (const route of routes) addRoute(app, { context, refusedBodies, route });
  await addPages(app, { pages, methodsOf });
  return app;
}
