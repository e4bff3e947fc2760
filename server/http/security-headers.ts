import { randomBytes } from 'node:crypto';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Context } from '#server/context.ts';

/** Pages whose address contains a secret send no referrer. */
const secretPages =
  /^\/(ajax\/(magic|invitations|password|account\/email)|meeting|announcement|action|paper|attendance|addtocalendar|inv|setup|reset-password|confirm-email)(\/|\?|$)/;

/** Computes Helmet's headers once, because its middleware costs more than a short response. */
export async function addSecurityHeaders(app: FastifyInstance, context: Context): Promise<void> {
  const isHttps = context.config.appUrl.startsWith('https:');
  const fixed = Object.entries(await headersOf(policies(context, isHttps, null)));
  const withNonces = (await headersOf(policies(context, isHttps, nonceMarks)))[policyHeader] ?? '';
  const given = new WeakMap<FastifyReply, Nonces>();
  app.decorateReply('cspNonce', {
    getter(this: FastifyReply) {
      const known = given.get(this);
      if (known) return known;
      const nonces = { script: randomBytes(16).toString('hex'), style: randomBytes(16).toString('hex') };
      given.set(this, nonces);
      const policy = withNonces.replace(nonceMarks.script, nonces.script).replace(nonceMarks.style, nonces.style);
      this.raw.setHeader(policyHeader, policy);
      return nonces;
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of fixed) reply.raw.setHeader(name, value);
    if (secretPages.test(request.url)) reply.header('referrer-policy', 'no-referrer');
  });
}

type Nonces = FastifyReply['cspNonce'];

const policyHeader = 'content-security-policy';
const nonceMarks: Nonces = { script: 'nonce-of-scripts', style: 'nonce-of-styles' };

/** React Aria's styles and the scripts in the page's head need a nonce. */
function policies(context: Context, isHttps: boolean, nonces: Nonces | null): FastifyHelmetOptions {
  const withNonce = (nonce: string | undefined): string[] => (nonce === undefined ? [] : [`'nonce-${nonce}'`]);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...withNonce(nonces?.script)],
        styleSrc: ["'self'", ...withNonce(nonces?.style)],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'"],
        fontSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // The support chat is a sandboxed frame from our own address.
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
  };
}

async function headersOf(options: FastifyHelmetOptions): Promise<Readonly<Record<string, string>>> {
  const probe = Fastify();
  await probe.register(helmet, options);
  let written: Readonly<Record<string, string>> = {};
  probe.addHook('onRequest', async (_request, reply) => {
    written = Object.fromEntries(Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]));
  });
  await probe.inject('/');
  await probe.close();
  return written;
}
