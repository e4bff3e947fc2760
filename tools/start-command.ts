import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface StartCommand {
  readonly env: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}

/** Reads the command from package.json, so that it is defined in one place. Throws if the script has another form. */
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
