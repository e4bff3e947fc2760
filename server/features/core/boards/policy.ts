/** Admins must have a second factor themselves before requiring one. */
export const canAskTwoFactorOfBoard = (reader: { readonly hasSecondFactor: boolean }): boolean =>
  reader.hasSecondFactor;
