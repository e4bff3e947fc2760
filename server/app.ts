import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import { strangersBodyBytesMax } from '#contract/endpoint.ts';
import type { Context } from './context.ts';
import { accountRoutes } from './features/account/routes.ts';
import { agendaRoutes } from './features/agenda/routes.ts';
import { announcementRoutes } from './features/announcements/routes.ts';
import { attendanceRoutes } from './features/attendance/routes.ts';
import { audienceRoutes } from './features/audience/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { boardBookRoutes } from './features/board-book/routes.ts';
import { boardRoutes } from './features/boards/routes.ts';
import { feedRoutes } from './features/calendar/feed-routes.ts';
import { calendarRoutes } from './features/calendar/routes.ts';
import { dateRoutes } from './features/dates/routes.ts';
import { readingRoutes } from './features/documents/reading-routes.ts';
import { documentRoutes } from './features/documents/routes.ts';
import { eventRoutes } from './features/events/routes.ts';
import { groupRoutes } from './features/groups/routes.ts';
import { invitationRoutes } from './features/invitations/routes.ts';
import { libraryRoutes } from './features/library/routes.ts';
import { magicLinkRoutes } from './features/magic/link-routes.ts';
import { magicRoutes } from './features/magic/routes.ts';
import { mailRoutes } from './features/mail/routes.ts';
import { meetingRoutes } from './features/meetings/routes.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { logoRoutes } from './features/pictures/logo-routes.ts';
import { pictureRoutes } from './features/pictures/routes.ts';
import { pollRoutes } from './features/polls/routes.ts';
import { profileRoutes } from './features/profile/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { sessionRoutes } from './features/session/routes.ts';
import { setupRoutes } from './features/setup/routes.ts';
import { siteRoutes } from './features/site/routes.ts';
import { pageStart } from './features/start/page-start.ts';
import { startRoutes } from './features/start/routes.ts';
import { supportRoutes } from './features/support/routes.ts';
import { timelineRoutes } from './features/timeline/routes.ts';
import { twoFactorRoutes } from './features/two-factor/routes.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { addRoute } from './http/adapter.ts';
import { addBodyParsers } from './http/body-parsers.ts';
import { addDoor } from './http/door.ts';
import { addErrorHandler } from './http/error-handler.ts';
import { addHealth } from './http/health.ts';
import type { Route } from './http/implement.ts';
import { addHostCheck } from './http/known-hosts.ts';
import { addOpenApi } from './http/openapi.ts';
import { addPages, createPages } from './http/pages.ts';
import { createRefusedBodies } from './http/refused-bodies.ts';
import { describeRequest } from './http/request-log.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { endEventsOnClose } from './http/send-events.ts';
import { answerUnparsed, answerUnreadable } from './http/unreadable-request.ts';

/** Every route of the product; the matrix test walks the same list. */
export const routes: readonly Route[] = [
  ...startRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...twoFactorRoutes,
  ...setupRoutes,
  ...siteRoutes,
  ...peopleRoutes,
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
  ...boardBookRoutes,
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
    frameworkErrors: answerUnreadable,
    clientErrorHandler: answerUnparsed,
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
  addDoor(app);
  endEventsOnClose(app, { stopSeconds: Math.max(stopSecondsMin, context.config.drainSeconds) });
  describeRequest(app);
  addHealth(app, context);
  addBodyParsers(app);
  for (const route of routes) addRoute(app, { context, refusedBodies, route });
  addOpenApi(app);
  await addPages(app, pages);
  return app;
}
