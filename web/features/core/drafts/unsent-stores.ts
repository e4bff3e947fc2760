import { deviceStore } from './device-store.ts';

export const unsentMarks = deviceStore('dais-waiting-marks', 'marks');
export const unsentMinutes = deviceStore('dais-waiting-minutes', 'sections');
