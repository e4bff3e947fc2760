import { afterAll } from 'vitest';
import { breakIt } from './breaking.ts';
import { currentJob } from './jobs.ts';
import { mutantSwitch } from './switch.ts';

// Runs before each test file.
const { change, template } = currentJob();
mutantSwitch.template = template;
if (change !== null && change.by !== 'sql') {
  const restore = await breakIt(change, () => Promise.resolve());
  // Registered first, so it runs after the hooks of the file.
  afterAll(restore);
}
