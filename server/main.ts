import { readConfig } from './config.ts';
import { issueSetupToken } from './features/access/first-start/commands.ts';
import { startServer, stopOnSignal } from './start-server.ts';

async function main(): Promise<void> {
  // All files are private to this user.
  process.umask(0o077);
  const server = await startServer(readConfig(process.env, 'serve'));
  const { config } = server.context;
  stopOnSignal(server.stop);
  const token = await issueSetupToken(server.context);
  const lines = [`${config.appName} is open at ${config.appUrl}`];
  if (token) lines.push(`Make the first board here (works once): ${config.appUrl}/setup?token=${token}`);
  if (!config.smtpUrl) lines.push(`Mail goes to files in ${config.dataDir}/outbox: set SMTP_URL to send it.`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
