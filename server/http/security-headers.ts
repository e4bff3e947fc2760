import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';

/** Secret addresses send no referrer. */
const secretPages =
  /^\/(ajax\/(magic|invitations|password|account\/email)|meeting|announcement|attendance|addtocalendar|inv|setup|reset-password|confirm-email)(\/|\?|$)/;

/** Styles of React Aria and the page's head carry the nonce. */
export async function addSecurityHeaders(app: FastifyInstance, context: Context): Promise<void> {
  const isHttps = context.config.appUrl.startsWith('https:');
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // Our own address: the support chat's frame, sandboxed.
        frameSrc: [
          ...(context.config.links.supportChat === null ? [] : ["'self'"]),
          'https://www.youtube-nocookie.com',
          'https://player.vimeo.com',
        ],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (secretPages.test(request.url)) reply.header('referrer-policy', 'no-referrer');
  });
}
