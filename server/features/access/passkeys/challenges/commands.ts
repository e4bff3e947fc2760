import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { selectValue } from '#server/db/select-value.ts';
import { baseUrlOf, currentShortname } from '#server/features/core/boards/queries.ts';
import type { RateLimit } from '#server/http/rate-limits.ts';
import { ceremonyMsMax, type RelyingParty, readClientData } from '#server/integrations/webauthn/webauthn.ts';

export type Purpose = 'add' | 'sign-in' | 'second-factor' | 'confirm' | 'join' | 'sign';

/** Correctly signed challenges do not count toward the limit, because a whole office may sign in from one address. */
export const challengeLimit = { name: 'passkey-challenge', points: 60, seconds: 900, per: 'network' } as const;
/** Challenges that pages request while loading have a separate limit. */
export const offerLimit: RateLimit = { name: 'passkey-offer', points: 30, seconds: 900 };

const challengeBytes = 32;

export async function addChallenge(
  context: Context,
  given: { readonly browser: Buffer; readonly purpose: Purpose; readonly challenge?: Buffer },
): Promise<Buffer> {
  const { browser, purpose, challenge = randomBytes(challengeBytes) } = given;
  const until = new Date(context.clock.now().getTime() + ceremonyMsMax);
  await sql`
    select gate.add_passkey_challenge(${challenge}, ${browser}, ${purpose}, ${until})
  `.execute(context.db);
  return challenge;
}

export interface SpentChallenge {
  readonly challenge: Buffer;
  readonly rp: RelyingParty;
}

/** Returns null if the challenge belongs to another browser or purpose, has expired, or was used. */
export async function spendChallenge(
  context: Context,
  given: { readonly browser: Buffer; readonly purpose: Purpose; readonly clientData: string },
): Promise<SpentChallenge | null> {
  const read = await readClientData(given.clientData);
  if (read === null) return null;
  const isSpent = await selectValue(
    context.db,
    sql<boolean>`gate.spend_passkey_challenge(${read.challenge}, ${given.browser}, ${given.purpose}, ${context.clock.now()})`,
  );
  if (!isSpent) return null;
  return { challenge: read.challenge, rp: await relyingParty(context, read.origin) };
}

/** If BOARDS_DOMAIN is set, a passkey works on every board below that domain. */
export function relyingPartyId({ appUrl, boardsDomain }: Pick<Config, 'appUrl' | 'boardsDomain'>): string {
  return boardsDomain === null ? new URL(appUrl).hostname : boardsDomain.replace(/:\d+$/, '');
}

async function relyingParty(context: Context, origin: string): Promise<RelyingParty> {
  const { config } = context;
  const own = { id: relyingPartyId(config), origins: [new URL(config.appUrl).origin] };
  if (config.boardsDomain === null || !URL.canParse(origin)) return own;
  const { host } = new URL(origin);
  const below = `.${config.boardsDomain}`;
  if (!host.endsWith(below)) return own;
  const named = host.slice(0, -below.length);
  if ((await currentShortname(context, named)) !== named) return own;
  return { ...own, origins: [...own.origins, new URL(baseUrlOf(config, named)).origin] };
}
