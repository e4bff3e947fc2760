import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Start } from '#contract/start.ts';
import { escapeHtml, pageTitle } from '#domain/text.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { addressesOf, type FirstAnswer, type FirstCalls, readFirstAnswers } from './first-answers.ts';
import type { RequestContext } from './implement.ts';
import { openRequestContext } from './request-context.ts';

const webFolder = fileURLToPath(new URL('../../dist/web/', import.meta.url));

/** Only these workers may run WebAssembly. */
const wasmWorkers = /\/(pdf\.worker|vault-worker)[^/]*$/;
const wasmWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

export type PageStart =
  | { readonly kind: 'page'; readonly start: Start; readonly status: 200 | 404 }
  | { readonly kind: 'redirect'; readonly url: string };

export type PageStarter = (
  context: Context,
  request: RequestContext,
  address: {
    readonly path: string;
    readonly query: URLSearchParams;
    readonly host: string;
    readonly missing: boolean;
    /** False for HEAD requests and prefetches, which must not write anything. */
    readonly isOpened: boolean;
  },
) => Promise<PageStart>;

export interface Pages {
  readonly isBuilt: boolean;
  answer(request: FastifyRequest, reply: FastifyReply, given: { readonly missing: boolean }): Promise<FastifyReply>;
}

export async function createPages(
  context: Context,
  { pageStart, firstCalls }: { readonly pageStart: PageStarter; readonly firstCalls: FirstCalls },
): Promise<Pages> {
  const isBuilt = existsSync(webFolder);
  const template = isBuilt ? await readFile(new URL('../../dist/web/index.html', import.meta.url), 'utf8') : '';
  const pageFiles = isBuilt ? await readPageFiles(webFolder) : [];
  return {
    isBuilt,
    async answer(request, reply, { missing }) {
      const requestContext = await openRequestContext(context, request, reply);
      const url = new URL(`http://page${request.url}`);
      const isOpened = request.method === 'GET' && !isSpeculative(request);
      const address = { path: url.pathname, query: url.searchParams, host: request.host, missing, isOpened };
      const page = await pageStart(context, requestContext, address);
      reply.header('cache-control', 'no-store');
      if (page.kind === 'redirect') return reply.redirect(page.url, 302);
      requestContext.control.issueCsrf();
      const files = missing ? null : filesOf(pageFiles, url.pathname);
      const html = fillPage(template, reply, { ...page, preloads: preloadsOf(files) });
      reply.code(page.status).type('text/html; charset=utf-8');
      const { current_board_id: boardId } = page.start;
      const isShown = isOpened && page.status === 200;
      const addresses = files === null || boardId === null || !isShown ? [] : addressesOf(firstCalls, files.path, url);
      if (boardId === null || addresses.length === 0) return reply.send(html.before + html.after);
      const read = () => readFirstAnswers(request, { addresses, boardId });
      return reply.send(Readable.from(withAnswers(html, read), { objectMode: false }));
    },
  };
}

export async function addPages(
  app: FastifyInstance,
  { pages, methodsOf }: { readonly pages: Pages; readonly methodsOf: (path: string) => readonly string[] },
): Promise<void> {
  if (pages.isBuilt) {
    await app.register(fastifyStatic, {
      root: webFolder,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (response, path) => {
        // Browsers may cache hashed files forever, because a changed file gets another name.
        const isHashed = relative(webFolder, path).startsWith(`assets${sep}`);
        response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (wasmWorkers.test(path)) response.header('content-security-policy', wasmWorkerPolicy);
      },
    });
  }
  // The page contains no session data, so the service worker may cache it.
  if (pages.isBuilt) app.get('/offline', (_request, reply) => reply.sendFile('kept.html'));
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const [path = ''] = request.url.split('?');
      const pageMethods = isForPages(request) ? ['GET', 'HEAD'] : [];
      const allowed = new Set([...pageMethods, ...methodsOf(path)]);
      reply.headers({ allow: [...allowed].join(', '), 'cache-control': 'no-store' });
      return reply.code(405).send({ status: 'error', msg: '' });
    }
    if (!wantsPage(request) || !canBePage(request, pages)) throw new AppError('not-found');
    return pages.answer(request, reply, { missing: false });
  });
}

