/** Admins can require a second factor only if they have one themselves, so that they keep their access. */
export const canAskTwoFactorOfBoard = (reader: { readonly hasSecondFactor: boolean }): boolean =>
  reader.hasSecondFactor;
