import type { Context } from '#server/context.ts';
import { cookieNames } from '#server/http/cookies.ts';
import type { Visit } from '#server/http/implement.ts';
import { sameText } from '#server/secrets.ts';

const daysBoardIsRemembered = 365;

/** The name comes with an HMAC, so that nobody tries names by writing them into the cookie. */
export function rememberBoard(context: Context, visit: Visit, shortname: string): void {
  if (rememberedBoard(context, visit) === shortname) return;
  const proof = context.secrets.derive('remembered-board', shortname).toString('base64url');
  visit.control.setCookie(cookieNames.board, `${shortname}.${proof}`, daysBoardIsRemembered);
}

/** The short name of the board that this browser was on last; null where there is none, or it was not written by us. */
export function rememberedBoard(context: Context, visit: Visit): string | null {
  const [shortname = '', proof = ''] = (visit.cookie(cookieNames.board) ?? '').split('.');
  const proofs = context.secrets.derivations('remembered-board', shortname);
  return proofs.some((each) => sameText(proof, each.toString('base64url'))) ? shortname : null;
}
