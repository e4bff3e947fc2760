import { type Config, misnamedSettings, readConfig } from './config.ts';
import { stopOnSignal } from './prepare-start.ts';
import { type RunningProcesses, startProcesses } from './processes.ts';
import { run } from './run-command.ts';

async function main(): Promise<void> {
  // New files are readable only by this user.
  process.umask(0o077);
  const asked = readConfig(process.env, 'serve');
  for (const sentence of misnamedSettings(process.env)) process.stderr.write(`${sentence}\n`);
  const { config, log, setupToken, stop } = await (asked.processes === 1 ? serveAlone(asked) : startProcesses(asked));
  stopOnSignal({ log, stop });
  const lines = [`${config.appName} is open at ${config.appUrl}`];
  if (setupToken) lines.push(`Create the first board here (works once): ${config.appUrl}/setup?token=${setupToken}`);
  if (!config.smtpUrl) lines.push(`Mail is written to files in ${config.dataDir}/outbox. Set SMTP_URL to send it.`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function serveAlone(asked: Config): Promise<RunningProcesses> {
  // Imported on demand, so that a primary process that only starts other processes needs little memory.
  const { startServer } = await import('./start-server.ts');
  const { context, setupToken, stop } = await startServer(asked);
  return { config: context.config, log: context.log, setupToken, stop };
}

run(main);
