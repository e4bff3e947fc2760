/** A way back in that two officers vouch for. Times are the database's; see migrations/0040-access.sql. */
export const recoveryStates = ['asked', 'half-vouched', 'vouched', 'used', 'stopped', 'expired'] as const;
export type RecoveryState = (typeof recoveryStates)[number];

export const recoveryCodeDigits = 8;

/** '1234 5678': easier to say and to hear. */
export const spokenCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`;

/** Of what an officer typed, the digits. */
export const typedCode = (typed: string): string => typed.replaceAll(/\D/g, '');
