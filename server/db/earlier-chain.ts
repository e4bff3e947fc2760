import { createHash } from 'node:crypto';

interface Listed {
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The first and last of the migrations that the baseline replaced; both make the same schema. */
const firstOfChain = '0001-foundations.sql';
const lastOfChain = '0096-who-placed-a-member.sql';
/** SHA-256 of a line for each of them, `sha256  name`, by name. */
const digestOfChain = '70fae9841b243eb5e2daa821bb659a2303b62cb140416fde1bf6bb59043925f0';

/** What of the earlier chain a list of applied migrations has. */
export function earlierChain(applied: readonly Listed[]): 'none' | 'whole' | 'other' {
  if (!applied.some(({ name }) => name === firstOfChain)) return 'none';
  const digest = createHash('sha256');
  const inOrder = applied.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  for (const { name, sha256 } of inOrder) digest.update(`${sha256}  ${name}\n`);
  return digest.digest('hex') === digestOfChain ? 'whole' : 'other';
}

/** What is added after the first tag has a number from 0100 on. */
export const isOfBaseline = ({ name }: Pick<Listed, 'name'>): boolean => name < '0100';

/** For a chain that is not whole: `what` names the database or backup that has it. */
export function refuseOtherChain(what: string): never {
  throw new Error(
    `${what} is of an older version of Dais than this one can bring up: its last migration is not ${lastOfChain}. Start the version that ends with that migration first.`,
  );
}
