import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { offline } from '../pdf-process.ts';

test('the Typst compiler requests packages only through the blocking proxy and reads no files outside the workspace', async () => {
  const asked: string[] = [];
  const proxy = createServer((socket) => socket.on('data', (data) => socket.end(void asked.push(String(data)))));
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as { port: number };
  const script = `
    const { NodeCompiler } = require('@myriaddreamin/typst-ts-node-compiler');
    const compiler = NodeCompiler.create({ workspace: ${JSON.stringify(import.meta.dirname)} });
    for (const mainFileContent of process.argv.slice(1)) {
      console.log(compiler.compile({ mainFileContent }).takeDiagnostics().shortDiagnostics[0].message);
    }`;
  const sources = ['#import "@preview/cetz:0.3.0"', '#import "@local/own:1.0.0"', '#read("../load-pdf.ts")'];
  const env = { ...offline, ALL_PROXY: `http://127.0.0.1:${port}` };
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, ...sources], { env });
  proxy.close();
  expect(stdout).toMatch(/failed to download package.*\npackage not found.*\nfailed to load file \(access denied\)/);
  expect(asked.map((request) => request.split(' ')[0])).toEqual(['CONNECT']);
  expect(offline.ALL_PROXY).toBe('http://127.0.0.1:9');
});
