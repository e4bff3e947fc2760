const charactersMin = 12;

/** Whether the passcode is too weak for boards that do not allow six-digit passcodes. */
export const isShortPasscode = (passcode: string): boolean =>
  [...passcode].length < charactersMin || /^(.)\1*$/.test(passcode);
