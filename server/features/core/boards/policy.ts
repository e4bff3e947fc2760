/** An admin without a second factor must not require one, because the board would then be closed to that admin. */
export const canAskTwoFactorOfBoard = (reader: { readonly hasSecondFactor: boolean }): boolean =>
  reader.hasSecondFactor;
