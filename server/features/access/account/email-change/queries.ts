import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { hashToken } from '#server/secrets.ts';
import { shownEmail } from '#server/shown-email.ts';

/** Throws 404 if the link is unknown, used or expired. */
export async function findEmailChange(context: Context, token: string): Promise<string> {
  const found = await sql<{ email: string | null }>`
    select gate.find_email_change(${hashToken(token)}, ${context.clock.now()}) as email
  `.execute(context.db);
  const email = found.rows[0]?.email;
  if (!email) throw notFound();
  return shownEmail(email);
}
