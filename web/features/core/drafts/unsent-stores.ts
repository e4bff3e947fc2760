import { deviceStore } from './device-store.ts';

/** Separate from the encryption, which is loaded only if there is any data. */
export const unsentMarks = deviceStore('dais-waiting-marks', 'marks');
export const unsentMinutes = deviceStore('dais-waiting-minutes', 'sections');
