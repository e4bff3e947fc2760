/** An admin without a second factor must not require one, because that would lock the admin out of the board. */
export const canAskTwoFactorOfBoard = (reader: { readonly hasSecondFactor: boolean }): boolean =>
  reader.hasSecondFactor;
