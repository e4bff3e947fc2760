import { type Logger, pino } from 'pino';
import { type Config, readConfig } from './config.ts';
import { messageOf } from './errors.ts';

/** Prints an error as its message and ends the process with exit code 1. */
export function run(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  });
}

/** Reads the settings of a command for operators. New files are readable only by this user. */
export function openCommand(env: NodeJS.ProcessEnv): { readonly config: Config; readonly log: Logger } {
  process.umask(0o077);
  const config = readConfig({ LOG_LEVEL: 'warn', ...env }, 'serve');
  return { config, log: pino({ level: config.logLevel }, process.stderr) };
}
