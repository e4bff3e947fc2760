import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const pdfjs = join(import.meta.dirname, '../../node_modules/pdfjs-dist');
const types: Readonly<Record<string, string>> = { '.mjs': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>pdf.js</title>
<link rel="stylesheet" href="/pdfjs/web/pdf_viewer.css">
<style>body { margin: 0; background: #808080 } #place { position: absolute; overflow: auto }</style></head>
<body><div id="place"><div id="viewer" class="pdfViewer"></div></div>
<script type="module">
import * as pdfjsLib from '/pdfjs/build/pdf.mjs';
globalThis.pdfjsLib = pdfjsLib;
const { EventBus, PDFFindController, PDFLinkService, PDFViewer } = await import('/pdfjs/web/pdf_viewer.mjs');
pdfjsLib.GlobalWorkerOptions.workerSrc = '/pdfjs/build/pdf.worker.mjs';
const query = new URLSearchParams(location.search);
const container = document.getElementById('place');
container.style.width = query.get('width') + 'px';
container.style.height = query.get('height') + 'px';
const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus });
const findController = new PDFFindController({ eventBus, linkService });
const viewer = new PDFViewer({ container, eventBus, linkService, findController });
linkService.setViewer(viewer);
eventBus.on('pagesinit', () => { viewer.currentScale = Number(query.get('scale')); });
const pdf = await pdfjsLib.getDocument({
  url: query.get('file'), cMapUrl: '/pdfjs/cmaps/', standardFontDataUrl: '/pdfjs/standard_fonts/',
  wasmUrl: '/pdfjs/wasm/', iccUrl: '/pdfjs/iccs/', enableXfa: true,
}).promise;
viewer.setDocument(pdf);
linkService.setDocument(pdf);
</script></body></html>`;

export interface StockHost {
  readonly url: string;
  stop(): void;
}

/** `papers` maps names in URLs to file paths. */
export async function startStockHost(papers: ReadonlyMap<string, string>): Promise<StockHost> {
  const server = createServer((request, response) => {
    answer(request, response, papers).catch((error: unknown) => {
      response.statusCode = 404;
      response.end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  papers: ReadonlyMap<string, string>,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/') {
    response.setHeader('content-type', 'text/html');
    response.end(page);
    return;
  }
  const paper = papers.get(pathname.slice(1));
  const path = paper ?? join(pdfjs, pathname.replace('/pdfjs/', ''));
  const { size } = await stat(path);
  response.setHeader('content-type', types[/\.\w+$/.exec(path)?.[0] ?? ''] ?? 'application/pdf');
  response.setHeader('accept-ranges', 'bytes');
  const range = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '');
  const start = Number(range?.[1] ?? 0);
  const end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
  response.setHeader('content-length', end - start + 1);
  if (range) response.setHeader('content-range', `bytes ${start}-${end}/${size}`);
  response.writeHead(range ? 206 : 200);
  createReadStream(path, { start, end }).pipe(response);
}
