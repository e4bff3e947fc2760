/** In a file of its own, because the vault's worker does not need the word list for proposed passcodes. */
const charactersMin = 12;

/** Only a board that allows six digits accepts a short passcode. */
export const isShortPasscode = (passcode: string): boolean =>
  [...passcode].length < charactersMin || /^(.)\1*$/.test(passcode);
