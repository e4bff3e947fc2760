import { deviceStore } from './device-store.ts';

/** Of what waits on this device to be sent; apart from what seals it, which is loaded only where something waits. */
export const unsentMarks = deviceStore('dais-waiting-marks', 'marks');
export const unsentMinutes = deviceStore('dais-waiting-minutes', 'sections');
