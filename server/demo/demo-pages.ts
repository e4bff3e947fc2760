import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { addFonts } from './demo-page.ts';
import { addMailbox } from './mailbox.ts';
import { addOwnPages } from './own-pages.ts';

/** Everything under /demo. */
export function addDemoPages(app: FastifyInstance, context: Context): void {
  addFonts(app, context);
  addMailbox(app, context);
  addOwnPages(app, context);
}
