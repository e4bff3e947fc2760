import { deviceStore } from './device-store.ts';

/** This file does not import the encryption code, which is loaded only if a store contains data. */
export const unsentMarks = deviceStore('dais-waiting-marks', 'marks');
export const unsentMinutes = deviceStore('dais-waiting-minutes', 'sections');
