import type { Session } from '#server/http/session.ts';

/** Admins must have a second factor themselves before requiring one. */
export const canAskTwoFactorOfBoard = (session: Pick<Session, 'hasTwoFactor'>): boolean => session.hasTwoFactor;
