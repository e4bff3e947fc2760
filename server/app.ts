import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import { strangersBodyBytesMax } from '#contract/endpoint.ts';
import type { Context } from './context.ts';
import { accountRoutes } from './features/access/account/routes.ts';
import { setupRoutes } from './features/access/first-start/routes.ts';
import { invitationRoutes } from './features/access/invitations/routes.ts';
import { sessionRoutes } from './features/access/session/routes.ts';
import { twoFactorRoutes } from './features/access/two-factor/routes.ts';
import { boardRoutes } from './features/core/boards/routes.ts';
import { eventRoutes } from './features/core/events/routes.ts';
import { mailRoutes } from './features/core/mail/routes.ts';
import { uploadRoutes } from './features/core/uploads/routes.ts';
import { announcementRoutes } from './features/homes/announcements/routes.ts';
import { libraryRoutes } from './features/homes/library/routes.ts';
import { agendaRoutes } from './features/homes/meetings/agenda/routes.ts';
import { attendanceRoutes } from './features/homes/meetings/attendance/routes.ts';
import { dateRoutes } from './features/homes/meetings/date-finding/routes.ts';
import { meetingRoutes } from './features/homes/meetings/routes.ts';
import { audienceRoutes } from './features/members/audience/routes.ts';
import { groupRoutes } from './features/members/groups/routes.ts';
import { editingRoutes } from './features/members/people/editing/routes.ts';
import { peopleRoutes } from './features/members/people/routes.ts';
import { logoRoutes, pictureRoutes } from './features/members/pictures/routes.ts';
import { profileRoutes } from './features/members/profile/routes.ts';
import { annotationRoutes } from './features/papers/annotations/routes.ts';
import { documentDeletionRoutes } from './features/papers/documents/deletion/routes.ts';
import { openingRoutes } from './features/papers/documents/openings/routes.ts';
import { documentRoutes } from './features/papers/documents/placements/routes.ts';
import { documentVersionRoutes } from './features/papers/documents/versions/routes.ts';
import { pollRoutes } from './features/papers/polls/routes.ts';
import { readingRoutes } from './features/papers/reading/routes.ts';
import { auditRoutes } from './features/views/audit-log/routes.ts';
import { boardBookRoutes } from './features/views/board-book/routes.ts';
import { feedRoutes } from './features/views/calendar/feeds/routes.ts';
import { calendarRoutes } from './features/views/calendar/routes.ts';
import { timelineRoutes } from './features/views/dashboard/routes.ts';
import { magicLinkRoutes } from './features/views/magic/links/routes.ts';
import { magicRoutes } from './features/views/magic/routes.ts';
import { reportRoutes } from './features/views/reports/routes.ts';
import { searchRoutes } from './features/views/search/routes.ts';
import { siteRoutes } from './features/views/site/routes.ts';
import { pageStart, startRoutes } from './features/views/start/routes.ts';
import { supportRoutes } from './features/views/support/routes.ts';
import { addRoute } from './http/adapter.ts';
import { addBodyParsers, createRefusedBodies } from './http/bodies.ts';
import { addErrorHandler, refuseUnparsed, refuseUnreadable } from './http/error-handler.ts';
import { addGracefulShutdown, addHealth } from './http/graceful-shutdown.ts';
import { addHostCheck } from './http/hosts.ts';
import type { Route } from './http/implement.ts';
import { addOpenApi } from './http/openapi.ts';
import { addPages, createPages } from './http/pages.ts';
import { describeRequest } from './http/request-log.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { endEventsOnClose } from './http/send-events.ts';

/** Every route of the product; the matrix test walks the same list. */
export const routes: readonly Route[] = [
  ...startRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...twoFactorRoutes,
  ...setupRoutes,
  ...siteRoutes,
  ...peopleRoutes,
  ...editingRoutes,
  ...profileRoutes,
  ...pictureRoutes,
  ...boardRoutes,
  ...logoRoutes,
  ...auditRoutes,
  ...reportRoutes,
  ...groupRoutes,
  ...audienceRoutes,
  ...invitationRoutes,
  ...meetingRoutes,
  ...agendaRoutes,
  ...attendanceRoutes,
  ...dateRoutes,
  ...pollRoutes,
  ...uploadRoutes,
  ...documentRoutes,
  ...openingRoutes,
  ...documentVersionRoutes,
  ...documentDeletionRoutes,
  ...boardBookRoutes,
  ...annotationRoutes,
  ...readingRoutes,
  ...libraryRoutes,
  ...announcementRoutes,
  ...magicRoutes,
  ...magicLinkRoutes,
  ...mailRoutes,
  ...calendarRoutes,
  ...feedRoutes,
  ...timelineRoutes,
  ...searchRoutes,
  ...eventRoutes,
  ...supportRoutes,
];

/** A request's line and headers have arrived by then. */
const headersMsMax = 60_000;
/** How long a stop waits at the least for calls that are under way. */
const stopSecondsMin = 5;
/** No byte either way. Open answers send a sign of life more often than that. */
const stillMsMax = 120_000;

/** Builds the HTTP app from a context; never listens, so that tests build it too. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: context.config.trustProxy,
    // A large upload may take its time as long as it moves; a head that dawdles or a connection that is still may not.
    requestTimeout: 0,
    http: { headersTimeout: headersMsMax },
    connectionTimeout: stillMsMax,
    keepAliveTimeout: 72_000,
    frameworkErrors: refuseUnreadable,
    clientErrorHandler: refuseUnparsed,
    // Of what is sent to no route; each has its own.
    bodyLimit: strangersBodyBytesMax,
    forceCloseConnections: 'idle',
    // What still comes by an open connection while the server stops is answered: whoever sent it may not send it twice.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  const pages = await createPages(context, pageStart);
  const refusedBodies = createRefusedBodies(context.clock);
  addErrorHandler(app, { pages, refusedBodies });
  await app.register(cookie);
  await addSecurityHeaders(app, context);
  addHostCheck(app, context.config);
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: context.config.appName, version: '1' } },
    transform: jsonSchemaTransform,
  });
  addGracefulShutdown(app);
  endEventsOnClose(app, { stopSeconds: Math.max(stopSecondsMin, context.config.drainSeconds) });
  describeRequest(app);
  addHealth(app, context);
  addBodyParsers(app);
  for (const route of routes) addRoute(app, { context, refusedBodies, route });
  addOpenApi(app);
  await addPages(app, pages);
  return app;
}
