import { hash, verify } from '@node-rs/argon2';

/** Argon2id; memory in KiB. OWASP's password storage cheat sheet, second of its equal choices. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let nobody: Promise<string> | null = null;

/** Takes the same time whether there is an account or not: without one, a hash of nothing is checked. */
export async function isPasswordOf(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await nobody), password);
  return passwordHash !== null && matches;
}
