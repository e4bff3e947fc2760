import { createHash } from 'node:crypto';

interface Listed {
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** What tells the chain of migrations that the baseline replaced (docs/decisions/004-one-baseline.md), and those before it. */
const onlyInChains: ReadonlySet<string> = new Set([
  '0001-foundations.sql',
  '0100-feeds-of-all-members.sql',
  '0220-minutes.sql',
]);
const lastOfChain = '0321-papers-that-stay.sql';
/** SHA-256 of a line for each of them, `sha256  name`, by name. */
const digestOfChain = '1ab86f216299dc33747c5f5844b670581a1bda24b73546f56148b5c6eb2a1288';

/** What of the earlier chain a list of applied migrations has. Its schema is the baseline's, but for the order of columns. */
export function earlierChain(applied: readonly Listed[]): 'none' | 'whole' | 'other' {
  if (!applied.some(({ name }) => onlyInChains.has(name))) return 'none';
  const digest = createHash('sha256');
  const inOrder = applied.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  for (const { name, sha256 } of inOrder) digest.update(`${sha256}  ${name}\n`);
  return digest.digest('hex') === digestOfChain ? 'whole' : 'other';
}

/** What is added later has a number from 0100 on. */
export const isOfBaseline = ({ name }: Pick<Listed, 'name'>): boolean => name < '0100';

/** For a chain that is not whole: `what` names the database or backup that has it. */
export function refuseOtherChain(what: string): never {
  throw new Error(
    `${what} is of an older version of Dais than this one can bring up: its last migration is not ${lastOfChain}. Start the version that ends with that migration first.`,
  );
}
