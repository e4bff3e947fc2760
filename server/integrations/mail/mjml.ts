import { type ChildProcess, fork } from 'node:child_process';
import type { CompileAnswer, CompileRequest } from './mjml-process.ts';

const layoutsKeptMax = 60;
const idleMs = 20_000;
const compilerHeapMb = 192;

const compiledLayouts = new Map<string, Promise<string>>();

/**
 * Layouts contain tokens instead of text, so that messages of the same structure share a cache entry. Throws for
 * invalid MJML.
 */
export async function compileLayout(layout: string): Promise<string> {
  const html = compiledLayouts.get(layout) ?? compile(layout);
  compiledLayouts.delete(layout);
  compiledLayouts.set(layout, html);
  const [oldest] = compiledLayouts.keys();
  if (compiledLayouts.size > layoutsKeptMax && oldest !== undefined) compiledLayouts.delete(oldest);
  try {
    return await html;
  } catch (error) {
    compiledLayouts.delete(layout);
    throw error;
  }
}

type Compiler = Readonly<{ child: ChildProcess; waiting: Map<number, PromiseWithResolvers<string>> }>;
let compiler: Compiler | null = null;
let lastId = 0;
let idle: NodeJS.Timeout | undefined;

/**
 * Uses a separate process, because loading MJML blocks the event loop for a third of a second and its memory is never
 * freed.
 */
function compile(layout: string): Promise<string> {
  compiler ??= startCompiler();
  const { child, waiting } = compiler;
  const result = Promise.withResolvers<string>();
  lastId += 1;
  clearTimeout(idle);
  // Keeps this process from exiting while a result is pending.
  child.ref();
  child.channel?.ref();
  child.send({ id: lastId, layout } satisfies CompileRequest);
  // Registered only after sending: if `send` throws because the channel is closed, nobody would await the promise.
  waiting.set(lastId, result);
  return result.promise;
}

function startCompiler(): Compiler {
  const child = fork(new URL('./mjml-process.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${compilerHeapMb}`],
    // The child needs no settings or keys.
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const started: Compiler = { child, waiting: new Map() };
  child.on('message', (answer: CompileAnswer) => {
    const result = started.waiting.get(answer.id);
    started.waiting.delete(answer.id);
    if ('html' in answer) result?.resolve(answer.html);
    else result?.reject(new Error(answer.problem));
    if (started.waiting.size === 0) rest(started);
  });
  child.on('error', (error) => end(started, error));
  child.on('exit', () => end(started, new Error('The mail layout compiler ended')));
  return started;
}

function rest(resting: Compiler): void {
  resting.child.unref();
  resting.child.channel?.unref();
  idle = setTimeout(() => {
    if (compiler === resting) compiler = null;
    resting.child.disconnect();
  }, idleMs).unref();
}

function end(ended: Compiler, error: Error): void {
  if (compiler === ended) {
    compiler = null;
    clearTimeout(idle);
  }
  for (const result of ended.waiting.values()) result.reject(error);
  ended.waiting.clear();
}
