import { deviceStore } from './device-store.ts';

/** Stores of unsent data on this device. Separate from the encryption, which is loaded only if there is any. */
export const unsentMarks = deviceStore('dais-waiting-marks', 'marks');
export const unsentMinutes = deviceStore('dais-waiting-minutes', 'sections');
