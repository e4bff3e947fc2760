import type { Config } from '#server/config.ts';
import { commodore, type DemoPerson, demoPassword, invitedTrustee, sailors, secretary, trustees } from './people.ts';

/** What the console says once the demonstration is open. */
export function signInLines(config: Pick<Config, 'appName' | 'appUrl'>): string {
  const everyone = [secretary, ...trustees, commodore, ...sailors, invitedTrustee];
  const width = Math.max(...everyone.map((person) => person.email.length));
  const line = (person: DemoPerson): string =>
    `  ${person.email.padEnd(width)}  ${person.first_name} ${person.last_name}, ${person.role}`;
  return `
${config.appName} is open at ${config.appUrl}

Sign in with any of these addresses. The password is the same for all: ${demoPassword}

Harbour Street Housing Trust (Halifax)
${[secretary, ...trustees].map(line).join('\n')}

Saltmere Sailing Club (London); Elena Kowalczyk is a member here too
${[commodore, ...sailors].map(line).join('\n')}

Invited, not joined: the invitation is in the mailbox
${line(invitedTrustee)}

Mail that the demonstration sends: ${config.appUrl}/demo/mailbox
Ctrl-C stops it. npm run demo -- --fresh makes it anew.
`;
}
