import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { hashToken } from '../../secrets.ts';

export interface OpenInvitation {
  readonly invitation_id: string;
  readonly board_id: string;
  readonly member_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly account_exists: boolean;
  readonly title: string;
  readonly logo_url: string | null;
  readonly primary_color: string;
}

/** What the secret of /inv/{uuid} still opens; null when spent, revoked, expired or unknown. */
export async function findOpenInvitation(context: Context, token: string): Promise<OpenInvitation | null> {
  const found = await sql<OpenInvitation>`
    select * from gate.find_invitation(${hashToken(token)}, ${context.clock.now()})
  `.execute(context.db);
  return found.rows[0] ?? null;
}
