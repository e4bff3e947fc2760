/** Separate from the proposed words, which the worker of the vault does not need. */
const charactersMin = 12;

/** Only a board that allows six digits accepts a short passcode. */
export const isShortPasscode = (passcode: string): boolean =>
  [...passcode].length < charactersMin || /^(.)\1*$/.test(passcode);
