import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the server is started: what `npm start` gives it. */
export interface StartCommand {
  /** What glibc is told, by the names of its settings. */
  readonly env: Readonly<Record<string, string>>;
  /** Flags of Node and V8, before the script. */
  readonly flags: readonly string[];
}

/** Reads it from package.json, where it stands once. Throws when the script is written otherwise. */
export function readStartCommand(root: string): StartCommand {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const [, settings = '', flags = ''] =
    /^exec env ((?:\S+=\S+ )*)node ((?:--\S+ )*)server\/main\.ts$/.exec(scripts.start) ?? [];
  if (settings === '' || flags === '') throw new Error(`npm start is not understood: ${scripts.start}`);
  const env = Object.fromEntries(
    settings
      .trim()
      .split(' ')
      .map((setting) => setting.split('=') as [string, string]),
  );
  return { env, flags: flags.trim().split(' ') };
}
