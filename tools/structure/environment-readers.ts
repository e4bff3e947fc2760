import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const reading = /\bprocess\s*\.\s*env\b|\benv\b[^;\n]*from ['"](node:)?process['"]/;
/** Comment lines are skipped, because they may mention the environment. */
const comment = /^\s*(\/\/|\*|\/\*)/;

export async function environmentReaders(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of ['contract', 'domain', 'server', 'web']) {
    for (const path of await sources(root, folder)) {
      if (allowed.test(path)) continue;
      const lines = (await readFile(join(root, path), 'utf8')).split('\n');
      lines.forEach((line, index) => {
        if (reading.test(line) && !comment.test(line)) {
          found.push(`${path}:${index + 1} reads the environment; only server/config.ts does.`);
        }
      });
    }
  }
  return found;
}

/** `config.ts` reads the environment, and the other files pass `process.env` to it. */
const allowed = /^server\/(config|main|demo|admin|backup|restore|rotate-secret-key)\.ts$|\.test\.tsx?$/;

async function sources(root: string, folder: string): Promise<readonly string[]> {
  const names = await readdir(join(root, folder), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
}