/** False for proxy requests, whose target is a full URL. */
export const canBePage = (request: FastifyRequest, pages: Pages): boolean =>
  pages.isBuilt && request.url.startsWith('/');

const isForPages = ({ url }: FastifyRequest): boolean => !url.startsWith('/ajax/') && !url.startsWith('/assets/');

function wantsPage(request: FastifyRequest): boolean {
  if (!isForPages(request)) return false;
  const accept = request.headers.accept ?? '*/*';
  return accept.includes('text/html') || accept.includes('*/*');
}

const isSpeculative = ({ headers }: FastifyRequest): boolean =>
  [headers['sec-purpose'], headers.purpose].some((purpose) => String(purpose ?? '').startsWith('prefetch'));

interface Html {
  readonly before: string;
  readonly after: string;
}

/** Sends the preload tags first, so that the browser fetches the files while the server reads the data. */
async function* withAnswers(
  { before, after }: Html,
  read: () => Promise<readonly FirstAnswer[]>,
): AsyncGenerator<string> {
  yield before;
  for (const { address, body } of await read()) {
    yield `<script type="application/json" data-answer="${escapeHtml(address)}">${inScript(body)}</script>`;
  }
  yield after;
}

/** Escapes JSON, so that it cannot close its script element. */
const inScript = (json: string): string =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

function fillPage(
  template: string,
  reply: FastifyReply,
  { start, status, preloads }: { readonly start: Start; readonly status: 200 | 404; readonly preloads: string },
): Html {
  const nonce = reply.cspNonce.style;
  const current = start.boards.find((board) => board.board_info.board_id === start.current_board_id) ?? start.face;
  const title = pageTitle({ page: null, board: current?.title ?? null, product: start.settings.app_name });
  const board = current ? `<style nonce="${nonce}">:root{--board:${current.primary_color}}</style>` : '';
  const theme = start.user && start.user.theme !== 'system' ? ` data-theme="${start.user.theme}"` : '';
  const missing = status === 404 ? ' data-missing' : '';
  const head = `<title>${escapeHtml(title)}</title><meta property="csp-nonce" nonce="${nonce}">${board}${preloads}`;
  const [before = '', after = ''] = template.split('<!--start-->');
  const data = `<script type="application/json" id="start">${inScript(JSON.stringify(start))}</script>`;
  return {
    before: before.replace('<html ', () => `<html${theme}${missing} `).replace('<!--head-->', () => head) + data,
    after,
  };
}

/** Written by the build (tools/vite-pages.ts). */
interface PageFiles {
  readonly path: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

async function readPageFiles(webFolder: string): Promise<readonly PageFiles[]> {
  const { routes } = JSON.parse(await readFile(`${webFolder}.vite/pages.json`, 'utf8')) as {
    readonly routes: readonly PageFiles[];
  };
  return routes;
}

export function preloadsOf(files: PageFiles | null): string {
  if (files === null) return '';
  const styles = files.styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const scripts = files.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return [...styles, ...scripts].join('');
}

/** Prefers the route with fewer parameters, so that `/people/create` does not match `/people/$slug`. */
export function filesOf(routes: readonly PageFiles[], address: string): PageFiles | null {
  const found = routes.filter(({ path }) => matches(path, address));
  return found.toSorted((one, other) => parameters(one) - parameters(other))[0] ?? null;
}

const parameters = ({ path }: PageFiles): number => path.split('$').length;

function matches(path: string, address: string): boolean {
  const [wanted, given] = [path.split('/'), address.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith('$') || part === given[at]);
}

export function collectMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { readonly parts: readonly string[]; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ parts: url.split('/'), methods: [method].flat() });
  });
  return (path) => {
    const given = path.split('/');
    const found = routes.filter(({ parts }) => isOfRoute(given, parts));
    return [...new Set(found.flatMap(({ methods }) => methods))].toSorted();
  };
}

const isOfRoute = (given: readonly string[], parts: readonly string[]): boolean =>
  given.length === parts.length && given.every((part, at) => isOfPart(part, parts[at] ?? ''));

const isOfPart = (given: string, part: string): boolean => (part.startsWith(':') ? given !== '' : given === part);
