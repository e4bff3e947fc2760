import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#domain/text.ts';
import type { Context } from '#server/context.ts';
import { addDemoRoute, addFonts, html, sendDemoPage, tabTo } from './demo-page.ts';
import { addMailbox } from './mailbox.ts';

export function addDemoPages(app: FastifyInstance, context: Context): void {
  addFonts(app, context);
  addMailbox(app, context);
  addOwnPages(app, context);
}

function addOwnPages(app: FastifyInstance, context: Context): void {
  const { appName } = context.config;
  const pages = [
    {
      name: 'plans',
      title: 'Plans and pricing',
      lead: `An example of a plans page. ${appName} itself needs no plan.`,
    },
    { name: 'contact', title: 'Contact', lead: `This page names the people who run ${appName} for you.` },
  ];
  for (const { name, title, lead } of pages) {
    addDemoRoute(app, context, `/demo/${name}`, async (_request, reply) => {
      const file = await readFile(new URL(`./content/${name}.html`, import.meta.url), 'utf8');
      const content = { markup: file.replaceAll('{appName}', escapeHtml(appName)) };
      const tabs = pages.map((page) => tabTo(`/demo/${page.name}`, page.title, page.name === name));
      const body = html`<header><p class="meta">Demonstration</p><h1>${title}</h1><p class="lead">${lead}</p></header>
<nav class="tabs" aria-label="Pages">${tabs}</nav>
${content}
<p class="meta foot">In your own installation the operator names these pages, or leaves their entries out. <a href="/home">Back to the board</a></p>`;
      return sendDemoPage(reply, { title, section: 'Demonstration', body });
    });
  }
}
