import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

/** Serves an empty page and the smallest page that React can render, as lower bounds for the time to open a page. */
export async function startPlainPages(): Promise<{ readonly empty: string; readonly react: string; stop(): void }> {
  const script = brotliCompressSync(await reactScript());
  const pages: Readonly<Record<string, string>> = {
    '/empty': '<!doctype html><title>Empty</title><h1>Empty</h1>',
    '/react':
      '<!doctype html><title>React</title><div id="root"></div><script type="module" src="/script.js"></script>',
  };
  const server = createServer((request, response) => {
    if (request.url === '/script.js') {
      const kept = { 'cache-control': 'public, max-age=31536000, immutable' };
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br', ...kept }).end(script);
      return;
    }
    const page = pages[request.url ?? ''];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    empty: `${base}/empty`,
    react: `${base}/react`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const entry = 'virtual:plain-react-page';
const source = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('h1', null, 'React'));`;

async function reactScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'plain-react-page',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  });
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error('Vite built nothing.');
  const [chunk] = output.output;
  return chunk.code;
}
