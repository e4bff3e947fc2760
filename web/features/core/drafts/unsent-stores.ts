import { deviceStore } from './device-store.ts';

/**
 * Names of the stores for unsent data on this device. They are separate from the encryption, which is loaded only if
 * there is any data.
 */
export const unsentMarks = deviceStore('dais-waiting-marks', 'marks');
export const unsentMinutes = deviceStore('dais-waiting-minutes', 'sections');
