import { fullName } from '#domain/identity.ts';
import type { Config } from '#server/config.ts';

/** All people are fictional, and their addresses end in `.example` (RFC 2606). */
export interface DemoPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly role: string;
}

const at = (domain: string) => (first_name: string, last_name: string, role: string) => ({
  first_name,
  last_name,
  email: `${first_name}.${last_name}@${domain}`.toLowerCase(),
  role,
});

export const keyOf = ({ first_name }: Pick<DemoPerson, 'first_name'>): string => first_name.toLowerCase();

const trustee = at('harbour-street.example');
const sailor = at('saltmere-sailing.example');

export const secretary = trustee('Elena', 'Kowalczyk', 'Secretary: board admin and site admin');

export const trustees = [
  trustee('Ruth', 'Okafor', 'Chair'),
  trustee('Martin', 'Lindqvist', 'Vice Chair'),
  trustee('Priya', 'Raman', 'Treasurer'),
  trustee('Aisha', 'Benali', 'Chair, Governance Committee'),
  trustee('Sunita', 'Gill', 'Trustee'),
  trustee('Thomas', 'McKenna', 'Trustee'),
  trustee('James', 'Whitfield', 'Trustee'),
] as const satisfies readonly DemoPerson[];

export const lapsedTrustee = trustee('Grace', 'Halloran', 'Trustee, invitation expired');

export const invitedTrustee = trustee('Daniel', 'Tremblay', 'Trustee, invited');

export const commodore = sailor('Fiona', 'Aldridge', 'Commodore: board admin');

export const sailors = [
  sailor('Gareth', 'Pugh', 'Treasurer'),
  sailor('Oliver', 'Marsh', 'Sailing Secretary'),
  sailor('Nadia', 'Rahman', 'Membership Secretary'),
] as const satisfies readonly DemoPerson[];

export const demoPassword = 'harbour lamps at noon';

export function signInLines(config: Pick<Config, 'appName' | 'appUrl'>): string {
  const everyone = [secretary, ...trustees, commodore, ...sailors, invitedTrustee];
  const width = Math.max(...everyone.map((person) => person.email.length));
  const line = (person: DemoPerson): string => `  ${person.email.padEnd(width)}  ${fullName(person)}, ${person.role}`;
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
Ctrl-C stops it. npm run demo -- --fresh starts over.
`;
}
