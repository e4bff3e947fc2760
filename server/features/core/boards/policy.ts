/** Admins must have a second factor themselves before they may require one of the board. */
export const canAskTwoFactorOfBoard = (reader: { readonly hasSecondFactor: boolean }): boolean =>
  reader.hasSecondFactor;
